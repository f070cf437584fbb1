"""``pitwise serve`` as a process of its own: it says where it listens, answers, and ends cleanly when told to."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from engine.catalog import load_game
from pitwise.client import OpponentClient
from server.referee import Referee

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
        assert "the first" in stderr
        assert stdout == ""
        assert "Traceback" not in stderr


def test_a_taken_port_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with serving("--port", str(port)) as process:
            _, stderr = process.communicate(timeout=LONGEST_SECONDS)
            assert process.returncode == 1
            assert f"Error: cannot listen on 127.0.0.1:{port}" in stderr
            assert "Traceback" not in stderr
