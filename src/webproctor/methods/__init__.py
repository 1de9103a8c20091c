"""Published methods with models: MindAct, grounding and speech recognition."""
