"""Learning what moves are worth from self-play: games are recorded, networks fitted, and the players compared."""
