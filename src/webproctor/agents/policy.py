"""The policy: a small transformer that `webproctor train policy` has trained."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import PositiveInt

from webproctor.benchmarks import Benchmark
from webproctor.core.actions.web import web
from webproctor.core.episodes import Step
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation, View
from webproctor.core.text_views import result_text
from webproctor.methods.policy.operations import OPERATIONS, call, past_action
from webproctor.methods.policy.tokens import PastAction, Trace, tokenize


class PolicyAgent:
    """Takes the action that the policy finds most probable in each step."""

    takes = frozenset({"web"})
    reads: frozenset[View] = frozenset({"content"})

    def __init__(self, policy: Any, max_steps: int) -> None:
        self._policy = policy
        self._max_steps = max_steps
        self._trace = Trace("")
        self._last_action: PastAction | None = None

    def act(self, observation: Observation) -> Step:
        if observation.step == 0:
            self._trace, self._last_action = Trace(observation.instruction), None
        if self._last_action is not None:
            results = observation.results
            self._trace.add(self._last_action, result_text(results[-1]) if results else "")
        if observation.step >= self._max_steps:
            return Step(done=True)
        tokens = tokenize(self._trace.situation(observation.read("content")))
        choice = self._policy.choose(tokens)
        self._last_action = past_action(choice, tokens)
        action_call, name = call(choice, tokens), OPERATIONS[choice.operation].name
        thought = f"{name} {self._last_action.text}".strip()
        if action_call["name"] == "done":
            return Step(done=True, answer=action_call["arguments"]["answer"], thought=thought)
        return Step(
            actions=[web.read(action_call["name"], action_call["arguments"])], thought=thought
        )


def policy(
    benchmark: Benchmark,
    *,
    policy: Annotated[Path, "Folder of a policy that `webproctor train policy` has written."],
    device: Annotated[str, "PyTorch device, such as cuda."] = "cpu",
    max_steps: Annotated[PositiveInt, "Maximum number of steps."] = 25,
) -> PolicyAgent:
    """A small transformer trained on the benchmark's own tasks; it reads text only.

    Raises:
        UserError: If PyTorch is not installed, or the folder has no policy.
    """
    try:
        from webproctor.methods.policy.network import load
    except ImportError as error:
        raise UserError(
            f"the policy needs PyTorch ({error.name}): pip install 'webproctor[models]'."
        ) from error
    return PolicyAgent(load(policy, device), max_steps)
