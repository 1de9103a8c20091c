"""Methods with models: MindAct, grounding, speech recognition, and a small policy."""
