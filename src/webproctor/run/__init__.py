"""A run as data: its settings, results, summaries and snapshots. Nothing here needs Inspect."""
