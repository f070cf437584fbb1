"""The kernel contract: what a game must be able to do, and how generic code reaches it.

A game is a record type for its rules, a record type for its positions, and one kernel for each function below.
``register`` ties the kernels to the position's record type. Generic code (search, playouts, the arena's loop)
calls the functions of this module: compiled code is bound to the game's kernel by the type of ``state`` when Numba
compiles the caller, plain Python looks the kernel up by ``state.dtype``. One search source serves every game.

Conventions

- ``rules``: one read-only record, the configured game. ``state``: one record, changed in place.
- Seats are numbered from 0 clockwise. Moves are ``int32`` codes; only the game knows how to read them.
- ``log``: an event log made by :func:`event_log`, :data:`NO_LOG` or, for ``apply``, :data:`UNOBSERVED`. Kernels append
  what happened, with its audience.
- ``rng``: ``uint64[1]``, see :mod:`engine.randomness`. Only ``deal``, ``redeal`` and ``suggest`` draw from one.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from engine.randomness import draw_below

MAX_MOVES = 256
"""The size of the ``out`` array for ``legal_moves``; no position of any game has more moves."""

FIRST_SEARCH_ONLY_MOVE = 1 << 24
"""Codes from here on are moves only searches make; see :func:`prepare_search`. No player is ever offered one."""

LOG_COLUMNS = 7
"""An event is ``kind, audience, seat, a, b, c, d``; audience -1 means every seat."""

EVERYONE = -1

UNKNOWN_MOVE = -1
"""What :func:`move_made` returns where the views do not tell the move."""

NO_LOG: npt.NDArray[np.int16] = np.zeros((1, LOG_COLUMNS), np.int16)
"""The log that keeps nothing: what searches pass."""

UNOBSERVED = None
"""What playouts pass to ``apply`` for a log: nobody looks on, so observation keys are not kept up either."""

State = Any
Rules = Any

_KERNELS_BY_DTYPE: dict[np.dtype[Any], ModuleType] = {}
_KERNELS_BY_NUMBA_TYPE: list[tuple[Any, ModuleType]] = []


def register(state_dtype: np.dtype[Any], kernels: ModuleType) -> None:
    """Bind every contract function to ``kernels`` for positions of type ``state_dtype``.

    Raises:
        TypeError: a kernel of the contract is missing.
    """
    missing = [name for name in CONTRACT if name not in RECALL and not hasattr(kernels, name)]
    if missing:
        raise TypeError(f"{kernels.__name__} lacks the kernels {', '.join(missing)}")
    record_dtype = np.dtype((np.record, state_dtype))
    _KERNELS_BY_DTYPE[state_dtype] = kernels
    _KERNELS_BY_DTYPE[record_dtype] = kernels
    _KERNELS_BY_NUMBA_TYPE.append((numba.from_dtype(state_dtype), kernels))


def event_log(capacity: int = 1024) -> npt.NDArray[np.int16]:
    """An empty event log for ``capacity`` events; ``log[0, 0]`` counts the events in ``log[1:]``."""
    return np.zeros((capacity + 1, LOG_COLUMNS), np.int16)


def _kernels_of(state: State) -> ModuleType:
    try:
        return _KERNELS_BY_DTYPE[state.dtype]
    except KeyError:
        raise TypeError(f"no game is registered for positions of type {state.dtype}") from None


def deal(rules: Rules, state: State, seed: int, log: npt.NDArray[np.int16]) -> None:
    """Make ``state`` a fresh game in which everything chance will ever decide is drawn from ``seed``."""
    _kernels_of(state).deal(rules, state, seed, log)


def mover(rules: Rules, state: State) -> int:
    """The seat that decides now, -1 when the game is over."""
    return int(_kernels_of(state).mover(rules, state))


def legal_moves(rules: Rules, state: State, out: npt.NDArray[np.int32]) -> int:
    """Write the mover's move codes to ``out``, ascending and without duplicates; return their number.

    Never 0 while the game runs. Reads only what the mover has seen, so it works on the mover's view.
    """
    return int(_kernels_of(state).legal_moves(rules, state, out))


def random_move(rules: Rules, state: State, out: npt.NDArray[np.int32], rng: npt.NDArray[np.uint64]) -> int:
    """One of the mover's legal moves, each equally likely, by one draw; ``out`` is as for :func:`legal_moves`.

    It is the move in the drawn place of the list. A game may have a kernel that finds it without the list.
    """
    kernels = _kernels_of(state)
    if hasattr(kernels, "random_move"):
        return int(kernels.random_move(rules, state, out, rng))
    return int(out[draw_below(rng, kernels.legal_moves(rules, state, out))])


def apply(rules: Rules, state: State, move: int, log: npt.NDArray[np.int16] | None) -> None:
    """Play ``move`` and everything that follows by rule until the next decision. Draws nothing.

    Played :data:`UNOBSERVED` the position has no use for :func:`information_key` from there on; all else is the same.
    """
    _kernels_of(state).apply(rules, state, move, log)


def payoffs(rules: Rules, state: State, out: npt.NDArray[np.float64]) -> None:
    """Write each seat's final result, in the game's own unit, to ``out``; the game must be over."""
    _kernels_of(state).payoffs(rules, state, out)


def estimate(rules: Rules, state: State, out: npt.NDArray[np.float64]) -> None:
    """Write a cheap expectation of each seat's final result to ``out``; the value of a cut-off playout."""
    _kernels_of(state).estimate(rules, state, out)


