"""Reports: what a run amounts to, for people."""
