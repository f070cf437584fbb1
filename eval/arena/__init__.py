"""The arena: tournaments between solvers that anyone can believe and repeat."""