def rule_estimate(rules: Rules, state: State, out: npt.NDArray[np.float64]) -> None:
    """Write to ``out`` the estimate made by hand, which a learned :func:`estimate` is compared with."""
    _kernels_of(state).rule_estimate(rules, state, out)


def result_spread(rules: Rules, state: State) -> float:
    """How far what is still to come may drive two seats' results apart, in the game's own unit; 0 if it is not known.

    The chances to win are the softmax of the estimates divided by it.
    """
    return float(_kernels_of(state).result_spread(rules, state))


def result_so_far(rules: Rules, state: State, out: npt.NDArray[np.float64]) -> None:
    """Write what each seat has now, in the game's own unit, to ``out``; the final result when the game is over.

    What is on the table counts at today's prices: nothing is expected, unlike in :func:`estimate`.
    """
    _kernels_of(state).result_so_far(rules, state, out)


def rounds_played(rules: Rules, state: State) -> int:
    """How many rounds are complete; a playout cut off "at the end of the round" ends when this grows."""
    return int(_kernels_of(state).rounds_played(rules, state))


def rounds_left(rules: Rules, state: State) -> int:
    """How many rounds are still to be completed, the running one included; 0 when the game is over."""
    return int(_kernels_of(state).rounds_left(rules, state))


def hide(rules: Rules, state: State, seat: int) -> None:
    """Turn ``state`` into the view of ``seat``: everything it has not seen is blanked."""
    _kernels_of(state).hide(rules, state, seat)


def redeal(rules: Rules, view: State, rng: npt.NDArray[np.uint64]) -> bool:
    """Fill a view's blanks with a world drawn uniformly from all that agree with it.

    Returns False, leaving the view incomplete, only when no world was found.
    """
    return bool(_kernels_of(view).redeal(rules, view, rng))


def prepare_search(rules: Rules, world: State) -> None:
    """Put a redealt world into the form searches use.

    A game may then offer moves in an order that reaches every outcome once, with *search-only* moves
    (:data:`FIRST_SEARCH_ONLY_MOVE` and above) to decline something on the way. Does nothing in most games.
    """
    _kernels_of(world).prepare_search(rules, world)


def suggest(rules: Rules, state: State, style: int, rng: npt.NDArray[np.uint64]) -> int:
    """The game's heuristic player: a legal move in the given style, from what the mover has seen alone."""
    return int(_kernels_of(state).suggest(rules, state, style, rng))


def information_key(rules: Rules, state: State, seat: int) -> np.uint64:
    """A 64-bit key of what ``seat`` has observed; histories it can tell apart in what matters have different keys.

    A redealt world starts the other seats' private observations afresh, so in a search a rival's information sets are
    pooled over all it may hold at the root; what it observes from there on tells them apart.
    """
    key: np.uint64 = _kernels_of(state).information_key(rules, state, seat)
    return key


