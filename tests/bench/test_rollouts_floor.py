"""The floor of rollouts: the same commands give the same values in a browser without webproctor."""

from pathlib import Path
from typing import Any

import pytest

PLAN = [("enter-text", [(1, [(80, 20)])])]


@pytest.mark.exhaustive
async def test_replayed_commands_of_rollouts_give_the_same_values(
    bench: Any, executable: Path
) -> None:
    floor = bench("rollouts_floor")
    [rollouts] = await floor.recorded([PLAN], ("elements", "html", "screenshot"))
    assert len(rollouts) == 1
    assert await floor.replayed(executable, rollouts, rollouts) > 0
    evaluated = next(
        answer["result"]
        for one in reversed(rollouts[0].after)
        for (method, _), answer in zip(one.commands, one.answers, strict=True)
        if method == "Runtime.evaluate" and "value" in answer["result"]
    )
    evaluated["value"] = "another one"
    with pytest.raises(bench("replay").ReplayFault, match="the value is another one"):
        await floor.replayed(executable, [], rollouts)
