"""Settings for every test."""

from hypothesis import settings

# The first call of a kernel compiles it, so no example has a deadline.
settings.register_profile("pitwise", deadline=None, print_blob=True)
settings.load_profile("pitwise")