def learn(rules: Rules, earlier: State, later: State) -> bool:
    """Note in ``earlier`` what its viewer has learned since; False if that says nothing of ``later``'s hidden cards.

    Both are views of one seat, ``later`` from after the decision that ``earlier`` is about; go through a series of
    views from the last one back. See :data:`RECALL`.
    """
    return bool(_recall_kernel_of(earlier, "learn")(rules, earlier, later))


def move_made(rules: Rules, earlier: State, later: State, world: State) -> int:
    """The move that led from ``earlier`` to ``later``, hidden parts as in ``world``; UNKNOWN_MOVE if unclear."""
    return int(_recall_kernel_of(earlier, "move_made")(rules, earlier, later, world))


def recall(rules: Rules, earlier: State, world: State, out: Any) -> None:
    """Make ``out[0]`` the position of ``earlier`` as its mover knew it, the viewer's blanks as in ``world``."""
    _recall_kernel_of(earlier, "recall")(rules, earlier, world, out)


def exchange(rules: Rules, view: State, world: State, rng: npt.NDArray[np.uint64]) -> int:
    """Let two things that the viewer has not seen change places in a world of ``view``; the seats that know them.

    The seats are a bit set, 0 if nothing was changed. Every exchange is as likely as its reverse, and exchanges lead to
    all worlds that agree with the view as far as rivals know them: what is left is for :func:`redeal`.
    """
    return int(_recall_kernel_of(view, "exchange")(rules, view, world, rng))


def adopt(rules: Rules, view: State, world: State) -> None:
    """Fill in ``view`` what rivals know of ``world``; what nobody knows yet stays blank."""
    _recall_kernel_of(view, "adopt")(rules, view, world)


RECALL: dict[str, Callable[..., Any]] = {
    function.__name__: function for function in (learn, move_made, recall, exchange, adopt)
}
"""Kernels by which rivals' decisions tell of what they know. A game may do without (:mod:`engine.no_recall`)."""


def _recall_kernel_of(state: State, name: str) -> Any:
    return _kernel_of_module(_kernels_of(state), name)


def _kernel_of_module(kernels: ModuleType, name: str) -> Any:
    """A module's kernel, where it does without one the kernel that says so; None where the contract has neither."""
    if name in RECALL and not hasattr(kernels, name):
        from engine import no_recall

        return getattr(no_recall, name)
    return getattr(kernels, name, None)


CONTRACT: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        deal,
        mover,
        legal_moves,
        apply,
        payoffs,
        estimate,
        rule_estimate,
        result_spread,
        result_so_far,
        rounds_played,
        rounds_left,
        hide,
        redeal,
        prepare_search,
        suggest,
        information_key,
    )
}


def _compiled_kernel(state_type: Any, name: str) -> Any:
    for registered_type, kernels in _KERNELS_BY_NUMBA_TYPE:
        if registered_type == state_type:
            return _kernel_of_module(kernels, name)
    return None


# Numba matches an overload to its function by argument names, so each is written out.


@overload(mover)
def _compile_mover(rules, state):
    kernel = _compiled_kernel(state, "mover")
    if kernel is None:
        return None
    return lambda rules, state: kernel(rules, state)


@overload(deal)
def _compile_deal(rules, state, seed, log):
    kernel = _compiled_kernel(state, "deal")
    if kernel is None:
        return None
    return lambda rules, state, seed, log: kernel(rules, state, seed, log)


@overload(legal_moves)
def _compile_legal_moves(rules, state, out):
    kernel = _compiled_kernel(state, "legal_moves")
    if kernel is None:
        return None
    return lambda rules, state, out: kernel(rules, state, out)


@overload(random_move)
def _compile_random_move(rules, state, out, rng):
    kernel = _compiled_kernel(state, "random_move")
    if kernel is not None:
        return lambda rules, state, out, rng: kernel(rules, state, out, rng)
    listed = _compiled_kernel(state, "legal_moves")
    if listed is None:
        return None
    return lambda rules, state, out, rng: int(out[draw_below(rng, listed(rules, state, out))])


