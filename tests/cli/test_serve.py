"""``pitwise serve`` as a process of its own: it says where it listens, answers, and ends cleanly when told to."""

import logging
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from rich.console import Console
from rich.logging import RichHandler

from cli.serve import log_handler
from engine.catalog import load_game
from pitwise.client import OpponentClient
from server.config import ServerConfig
from server.referee import Referee
from tests.cli.conftest import Run

LONGEST_SECONDS = 120


@contextmanager
def serving(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A ``pitwise serve`` process, killed if the test leaves it running."""
    command = [sys.executable, "-c", "from cli.main import main; main()", "serve", *arguments]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def address_of(process: "subprocess.Popen[str]") -> str:
    """Where the server says that it listens."""
    assert process.stderr is not None
    for line in process.stderr:
        if match := re.search(r"listening on (\S+)", line):
            return match[1]
    raise AssertionError("the server ended without a word")


def test_it_answers_until_it_is_told_to_stop() -> None:
    with serving("--port", "0", "--solver", "heuristic", "--verbose") as process:
        address = address_of(process)
        with OpponentClient(address) as client:
            client.wait_until_ready(LONGEST_SECONDS)
            answer = client.suggest_move(Referee(load_game("stockpile"), 1).view(), request_id="the first")
            assert answer.analysis.solver == "heuristic(style=best)"
        process.send_signal(signal.SIGTERM)
        stdout, stderr = process.communicate(timeout=LONGEST_SECONDS)
        assert process.returncode == 0
        # Not at a terminal: one line an entry, with time and level.
        assert re.search(r"^\d{4}-\d\d-\d\d \S+ DEBUG server\.service: request 'the first': ", stderr, re.MULTILINE)
        assert stdout == ""
        assert "Traceback" not in stderr


def test_a_taken_port_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with serving("--port", str(port)) as process:
            _, stderr = process.communicate(timeout=LONGEST_SECONDS)
            assert process.returncode == 1
            assert stderr.splitlines()[-1] == (
                f"Error: cannot listen on 127.0.0.1:{port}: the port is in use or not allowed"
            )
            assert stderr.count("cannot listen") == 1
            assert "Traceback" not in stderr


@pytest.mark.parametrize(
    ("host", "why"), [("no-such-host.invalid", "no host of this name"), ("192.0.2.1", "no address of this machine")]
)
def test_a_host_that_cannot_be_is_told_in_one_line(host: str, why: str) -> None:
    with serving("--host", host, "--port", "0") as process:
        _, stderr = process.communicate(timeout=LONGEST_SECONDS)
        assert process.returncode == 1
        assert stderr.splitlines()[-1].startswith(f"Error: cannot listen on {host}:0: ")
        assert stderr.splitlines()[-1].endswith(why)
        assert "Traceback" not in stderr


def test_entries_have_time_and_level_unless_at_a_terminal() -> None:
    assert isinstance(log_handler(Console(force_terminal=True)), RichHandler)
    handler = log_handler(Console(force_terminal=False))
    entry = logging.LogRecord("server", logging.DEBUG, "", 0, "x" * 500, None, None)
    assert re.fullmatch(r"\S+ \S+ DEBUG server: x{500}", handler.format(entry))


def test_limits_are_passed_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    configs: list[ServerConfig] = []
    monkeypatch.setattr("cli.serve.serve_until_stopped", configs.append)
    result = run("serve", "--max-request-bytes", 5000, "--max-megabytes", 32)
    assert result.exit_code == 0
    assert configs[0].max_request_bytes == 5_000
    assert configs[0].parameter_caps["megabytes"] == 32
    assert configs[0].parameter_caps["trees"] == ServerConfig().parameter_caps["trees"]
