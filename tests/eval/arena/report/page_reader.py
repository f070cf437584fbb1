"""Reads a page strictly: what is opened must be closed, ids are unique."""

from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "link", "input"}


class PageReader(HTMLParser):
    """The parts of a page that tests ask for.

    Attributes:
        elements: every start tag with its attributes.
        panels: for each panel its title and the names and classes of all elements in it.
        text: all text outside of styles.
    """

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.panels: list[tuple[str, set[str]]] = []
        self.text = ""
        self.style = ""
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == [], f"never closed: {self._open}"
        ids = [attributes["id"] for _, attributes in self.elements if "id" in attributes]
        assert len(ids) == len(set(ids)), "an id is there twice"

    def handle_starttag(self, tag, attrs):
        self._note(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        assert "svg" in self._open, f"<{tag}/> is no HTML"
        self._note(tag, attrs)

    def handle_endtag(self, tag):
        assert self._open, f"</{tag}> closes nothing"
        assert self._open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data):
        if "style" in self._open:
            self.style += data
            return
        if self._open and self._open[-1] == "h3":
            title, inside = self.panels[-1]
            self.panels[-1] = (title + data, inside)
        self.text += data

    def _note(self, tag, attrs):
        attributes = {name: value or "" for name, value in attrs}
        self.elements.append((tag, attributes))
        if tag == "section":
            self.panels.append(("", set()))
        elif self.panels:
            self.panels[-1][1].add(f"{tag} {attributes.get('class', '')}".strip())

    def tags(self, name: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.elements if tag == name]
