"""HTML reports of runs, comparisons and boards."""
