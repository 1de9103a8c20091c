"""Grounding: predict the point on a screenshot that an instruction refers to.

`parsers` parses the text of a model; `coordinates` converts its numbers to pixels of the
screenshot.
"""
