"""Learning what a position is worth from games between our own players."""
