"""Commands that let solvers play or answer do not take the one that needs open cards."""

import pytest


@pytest.mark.parametrize("command", [("play", "--solvers"), ("demo", "--solvers"), ("audit", "--solver")])
def test_the_cheating_solver_is_refused(run, command):
    name, option = command
    result = run(name, "--players", 2, option, "cheating")
    assert result.exit_code == 2
    assert "cheating plays with all cards open to it, so it may only play in the arena" in result.output