@overload(apply)
def _compile_apply(rules, state, move, log):
    kernel = _compiled_kernel(state, "apply")
    if kernel is None:
        return None
    return lambda rules, state, move, log: kernel(rules, state, move, log)


@overload(payoffs)
def _compile_payoffs(rules, state, out):
    kernel = _compiled_kernel(state, "payoffs")
    if kernel is None:
        return None
    return lambda rules, state, out: kernel(rules, state, out)


@overload(estimate)
def _compile_estimate(rules, state, out):
    kernel = _compiled_kernel(state, "estimate")
    if kernel is None:
        return None
    return lambda rules, state, out: kernel(rules, state, out)


@overload(rule_estimate)
def _compile_rule_estimate(rules, state, out):
    kernel = _compiled_kernel(state, "rule_estimate")
    if kernel is None:
        return None
    return lambda rules, state, out: kernel(rules, state, out)


@overload(result_spread)
def _compile_result_spread(rules, state):
    kernel = _compiled_kernel(state, "result_spread")
    if kernel is None:
        return None
    return lambda rules, state: kernel(rules, state)


@overload(result_so_far)
def _compile_result_so_far(rules, state, out):
    kernel = _compiled_kernel(state, "result_so_far")
    if kernel is None:
        return None
    return lambda rules, state, out: kernel(rules, state, out)


@overload(rounds_played)
def _compile_rounds_played(rules, state):
    kernel = _compiled_kernel(state, "rounds_played")
    if kernel is None:
        return None
    return lambda rules, state: kernel(rules, state)


@overload(rounds_left)
def _compile_rounds_left(rules, state):
    kernel = _compiled_kernel(state, "rounds_left")
    if kernel is None:
        return None
    return lambda rules, state: kernel(rules, state)


@overload(hide)
def _compile_hide(rules, state, seat):
    kernel = _compiled_kernel(state, "hide")
    if kernel is None:
        return None
    return lambda rules, state, seat: kernel(rules, state, seat)


@overload(redeal)
def _compile_redeal(rules, view, rng):
    kernel = _compiled_kernel(view, "redeal")
    if kernel is None:
        return None
    return lambda rules, view, rng: kernel(rules, view, rng)


@overload(prepare_search)
def _compile_prepare_search(rules, world):
    kernel = _compiled_kernel(world, "prepare_search")
    if kernel is None:
        return None
    return lambda rules, world: kernel(rules, world)


@overload(suggest)
def _compile_suggest(rules, state, style, rng):
    kernel = _compiled_kernel(state, "suggest")
    if kernel is None:
        return None
    return lambda rules, state, style, rng: kernel(rules, state, style, rng)


@overload(information_key)
def _compile_information_key(rules, state, seat):
    kernel = _compiled_kernel(state, "information_key")
    if kernel is None:
        return None
    return lambda rules, state, seat: kernel(rules, state, seat)


@overload(learn)
def _compile_learn(rules, earlier, later):
    kernel = _compiled_kernel(earlier, "learn")
    if kernel is None:
        return None
    return lambda rules, earlier, later: kernel(rules, earlier, later)


@overload(move_made)
def _compile_move_made(rules, earlier, later, world):
    kernel = _compiled_kernel(earlier, "move_made")
    if kernel is None:
        return None
    return lambda rules, earlier, later, world: kernel(rules, earlier, later, world)


@overload(recall)
def _compile_recall(rules, earlier, world, out):
    kernel = _compiled_kernel(earlier, "recall")
    if kernel is None:
        return None
    return lambda rules, earlier, world, out: kernel(rules, earlier, world, out)


@overload(exchange)
def _compile_exchange(rules, view, world, rng):
    kernel = _compiled_kernel(view, "exchange")
    if kernel is None:
        return None
    return lambda rules, view, world, rng: kernel(rules, view, world, rng)


@overload(adopt)
def _compile_adopt(rules, view, world):
    kernel = _compiled_kernel(view, "adopt")
    if kernel is None:
        return None
    return lambda rules, view, world: kernel(rules, view, world)
