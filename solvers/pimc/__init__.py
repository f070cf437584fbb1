"""Perfect Information Monte Carlo sampling: the yardstick for searches of information sets."""
