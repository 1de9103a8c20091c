"""The agent `policy`: the results and past actions that it remembers. What it learns is tested in
`tests/training/test_policy.py`.
"""

from pathlib import Path

import pytest

from webproctor.agents.policy import PolicyAgent, policy
from webproctor.benchmarks import load_benchmark
from webproctor.core.actions import ActionResult, InvalidAction, web
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation
from webproctor.methods.policy.operations import OPERATIONS, Choice
from webproctor.methods.policy.tokens import Token

NAMES = [operation.name for operation in OPERATIONS]


class Scripted:
    """Chooses given operations in order; the target is the first element, the text one word."""

    def __init__(self, *names: str, word: str = "") -> None:
        self.names, self.word = list(names), word
        self.seen: list[list[Token]] = []

    def choose(self, seen: list[Token]) -> Choice:
        self.seen.append(seen)
        places = {one.kind: at for at, one in reversed(list(enumerate(seen)))}
        word = next((at for at, one in enumerate(seen) if one.text == self.word), 0)
        return Choice(NAMES.index(self.names.pop(0)), places.get("element", 0), word, word)


def page(step: int, *results: ActionResult) -> Observation:
    content = '[0 button "Go"]\n[end of the page]'
    return Observation(instruction="Go.", step=step, content=content, results=results)


def test_the_thought_of_a_step_describes_the_chosen_action() -> None:
    step = PolicyAgent(Scripted("click"), 5).act(page(0))
    assert step.actions == [web.Click(element=0)]
    assert step.thought == 'click button "Go"'


def test_the_policy_remembers_its_actions_and_results_with_data() -> None:
    scripted = Scripted("list files", "answer", word="a.txt")
    agent = PolicyAgent(scripted, 5)
    agent.act(page(0))
    step = agent.act(page(1, ActionResult(ok=True, message="files", data="a.txt")))
    assert (step.done, step.answer) == (True, "a.txt")
    assert "list files " in [one.text for one in scripted.seen[1] if one.kind == "past"]


def test_another_episode_starts_without_memory() -> None:
    scripted = Scripted("enter", "enter", "enter")
    agent = PolicyAgent(scripted, 5)
    for step in (0, 1, 0):
        agent.act(page(step))
    assert [sum(one.kind == "past" for one in seen) for seen in scripted.seen] == [0, 1, 0]


def test_a_number_on_the_page_that_an_action_does_not_allow_is_an_invalid_action() -> None:
    seen = Observation(instruction="Go.", content="Wait 90 seconds\n[end of the page]")
    (action,) = PolicyAgent(Scripted("wait for", word="90"), 5).act(seen).actions
    assert isinstance(action, InvalidAction)
    assert action.fault == "wait: seconds: must be a number from 0 to 60"


def test_the_policy_stops_at_its_step_limit() -> None:
    agent = PolicyAgent(Scripted("enter", "enter"), 1)
    agent.act(page(0))
    assert agent.act(page(1)).done


def test_a_folder_without_a_policy_is_a_user_error(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: extra `models`")
    with pytest.raises(UserError, match=r"file not found\. Train a policy"):
        policy(load_benchmark("webgames"), policy=tmp_path)
