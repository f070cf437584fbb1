"""The kernels are ordinary Python: without Numba they compute the same, bit for bit."""

import os
import subprocess
import sys
from pathlib import Path

from engine.compiling import COMPILED
from tests.engine.position_digest import lines

TOP = Path(__file__).resolve().parents[2]


def test_the_same_seeds_give_the_same_positions_with_and_without_numba():
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1" if COMPILED else "0"}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.engine.position_digest"]
    other = subprocess.run(command, cwd=TOP, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert other.returncode == 0, other.stderr
    assert other.stdout.splitlines() == lines()
