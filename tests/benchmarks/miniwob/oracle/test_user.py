"""What the oracle reads from the page's instruction."""

from collections.abc import Callable

import pytest
from benchmarks.miniwob.conftest import Opened

from webproctor.benchmarks.miniwob.benchmark import MiniWob
from webproctor.benchmarks.miniwob.oracle.user import NotFound, User
from webproctor.core.episodes import Episode
from webproctor.core.recorder import EpisodeRecorder, perform_directly


@pytest.mark.parametrize("read", [lambda user: user.quote, lambda user: user.ordinal])
async def test_an_instruction_without_the_expected_part_is_an_error_that_shows_it(
    benchmark: MiniWob, opened: Opened, read: Callable[[User], object]
) -> None:
    task = next(one for one in benchmark.tasks() if one.id == "click-test@0")
    async with opened("click-test") as session:
        recorder = EpisodeRecorder(
            session, task, Episode(task=task.id), lambda step: perform_directly(session.act, step)
        )
        with pytest.raises(NotFound, match=r"'Click the button\.' does not contain"):
            read(User(recorder))
