"""The harness: runs episodes with Inspect AI, and reads, summarises and compares runs."""
