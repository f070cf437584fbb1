"""The ``pitwise`` command."""
