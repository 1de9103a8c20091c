"""Evaluate your own agent on three WebGames, and write a report.

    python examples/own_agent.py

The agent clicks every marked element once, from top to bottom, and returns the password that the
page shows when the game is won.
"""

import re

from webproctor import Observation, Step, View, evaluate
from webproctor.core.actions import web

PASSWORD = re.compile(r"\b[a-z]+-[a-z]+-[a-z]+-\d{4}\b")


class ClickEverything:
    reads: frozenset[View] = frozenset({"elements", "text"})

    def __init__(self) -> None:
        self.clicked: set[str] = set()

    async def act(self, observation: Observation) -> Step:
        if found := PASSWORD.search(observation.read("text")):
            return Step(actions=[], done=True, answer=found[0])
        for element in observation.read("elements"):
            if element.label not in self.clicked:
                self.clicked.add(element.label)
                return Step(actions=[web.Click(element=element.index)])
        return Step(actions=[], done=True)


if __name__ == "__main__":
    games = ("buttons-easy", "click-cubed-easy", "date")
    run = evaluate("webgames", ClickEverything, settings={"task": games, "clock": "virtual"})
    for task, score in run.scores.items():
        print(f"{task}: {score:.0%}")
    print(f"Report: {run.folder / 'report.html'}")
