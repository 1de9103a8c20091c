"""Inputs of models that run locally."""

from typing import Any

from webproctor.core.llm import Message
from webproctor.methods.grounding.local import encode


class Processor:
    """A processor that records its texts."""

    def apply_chat_template(self, steps: Any, **more: Any) -> str:
        assert more == {"tokenize": False, "add_generation_prompt": True}
        return "".join(f"<{step['role']}>{step['content'][-1]['text']}" for step in steps) + "<it>"

    def __call__(self, text: list[str], **more: Any) -> list[str]:
        return text


def test_a_last_message_of_the_assistant_is_continued() -> None:
    question = Message("user", "where?")
    begun = Message("assistant", '{"coordinate": [')
    assert encode(Processor(), [[question], [question, begun]]) == [
        "<user>where?<it>",
        '<user>where?<it>{"coordinate": [',
    ]
