"""Demonstrations of tasks on live pages: pick an element, perform an operation, store each step.

The page is a Chromium context of its own. A step is stored as in the raw dump of Mind2Web, so that
the same pipeline makes records of it. Stored steps can be executed again in a fresh context.
"""
