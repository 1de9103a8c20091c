"""Agents that do not read their pages: they need no ability for what they score.

    webproctor run miniwob --seeds 5 --agent scripts/blind_agents.py:ClickEach --out RUN
    python scripts/blind_scores.py RUN

They see the elements, but neither the instruction nor any text.
"""

from webproctor import Step
from webproctor.core.actions import web
from webproctor.core.observations import Observation, View


class ClickEach:
    """Clicks each element once, in the order of the page, one in a step."""

    reads: frozenset[View] = frozenset({"elements"})

    async def act(self, observation: Observation) -> Step:
        elements, step = observation.read("elements"), observation.step
        if step >= len(elements):
            return Step(done=True, answer="")
        return Step(actions=[web.Click(element=elements[step].index)])


class ClickLast:
    """Clicks the last element, which is often the button that submits."""

    reads: frozenset[View] = frozenset({"elements"})

    async def act(self, observation: Observation) -> Step:
        elements = observation.read("elements")
        return Step(
            actions=[web.Click(element=one.index) for one in elements[-1:]], done=True, answer=""
        )
