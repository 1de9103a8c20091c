"""MindAct: a ranker selects candidates, a predictor chooses one and an operation.

Deng et al., "Mind2Web", NeurIPS 2023, section 3. This package is independent of sessions and
benchmarks: the input is a page as a tree, the output an element and an operation.
"""
