"""Tuning: which parameters make a solver strong, searched with Optuna on deals that all trials share."""
