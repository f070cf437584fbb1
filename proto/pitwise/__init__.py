"""The messages and services that a frontend speaks, generated from the ``.proto`` files beside them."""
