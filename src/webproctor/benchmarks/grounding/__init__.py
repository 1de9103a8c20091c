"""Grounding: one picture, one instruction, one point. Many data sets, one path.

`datasets` has a file for each public layout, which reads it as `Target`s; `benchmark` runs and
marks them all alike (catalogue of RealWebAssist, section 7).
"""
