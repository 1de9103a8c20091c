"""Training of MindAct's models on recorded tasks. Needs the extra `models`."""
