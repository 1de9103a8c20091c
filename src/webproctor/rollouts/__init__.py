"""Environments as a service for training: episodes that clients control step by step."""
