"""Reasoning that a server leaves in the text of an answer."""

import re

# Most models have <think>, Kimi-VL other brackets, MAI-UI another name.
_END = re.compile(r"[<◁]/(?:grounding_)?think(?:ing)?[>▷]")
_START = re.compile(r"[<◁](?:grounding_)?think(?:ing)?[>▷]")


def without_reasoning(text: str) -> str:
    """Return an answer without the reasoning before it; "" if it was truncated in its reasoning."""
    *reasoning, answer = _END.split(text)
    before, *unfinished = _START.split(answer)
    return before.strip() if reasoning or unfinished else text
