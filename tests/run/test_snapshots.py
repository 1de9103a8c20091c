"""Snapshots of the pages of a run."""

from pathlib import Path
from typing import Any

import pytest

from webproctor.core.actions import Action, ActionResult
from webproctor.core.observations import Observation, View
from webproctor.core.sessions import DATA, Session, SessionLost
from webproctor.run.snapshots import Snapshots


class WithoutScreenshot(Session):
    """A session that cannot return a screenshot."""

    def __init__(self, cause: str) -> None:
        self._cause = cause

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        if "screenshot" in reads:
            raise SessionLost(self._cause, "no screenshot")
        return Observation(text="the page" if "text" in reads else None)

    async def act(self, action: Action) -> ActionResult:
        raise NotImplementedError

    async def evidence(self) -> dict[str, Any]:
        raise NotImplementedError


async def test_a_snapshot_has_the_other_views_if_the_data_has_no_screenshot(
    tmp_path: Path,
) -> None:
    snapshot = await Snapshots(tmp_path, "all").take(WithoutScreenshot(DATA), None, ())
    assert snapshot.text
    assert not snapshot.screenshot


async def test_a_browser_that_fails_in_a_snapshot_makes_the_episode_void(tmp_path: Path) -> None:
    with pytest.raises(SessionLost):
        await Snapshots(tmp_path, "all").take(WithoutScreenshot("browser"), None, ())
