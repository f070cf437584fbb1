"""How strong the solvers are: arena, ratings, reports, tuning and benchmarks."""
