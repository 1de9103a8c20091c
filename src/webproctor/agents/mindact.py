"""MindAct: a ranker picks candidates, a predictor chooses among them (Mind2Web paper, section 3).

It acts on recorded sessions and on live pages alike: all it reads is the page as a tree.
"""

import asyncio
import math
from pathlib import Path
from typing import Annotated

from webproctor.actions import Action
from webproctor.actions.form import ModifyCheckbox, ModifyRadio, ModifySelect, ModifyText
from webproctor.actions.web import Click, SelectOption, Type, Wait
from webproctor.benchmarks import Benchmark
from webproctor.dom import ID, Dom, name, role
from webproctor.episodes import Turn
from webproctor.errors import UserError
from webproctor.mindact.answers import Choice
from webproctor.mindact.predictors import Conditions, Predictor, Situation
from webproctor.mindact.predictors import predictor as make_predictor
from webproctor.mindact.rankers import Ranker, top
from webproctor.mindact.rankers import ranker as make_ranker
from webproctor.mindact.ranking import Scores, read_scores
from webproctor.mindact.reprs import Repr
from webproctor.mindact.texts import candidate_texts, query
from webproctor.mindact.tournament import Lone
from webproctor.models import Model
from webproctor.observations import Observation, View


class MindAct:
    """See the module; the factory `mindact` explains the settings."""

    takes = frozenset({"web", "form"})
    reads: frozenset[View] = frozenset({"dom"})

    def __init__(
        self,
        ranker: Ranker,
        predictor: Predictor,
        *,
        top_k: int,
        turns: int,
        forms: bool = False,
        scores: Scores | None = None,
    ) -> None:
        self._ranker = ranker
        self._scores = scores
        self._predictor = predictor
        self._top_k = top_k
        self._turns = turns
        self._forms = forms
        self._done: list[str] = []

    async def act(self, observation: Observation) -> Turn:
        if observation.turn == 0:
            self._done = []
        dom: Dom = observation.read("dom")
        told = observation.history
        previous = list(told) if told is not None else self._done
        task = observation.instruction
        pool = await asyncio.to_thread(self._pool, dom, task, previous)
        made = await self._predictor.predict(Situation(dom.tree, task, previous, pool))
        choice = made.choice
        actions: list[Action] = [] if self._forms else [Wait()]
        if choice.element is not None:
            number = dom.elements[dom.candidates.index(choice.element)]
            actions = form_action(choice, dom) if self._forms else [web_action(choice, number)]
            self._done.append(str(_words(dom, choice)))
        last = told is None and observation.turn + 1 >= self._turns
        ids = [dom.tree.attributes[place].get(ID, "") for place in pool]
        return Turn(
            actions=actions,
            done=last,
            usage=made.usage,
            notes={"pool": ids, **made.notes},
        )

    def _pool(self, dom: Dom, task: str, previous: list[str]) -> list[int]:
        if self._scores is not None:
            return _stored_pool(self._scores, dom, self._top_k)
        texts = candidate_texts(dom.tree, dom.candidates)
        scores = self._ranker.score(query(task, previous), texts)
        return [dom.candidates[place] for place in top(scores, self._top_k)]


def _stored_pool(scores: Scores, dom: Dom, top_k: int) -> list[int]:
    if dom.key not in scores:
        raise UserError(f"the file of scores has none for step {dom.key or '(a live page)'!r}.")
    of = scores[dom.key]
    attributes = dom.tree.attributes
    known = [of.get(attributes[place].get(ID, ""), -math.inf) for place in dom.candidates]
    return [dom.candidates[place] for place in top(known, top_k)]


def web_action(choice: Choice, element: int) -> Action:
    """A choice as an action on an element of that number."""
    if choice.op == "TYPE":
        return Type(element=element, text=choice.value, clear=True)
    if choice.op == "SELECT":
        return SelectOption(element=element, option=choice.value)
    return Click(element=element)


def form_action(choice: Choice, dom: Dom) -> list[Action]:
    """A choice as an action on a form's control, by its name; none where it is no control."""
    assert choice.element is not None
    given, tag = dom.tree.attributes[choice.element], dom.tree.tags[choice.element]
    named = given.get("name", "")
    if not named:
        return []
    kind, value = given.get("type", ""), given.get("value", "on")
    if kind == "radio":
        return [ModifyRadio(input_name=named, input_value=value)]
    if kind == "checkbox":
        return [ModifyCheckbox(input_name=named, input_value=value)]
    if tag == "select":
        return [ModifySelect(input_name=named, input_value=choice.value)]
    return [ModifyText(input_name=named, input_value=choice.value)] if choice.value else []


def _words(dom: Dom, choice: Choice) -> Repr:
    assert choice.element is not None
    tree, place = dom.tree, choice.element
    return Repr(role(tree, place), name(tree, place), choice.op or "CLICK", choice.value)


def mindact(
    benchmark: Benchmark,
    model: Model | None = None,
    *,
    ranker: Annotated[str, "bm25; embeddings or embeddings:MODEL; cross-encoder:MODEL."] = "bm25",
    scores: Annotated[Path | None, "Take ranks from a file of scores, .pkl or .parquet."] = None,
    predictor: Annotated[
        str, "ranker; multi-choice:MODEL; generation:MODEL; llm, which asks --model."
    ] = "ranker",
    top_k: Annotated[int, "How many candidates the predictor chooses among."] = 50,
    group: Annotated[int, "How many it is asked about at a time."] = 5,
    lone: Annotated[
        Lone, "A candidate left without having been asked about: ask, or drop it as published."
    ] = "ask",
    seed: Annotated[int, "Decides how candidates are grouped."] = 0,
    demonstrations: Annotated[int, "Examples that predictor llm is shown."] = 3,
    device: Annotated[str | None, "Where models run, such as cuda; default: the best."] = None,
    turns: Annotated[int, "On live pages: turns before it finishes."] = 20,
) -> MindAct:
    """MindAct: a ranker and a predictor, on recorded and on live pages.

    Raises:
        UserError: If a setting is wrong, or a model or its library cannot be had.
    """
    if top_k < 1 or not 2 <= group <= 25:
        raise UserError("top_k must be 1 or more, and group 2 to 25.")
    forms = any(task.actions == "form" for task in benchmark.tasks())
    conditions = Conditions(
        seed=seed, group=group, lone=lone, device=device or "", demonstrations=demonstrations
    )
    return MindAct(
        make_ranker(ranker, device or ""),
        make_predictor(predictor, model, conditions),
        top_k=top_k,
        turns=turns,
        forms=forms,
        scores=_scores_for(benchmark, scores) if scores else None,
    )


def _scores_for(benchmark: Benchmark, path: Path) -> Scores:
    """A file of scores, which must hold every step of the benchmark."""
    scores = read_scores(path)
    missing = [key for key in getattr(benchmark, "step_keys", ()) if key not in scores]
    if missing:
        raise UserError(f"{path}: has none for {len(missing)} steps, such as {missing[0]}.")
    return scores
