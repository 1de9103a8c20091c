"""A live session on one MiniWoB++ page."""

import json
from pathlib import Path
from typing import Any

from webproctor.core.actions import Action, ActionResult
from webproctor.core.observations import Observation, View
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Page
from webproctor.environments.browser.clock import Clock
from webproctor.environments.browser.document import ScriptError
from webproctor.environments.browser.session import WebSession

_START = Path(__file__).with_name("start.js").read_text(encoding="utf-8")
# A reason can be any value of the page.
_OUTCOME = """typeof WOB_DONE_GLOBAL === "undefined" || !WOB_DONE_GLOBAL ? null : {
  raw_reward: WOB_RAW_REWARD_GLOBAL,
  reward: WOB_REWARD_GLOBAL,
  reason: WOB_REWARD_REASON == null ? "" : String(WOB_REWARD_REASON),
}"""
# The longest delay of a page's timer, in milliseconds: 24.8 days.
NO_LIMIT = 2**31 - 1


class MiniWobSession(WebSession):
    """A session that ends when the page has given its reward.

    Attributes:
        utterance: The page's instruction for this seed.
        outcome: The reward and its reason, in the first tab; None until the page has given one.
    """

    utterance = ""
    outcome: dict[str, Any] | None = None

    def __init__(self, page: Page, clock: Clock, think: float) -> None:
        super().__init__(page, clock, think)
        self._first = page

    async def start(self, seed: int, *, timed: bool) -> None:
        """Start the episode of a page that has been opened.

        Args:
            timed: Whether the page's own time limit applies.

        Raises:
            SessionLost: If the episode does not start.
        """
        options = json.dumps({"seed": seed, "limit": None if timed else NO_LIMIT})
        try:
            utterance = await self.page.evaluate(f"({_START})({options})")
        except ScriptError as error:
            message = f"{self.page.url}: the episode did not start: {error}"
            raise SessionLost("page", message) from error
        self.utterance = str(utterance)
        await self.wait_until_idle()

    @property
    def over(self) -> bool:
        return self.outcome is not None

    async def peek(self, reads: frozenset[View] = frozenset()) -> Observation:
        observation = await super().peek(reads)
        return observation.model_copy(update={"instruction": self.utterance})

    async def act(self, action: Action) -> ActionResult:
        if self.over:
            return ActionResult(ok=False, message="refused: the task has ended")
        result = await super().act(action)
        await self._judge()
        if not self.over:
            return result
        return result.model_copy(update={"message": f"{result.message}; the task has ended"})

    async def evidence(self) -> dict[str, Any]:
        await self._judge()
        result = {"utterance": self.utterance, "outcome": self.outcome, "url": self._first.url}
        return await super().evidence() | result

    async def _judge(self) -> None:
        """Read the page's reward; the first one counts. A closed page gives none."""
        if self.outcome is None:
            self.outcome = await self._answering(self._read_outcome)

    async def _read_outcome(self) -> dict[str, Any] | None:
        if self._first.tab.closed.is_set():
            return None
        return await self._first.try_evaluate(_OUTCOME)
