"""What chooses a move: random, heuristic and search players behind one registry."""
