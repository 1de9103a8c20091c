"""The policy: a small transformer that `webproctor train policy` has trained."""

from pathlib import Path
from typing import Annotated, Any

from webproctor.benchmarks import Benchmark
from webproctor.core.actions.web import web
from webproctor.core.episodes import Turn
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation, View
from webproctor.core.text_views import result_text
from webproctor.methods.policy.operations import OPERATIONS, call, past
from webproctor.methods.policy.tokens import Past, Trace, tokens


class PolicyAgent:
    """Does in each step what the policy finds most probable."""

    takes = frozenset({"web"})
    reads: frozenset[View] = frozenset({"content"})

    def __init__(self, policy: Any, turns: int) -> None:
        self._policy = policy
        self._turns = turns
        self._trace = Trace("")
        self._past: Past | None = None

    def act(self, observation: Observation) -> Turn:
        if observation.turn == 0:
            self._trace, self._past = Trace(observation.instruction), None
        if self._past is not None:
            results = observation.results
            self._trace.acted(self._past, result_text(results[-1]) if results else "")
        if observation.turn >= self._turns:
            return Turn(done=True)
        seen = tokens(self._trace.situation(observation.read("content")))
        choice = self._policy.choose(seen)
        self._past = past(choice, seen)
        made, name = call(choice, seen), OPERATIONS[choice.operation].name
        thought = f"{name} {self._past.text}".strip()
        if made["name"] == "done":
            return Turn(done=True, answer=made["arguments"]["answer"], thought=thought)
        return Turn(actions=[web.read(made["name"], made["arguments"])], thought=thought)


def policy(
    benchmark: Benchmark,
    *,
    policy: Annotated[Path, "Folder of a policy that `webproctor train policy` has written."],
    device: Annotated[str, "PyTorch device, such as cuda."] = "cpu",
    turns: Annotated[int, "Maximum number of steps."] = 25,
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
    return PolicyAgent(load(policy, device), turns)
