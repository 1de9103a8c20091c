"""Grounding: from an instruction and a screenshot to the point that is meant.

`parsers` read what a model says; `coordinates` turn its numbers into pixels of the screenshot.
"""
