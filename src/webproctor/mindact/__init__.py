"""MindAct, in two stages: a ranker picks candidates, a predictor chooses among them and acts.

Deng et al., "Mind2Web", NeurIPS 2023, section 3. Nothing here knows of sessions or benchmarks: a
page comes in as a tree, an action goes out as an element and an operation.
"""
