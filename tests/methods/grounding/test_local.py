"""Inputs of models that run locally."""

from typing import Any

from webproctor.core.llm import Message
from webproctor.methods.grounding.local import encode


class Processor:
    """A processor that records its texts."""

    def apply_chat_template(self, turns: Any, **more: Any) -> str:
        assert more == {"tokenize": False, "add_generation_prompt": True}
        return "".join(f"<{turn['role']}>{turn['content'][-1]['text']}" for turn in turns) + "<it>"

    def __call__(self, text: list[str], **more: Any) -> list[str]:
        return text


def test_a_last_message_of_the_assistant_is_the_beginning_of_the_answer() -> None:
    asked = Message("user", "where?")
    begun = Message("assistant", '{"coordinate": [')
    assert encode(Processor(), [[asked], [asked, begun]]) == [
        "<user>where?<it>",
        '<user>where?<it>{"coordinate": [',
    ]
