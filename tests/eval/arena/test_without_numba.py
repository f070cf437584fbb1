"""A block of games is the same without Numba, bit for bit."""

import os
import subprocess
import sys
from pathlib import Path

from engine.compiling import COMPILED
from tests.eval.arena.block_digest import lines

TOP = Path(__file__).resolve().parents[3]


def test_a_block_is_the_same_with_and_without_numba():
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1" if COMPILED else "0"}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.eval.arena.block_digest"]
    other = subprocess.run(command, cwd=TOP, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert other.returncode == 0, other.stderr
    assert other.stdout.splitlines() == lines()
