"""Mind2Web: recorded tasks on 137 real websites.

Deng et al., "Mind2Web: Towards a Generalist Agent for the Web", NeurIPS 2023.

A task is one demonstration: its recorded pages are met one after another, an action is noted for
each, and each is marked against what the annotator did.
"""
