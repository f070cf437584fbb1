"""Information-set Monte Carlo tree search, for any game of the kernel contract."""
