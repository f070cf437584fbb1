"""Version 1 of the service contract."""
