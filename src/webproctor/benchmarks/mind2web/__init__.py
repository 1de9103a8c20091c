"""Mind2Web: recorded tasks on 137 real websites.

Deng et al., "Mind2Web: Towards a Generalist Agent for the Web", NeurIPS 2023.

A task is one demonstration. The agent is shown its recorded pages in order; its action on each is
recorded and scored against the annotator's.
"""
