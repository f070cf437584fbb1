"""Everything a referee can get wrong in a view, found in one go."""

from engine.errors import ViewError
from engine.faults import Faults, quoted
from engine.stockpile.edition import Edition
from engine.stockpile.plain_rules import PlainRules
from engine.stockpile.rules import StockpileOptions
from engine.stockpile.table_view import TableView
from engine.stockpile.view_fields import FieldChecks
from engine.stockpile.view_rules import RuleChecks, with_notes_that_nest


def check_view(options: StockpileOptions, edition: Edition, rules: PlainRules, view: object) -> TableView:
    """Check a typed view: each field, then what the rules say of them together, then that a position looks like it.

    Returns:
        The view, with notes weakened that cannot all be true.

    Raises:
        ViewError: listing every problem with the path of its field, ``seats[2].portfolio[3].card``.
    """
    faults = Faults()
    if not isinstance(view, TableView):
        faults.add("view", f"must be a table view, not {quoted(view)}")
        raise ViewError(faults.problems)
    if view.options != options:
        faults.add("options", f"this game has {options}, the view {quoted(view.options)}")
    FieldChecks(edition, rules, view, faults).run()
    if faults.sound("seats"):
        view = with_notes_that_nest(view)
    RuleChecks(options, edition, rules, view, faults).run()
    if faults.problems:
        raise ViewError(faults.problems)
    return view
