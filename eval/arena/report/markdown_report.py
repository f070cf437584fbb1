"""The run as Markdown: tables that can be committed beside the claims they bear out."""

import re

from eval.arena.report.incidents import incident_rows, incident_summary
from eval.arena.report.repeat import circumstances, commands, spec_toml
from eval.arena.report.run_data import RunData
from eval.arena.report.tables import (
    Cell,
    Table,
    cross_table,
    incident_table,
    place_table,
    seat_table,
    standings_table,
    variance_table,
)
from eval.arena.report.verdict import headline, list_verdict
from eval.arena.report.wording import count_text
from eval.arena.sequential import Verdict
from eval.arena.standings import StandingsList

# An underscore between letters and a bracket without a target are what they are; so are signs that only begin lines.
_SPECIAL = re.compile(r"([\\`*<|~$&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|\](?=[(\[:]))")


def markdown_report(run: RunData) -> str:
    """The document."""
    spec = run.spec
    blocks = [
        f"# {escaped(spec.name)}: {run.title}",
        f"**{escaped(headline(spec, run.standings))}**",
        escaped(incident_summary(spec, run.results)),
    ]
    for one in run.standings.lists:
        blocks += _list(run, one)
    rows = incident_rows(spec, run.results)
    if rows:
        blocks += ["## Incidents", table_text(incident_table(rows))]
    facts = [("seed", str(spec.seed)), *circumstances(run.meta)]
    blocks += [
        "## How to repeat this run",
        _fenced(spec_toml(spec), "toml"),
        _fenced("\n".join(commands(spec)) + "\n", "sh"),
        "\n".join(f"- {escaped(label)}: {escaped(value)}" for label, value in facts),
    ]
    return "\n\n".join(blocks) + "\n"


def _list(run: RunData, one: StandingsList) -> list[str]:
    heading = f"## {one.players} players"
    if one.blocks == 0:
        return [heading, "No deal is complete yet: there is nothing to show."]
    size = (
        f"{count_text(one.games, 'game')} on {count_text(one.blocks, 'deal')}; in brackets 95 % intervals over deals."
    )
    details = list_verdict(run.spec, one).details
    blocks = [
        heading,
        escaped(f"{details} {size}".strip()),
        table_text(standings_table(run.spec, run.standings, one.players, run.unit)),
        "Places:",
        table_text(place_table(one)),
    ]
    if len(one.entrants) > 1:
        blocks += ["How often the row finishes ahead of the column:", table_text(cross_table(one, run.spec))]
    blocks += ["Win share in each seat:", table_text(seat_table(one))]
    state = one.sequential
    if state is not None:
        words = {
            Verdict.UNDECIDED: "undecided",
            Verdict.NULL: "H0 accepted",
            Verdict.ALTERNATIVE: "H1 accepted",
        }[state.verdict]
        blocks.append(
            f"Sequential test: {words} after {count_text(state.blocks, 'deal')}; log likelihood ratio "
            f"{state.ratio:.2f}, bounds {state.lower:.2f} and {state.upper:.2f}."
        )
    blocks += [
        "Variance of the mean over that of as many games each on a deal of its own (par: of the payoff corrected for "
        "the luck of the deals over that without; last, of differences to the anchor, which is what blocks are made "
        "for):",
        table_text(variance_table(one)),
    ]
    return blocks


def escaped(text: str) -> str:
    r"""A text that Markdown takes literally, on one line.

    >>> print(escaped("a|b <i>"))
    a\|b \<i>
    """
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def table_text(table: Table) -> str:
    """A table in GitHub's form: the first column to the left, figures to the right."""
    words = [column == 0 or table.is_words(column) for column in range(len(table.heads))]
    lines = [
        _line([escaped(head) for head in table.heads]),
        _line(["---" if words[column] else "---:" for column in range(len(table.heads))]),
        *(_line([_cell(cell) for cell in row]) for row in table.rows),
    ]
    return "\n".join(lines)


def _cell(cell: Cell) -> str:
    return escaped(f"{cell.text} ({cell.small})" if cell.entrant >= 0 and cell.small else f"{cell.text} {cell.small}")


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _fenced(text: str, language: str) -> str:
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}{fence}"
