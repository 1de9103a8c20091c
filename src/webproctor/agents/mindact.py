"""MindAct: a ranker selects candidates, a predictor chooses one (Mind2Web paper, section 3).

It works on offline sessions and on live pages: it reads only the page's tree.
"""

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import PositiveInt

from webproctor.benchmarks import Benchmark
from webproctor.benchmarks.mind2web.benchmark import Mind2Web
from webproctor.benchmarks.mind2web.paper_examples import paper_examples
from webproctor.core.actions import Action
from webproctor.core.actions.form import ModifyCheckbox, ModifyRadio, ModifySelect, ModifyText
from webproctor.core.actions.web import Click, SelectOption, Type, Wait
from webproctor.core.dom import ID, Dom, field_name, role
from webproctor.core.episodes import Step
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf
from webproctor.core.llm import Model
from webproctor.core.observations import Observation, View
from webproctor.core.presets import Preset
from webproctor.methods.mindact.answers import Choice
from webproctor.methods.mindact.examples import Example, read_examples
from webproctor.methods.mindact.predictors import (
    Conditions,
    Predictor,
    Situation,
    takes,
)
from webproctor.methods.mindact.predictors import predictor as make_predictor
from webproctor.methods.mindact.rankers import Ranker, page_scores, takes_device, top
from webproctor.methods.mindact.rankers import ranker as make_ranker
from webproctor.methods.mindact.ranking import Scores, read_scores, scores_of
from webproctor.methods.mindact.reprs import Repr
from webproctor.methods.mindact.tournament import LastCandidate

# The system message of the paper's Table 8.
_PAPER_SYSTEM = (
    "You are a helpful assistant that is great at website design, navigation, and executing tasks "
    "for the user"
)
_PAPER_RANKER = "cross-encoder:osunlp/MindAct_CandidateGeneration_deberta-v3-base"
PRESETS = {
    ("paper", "mind2web"): Preset(
        version=1,
        source="Deng et al. 2023 (arXiv:2306.06070), sections 3 and 4, Table 8",
        agent={
            "ranker": _PAPER_RANKER,
            "scores": None,
            "top_k": 50,
            "group_size": 5,
            "last_candidate": "published",
            "prompt_variant": "paper",
            "shots": 3,
            "examples": None,
            "system_message": None,
        },
        benchmark={"colons": "lost", "equivalence_box": "target"},
    )
}


class MindAct:
    """The agent of this module; the factory `mindact` describes the settings."""

    takes = frozenset({"web", "form"})
    reads: frozenset[View] = frozenset({"dom"})

    def __init__(
        self,
        ranker: Ranker | None,
        predictor: Predictor,
        *,
        top_k: int,
        max_steps: int,
        forms: bool = False,
        scores: Scores | None = None,
        uses_model: bool = True,
    ) -> None:
        self.uses_model = uses_model
        self._ranker = ranker
        self._scores = scores
        self._predictor = predictor
        self._top_k = top_k
        self._max_steps = max_steps
        self._forms = forms
        self._past_actions: list[str] = []

    async def act(self, observation: Observation) -> Step:
        if observation.step == 0:
            self._past_actions = []
        dom: Dom = observation.read("dom")
        history = observation.history
        previous = list(history) if history is not None else self._past_actions
        task = observation.instruction
        pool = await asyncio.to_thread(self._pool, dom, task, previous)
        prediction = await self._predictor.predict(Situation(dom.tree, task, previous, pool))
        choice = prediction.choice
        actions: list[Action] = [] if self._forms else [Wait()]
        if choice.element is not None:
            number = dom.elements[dom.candidates.index(choice.element)]
            actions = form_action(choice, dom) if self._forms else [web_action(choice, number)]
            self._past_actions.append(str(_as_repr(dom, choice)))
        last = history is None and observation.step + 1 >= self._max_steps
        ids = [dom.tree.attributes[index].get(ID, "") for index in pool]
        notes = {"pool": ids, **prediction.notes}
        if history is not None and choice.element is not None:
            # If the model named no operation, none is recorded, although the action is a click.
            notes["prediction"] = {"op": choice.op, "value": choice.value}
        return Step(actions=actions, done=last, usage=prediction.usage, notes=notes)

    def _pool(self, dom: Dom, task: str, previous: list[str]) -> list[int]:
        if self._ranker is None:
            return _stored_pool(self._scores or {}, dom, self._top_k)
        scores = page_scores(self._ranker, dom.tree, dom.candidates, task, previous)
        return [dom.candidates[index] for index in top(scores, self._top_k)]


def _stored_pool(scores: Scores, dom: Dom, top_k: int) -> list[int]:
    if dom.key not in scores:
        raise UserError(f"the scores file has no scores for step {dom.key or '(a live page)'!r}.")
    ids = [dom.tree.attributes[index].get(ID, "") for index in dom.candidates]
    step_scores = scores_of(scores, dom.key, set(ids))
    known = [step_scores.get(node_id, -math.inf) for node_id in ids]
    return [dom.candidates[index] for index in top(known, top_k)]


def web_action(choice: Choice, element: int) -> Action:
    """Return a choice as an action on the element of that number."""
    if choice.op == "TYPE":
        return Type(element=element, text=choice.value, clear=True)
    if choice.op == "SELECT":
        return SelectOption(element=element, option=choice.value)
    return Click(element=element)


