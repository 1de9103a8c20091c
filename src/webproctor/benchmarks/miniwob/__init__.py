"""MiniWoB++: small web pages with a task each, from the Python package `miniwob`."""
