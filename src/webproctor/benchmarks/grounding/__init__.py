"""Grounding: predict the point of an instruction on a screenshot.

`datasets` has a reader for each public data set, which returns `Target`s; `benchmark` runs and
scores all of them in the same way.
"""