def form_action(choice: Choice, dom: Dom) -> list[Action]:
    """Return a choice as an action on a form control, by its name; none if it is not a control."""
    assert choice.element is not None
    attributes, tag = dom.tree.attributes[choice.element], dom.tree.tags[choice.element]
    name = attributes.get("name", "")
    if not name:
        return []
    kind, value = attributes.get("type", ""), attributes.get("value", "on")
    if kind == "radio":
        return [ModifyRadio(input_name=name, input_value=value)]
    if kind == "checkbox":
        return [ModifyCheckbox(input_name=name, input_value=value)]
    if tag == "select":
        return [ModifySelect(input_name=name, input_value=choice.value)]
    return [ModifyText(input_name=name, input_value=choice.value)] if choice.value else []


def _as_repr(dom: Dom, choice: Choice) -> Repr:
    assert choice.element is not None
    tree, index = dom.tree, choice.element
    return Repr(role(tree, index), field_name(tree, index), choice.op or "CLICK", choice.value)


def _has_weights(its: Mapping[str, Any]) -> bool:
    """Whether the ranker or the predictor that settings name runs on a device."""
    ranks = its["scores"] is None and takes_device(its["ranker"])
    predictor = its["predictor"]
    return ranks or (takes(predictor, "conditions") and not takes(predictor, "model"))


_WITH_MODEL = OnlyIf("with --predictor {predictor}", lambda its: takes(its["predictor"], "model"))
_WITH_CONDITIONS = OnlyIf(
    "with --predictor {predictor}", lambda its: takes(its["predictor"], "conditions")
)


def mindact(
    benchmark: Benchmark,
    model: Model | None = None,
    *,
    ranker: Annotated[
        str,
        "bm25; embeddings or embeddings:MODEL; cross-encoder:MODEL; path/file.py:NAME.",
        OnlyIf("with --scores", lambda its: its["scores"] is None),
    ] = "bm25",
    scores: Annotated[
        Path | None, "File with ranks, used instead of --ranker: .json, .pkl or .parquet."
    ] = None,
    predictor: Annotated[
        str,
        "ranker; multi-choice:MODEL; generation:MODEL; llm, which uses --model; path/file.py:NAME.",
    ] = "ranker",
    top_k: Annotated[int, "Number of candidates that the predictor chooses from."] = 50,
    group_size: Annotated[int, "Number of candidates in one question.", _WITH_CONDITIONS] = 5,
    last_candidate: Annotated[
        LastCandidate,
        "A last candidate that was in no question: ask about it, or drop it as published.",
        _WITH_CONDITIONS,
    ] = "ask",
    seed: Annotated[int, "Seed of the grouping of candidates.", _WITH_CONDITIONS] = 0,
    prompt_variant: Annotated[
        Literal["own", "paper"],
        "System message and examples of predictor llm: webproctor's, or the paper's, whose "
        "examples are read from the train split in --data.",
        _WITH_MODEL,
    ] = "own",
    shots: Annotated[int, "Number of examples in the prompt of predictor llm.", _WITH_MODEL] = 3,
    examples: Annotated[
        Path | None, "JSON file with other examples for the prompt.", _WITH_MODEL
    ] = None,
    system_message: Annotated[
        str | None, "Another system message for the prompt.", _WITH_MODEL
    ] = None,
    device: Annotated[
        str | None,
        "Device for models, such as cuda; default: the best available.",
        OnlyIf("without a ranker or a predictor with weights", _has_weights),
    ] = None,
    max_steps: Annotated[PositiveInt, "Maximum number of steps on live pages."] = 20,
) -> MindAct:
    """MindAct: a ranker and a predictor, on offline sessions and live pages.

    Raises:
        UserError: If a setting is invalid, or a model or its library is not available.
    """
    if top_k < 1 or not 2 <= group_size <= 25:
        raise UserError("top_k must be 1 or more, and group_size must be 2 to 25.")
    forms = any(task.actions == "form" for task in benchmark.tasks())
    conditions = Conditions(
        seed=seed,
        group_size=group_size,
        last_candidate=last_candidate,
        device=device or "",
        shots=shots,
        examples=_examples_for(benchmark, prompt_variant, examples),
        system=system_message or (_PAPER_SYSTEM if prompt_variant == "paper" else ""),
    )
    return MindAct(
        make_ranker(ranker, device or "") if scores is None else None,
        make_predictor(predictor, model, conditions),
        top_k=top_k,
        max_steps=max_steps,
        forms=forms,
        scores=read_scores(scores, benchmark.step_keys) if scores else None,
        uses_model=takes(predictor, "model"),
    )


def _examples_for(
    benchmark: Benchmark, prompt_variant: Literal["own", "paper"], path: Path | None
) -> Callable[[], Sequence[Example]]:
    """Return what reads the examples; predictors without examples do not call it."""
    if path is not None:
        return partial(read_examples, path)
    if prompt_variant == "own":
        return read_examples
    if not isinstance(benchmark, Mind2Web):
        raise UserError(
            "prompt_variant paper is available only for mind2web, which has the paper's examples: "
            "use prompt_variant own, or name a file of examples."
        )
    return partial(paper_examples, benchmark.dataset)
