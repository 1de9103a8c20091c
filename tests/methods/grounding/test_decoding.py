"""Every grounding model decodes a screenshot at most once."""

from collections.abc import Sequence
from typing import Any

import pytest
from per_change import first
from PIL import ImageFile

from webproctor.agents.grounder import Grounder
from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.core.llm import Message, Reply
from webproctor.core.loop import run_episode
from webproctor.methods.grounding.adapters import ADAPTERS
from webproctor.methods.grounding.marking import MarkPointer
from webproctor.methods.grounding.pointers import ModelPointer, Pointer


class Instant:
    """A model that answers at once."""

    async def generate(
        self, messages: Sequence[Message], tools: Any = (), *, tool_choice: Any = "auto"
    ) -> Reply:
        return Reply("(1, 1)")


POINTERS: dict[str, tuple[Pointer, int]] = {
    "a model that takes any size": (ModelPointer(ADAPTERS["uground"], Instant()), 0),
    "a model whose pictures are sized": (ModelPointer(ADAPTERS["gta1"], Instant()), 1),
    "a model that chooses marks": (MarkPointer(Instant()), 1),
}


@pytest.mark.parametrize("name", first(*POINTERS))
async def test_a_screenshot_is_decoded_at_most_once(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded = 0
    load = ImageFile.ImageFile.load

    def counting(self: Any) -> Any:
        nonlocal decoded
        # Counts only images that are not decoded yet.
        decoded += bool(getattr(self, "tile", None))
        return load(self)

    monkeypatch.setattr(ImageFile.ImageFile, "load", counting)
    pointer, times = POINTERS[name]
    benchmark = realwebassist(participant=(2,))
    task = benchmark.tasks()[0]
    async with benchmark.session(task) as session:
        await run_episode(task, session, Grounder(pointer))
    assert decoded == times * len(session.points)
