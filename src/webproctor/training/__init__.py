"""Train MindAct's models on recorded tasks, and grounding models. Needs the extra `models`."""
