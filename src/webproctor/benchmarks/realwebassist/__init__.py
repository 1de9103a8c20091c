"""RealWebAssist: sequences of spoken instructions, each answered by clicks on screenshots.

Ye et al., "RealWebAssist: A Benchmark for Long-Horizon Web Assistance with Real-World Users",
AAAI 2026.

A step is a screenshot and an instruction. The answer is a point, which is correct if it lies in one
of the step's boxes; agents never receive the boxes.
"""
