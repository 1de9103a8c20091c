"""The harness: Inspect AI runs the episodes, keeps the logs, and counts what models cost."""
