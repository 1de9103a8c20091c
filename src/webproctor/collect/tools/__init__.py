"""Tools by which people make data: one folder each. `collect.tool` describes the interface."""
