"""Collect training data from live pages."""
