"""The server's configuration: every setting with its unit, its default and what it is good for."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from engine.errors import OptionError, Problem


@dataclass(frozen=True)
class ServerConfig:
    """How a server listens, how much it takes on, and how long it may think.

    Attributes:
        host: the address to listen on. The default takes calls from this machine only; there is no encryption, so put
            a proxy in front before you listen on others.
        port: 1 to 65535; 0 picks a free one, see the handle's ``port``.
        max_searches: searches that run at the same time, one thread each. More than there are cores makes every one
            of them slower.
        queue_length: requests that may wait for a search to end; 0: none. Beyond it a request is refused at once
            (RESOURCE_EXHAUSTED, with the time after which to try again).
        parameter_caps: the largest values a client may give a solver's parameters of these names. ``threads`` beyond 1
            takes cores from other searches; ``megabytes`` is reserved for every search, ``max_searches`` times.
        default_solver: the spec used when a request names none.
        default_milliseconds: the thinking time of a request without a budget and without a deadline.
        max_milliseconds: the longest thinking time of any request. Longer budgets are reduced, and the answer says so.
        max_iterations: likewise for iterations.
        min_milliseconds: with less than this left until the deadline no search is begun: the heuristic player answers
            and the answer says that it is degraded.
        deadline_margin_milliseconds: kept free before a call's deadline to send the answer in.
        deadline_margin_fraction: likewise, as a part of the time left; the larger of the two counts.
        report_milliseconds: the rhythm of ``AnalyzePosition`` when the request does not say.
        slow_reader_seconds: a reader of ``AnalyzePosition`` that leaves a report waiting for so long is not waited for
            any longer: its search and its call end (ABORTED).
        grace_seconds: how long running requests may go on once the server is told to stop. Searches still running
            then answer with what they have.
        max_request_bytes: larger requests are refused unread (RESOURCE_EXHAUSTED). The largest view there can be takes
            a few KiB.
        max_streams_per_connection: requests under way on one connection; further ones wait in the client.
        max_requests: requests under way in all; further ones are refused (RESOURCE_EXHAUSTED, with the time after which
            to try again). Calls that wait for their request and those that wait for their reader do not count, but
            of all open calls together there can be sixteen times as many, and a thousand.
        request_seconds: a call whose request has not come so long after it was opened is ended (ABORTED).
        connection_seconds: a connection so old is closed once its calls have ended, or after ``max_milliseconds`` and a
            minute; clients connect again without noticing. It frees what readers that never read have left unread.
        keepalive_seconds: a silent connection is probed so often, and dropped when it does not answer. Clients may
            probe at most every ``keepalive_seconds / 6``.
        warm_up: play every game, all solvers asked in every phase, before the server says that it is ready, so that no
            request has to wait for a kernel to be compiled. Leave it on but for tests.
        warm_up_games: the games to warm up; none named: all. Others are compiled when they are first asked for.
    """

    host: str = "127.0.0.1"
    port: int = 50051
    max_searches: int = os.cpu_count() or 1
    queue_length: int = 8
    parameter_caps: Mapping[str, float] = field(
        default_factory=lambda: {
            "threads": os.cpu_count() or 1,
            "trees": 16,
            "worlds": 1_000,
            "plan_effort": 2,
            "exchanges": 200,
            "chains": 256,
            "megabytes": 256,
        }
    )
    default_solver: str = "ismcts"
    default_milliseconds: int = 1_000
    max_milliseconds: int = 60_000
    max_iterations: int = 10_000_000
    min_milliseconds: int = 10
    deadline_margin_milliseconds: int = 50
    deadline_margin_fraction: float = 0.05
    report_milliseconds: int = 200
    slow_reader_seconds: float = 30.0
    grace_seconds: float = 10.0
    max_request_bytes: int = 256 * 1024
    max_streams_per_connection: int = 256
    max_requests: int = 1_024
    request_seconds: float = 10.0
    connection_seconds: float = 3_600.0
    keepalive_seconds: float = 60.0
    warm_up: bool = True
    warm_up_games: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            OptionError: listing every impossible setting.
        """
        problems = []
        for name, low in _LEAST.items():
            if getattr(self, name) < low:
                problems.append(Problem(name, f"must be at least {low:g}, not {getattr(self, name)}"))
        if self.port > 65_535:
            problems.append(Problem("port", f"must be at most 65535, not {self.port}"))
        if not 0 <= self.deadline_margin_fraction <= 0.5:
            problems.append(Problem("deadline_margin_fraction", "must be from 0 to 0.5"))
        if not self.host:
            problems.append(Problem("host", "must be an address to listen on"))
        if problems:
            raise OptionError(problems)

    def __str__(self) -> str:
        """Every setting on a line of its own, for the log."""
        return "\n".join(f"{setting.name} = {getattr(self, setting.name)!r}" for setting in fields(self))


_LEAST: dict[str, float] = {
    "port": 0,
    "max_searches": 1,
    "queue_length": 0,
    "default_milliseconds": 1,
    "max_milliseconds": 1,
    "max_iterations": 1,
    "min_milliseconds": 1,
    "deadline_margin_milliseconds": 0,
    "report_milliseconds": 20,
    "slow_reader_seconds": 0.1,
    "grace_seconds": 0.0,
    "max_request_bytes": 1_024,
    "max_streams_per_connection": 1,
    "max_requests": 1,
    "request_seconds": 0.1,
    "connection_seconds": 1.0,
    "keepalive_seconds": 1.0,
}
