"""Leduc poker, the reference game of the kernel contract: see ``docs/adding_a_game.md``."""
