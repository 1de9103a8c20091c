"""RealWebAssist: long sequences of spoken instructions, each answered by a click on a screenshot.

Ye et al., "RealWebAssist: A Benchmark for Long-Horizon Web Assistance with Real-World Users",
AAAI 2026.

A step is a screenshot and what the user said; it is answered by a point, which is right if it lies
in a box that only the scorer knows.
"""
