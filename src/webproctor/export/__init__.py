"""Training data from runs and agents."""
