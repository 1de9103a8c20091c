"""Compare runs, judge failures, and write tables."""
