"""Reports of a run: a page to look at, tables to commit, data to work on."""

from collections.abc import Callable

from engine.errors import UnknownNameError
from eval.arena.report.csv_report import entrants_csv, games_csv
from eval.arena.report.json_report import json_report, run_from_json
from eval.arena.report.run_data import RunData

__all__ = ["FORMATS", "RunData", "run_from_json", "write_report"]


def _html(run: RunData) -> str:
    # Matplotlib takes long to import, and only the page needs it.
    from eval.arena.report.html_page import html_report

    return html_report(run)


def _markdown(run: RunData) -> str:
    from eval.arena.report.markdown_report import markdown_report

    return markdown_report(run)


FORMATS: dict[str, Callable[[RunData], str]] = {
    "html": _html,
    "md": _markdown,
    "json": json_report,
    "csv": entrants_csv,
    "games-csv": games_csv,
}
"""What a report can be written as: ``csv`` has a row for each number of players and entrant, ``games-csv`` one for each
game and seat."""


def write_report(run: RunData, form: str) -> str:
    """A report of a run, finished or not.

    Args:
        run: the run.
        form: one of ``FORMATS``.

    Raises:
        UnknownNameError: there is no such format.
    """
    if form not in FORMATS:
        raise UnknownNameError(f"there is no report format {form[:40]!r}; there are {', '.join(FORMATS)}")
    return FORMATS[form](run)
