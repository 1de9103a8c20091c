"""Tests of the scores of instances and the means of a run."""

import math

import pytest
from benchmarks.turkingbench.fields import both, field
from benchmarks.turkingbench.real_data import DATA, needs_data
from per_change import every

from webproctor.benchmarks.turkingbench.dataset import Dataset, TaskFolder
from webproctor.benchmarks.turkingbench.markup import Control, controls
from webproctor.benchmarks.turkingbench.scoring import (
    InstanceScore,
    mean,
    score_field,
    score_instance,
    summarise,
)

NAN = math.nan

# Instances


@both
def test_the_score_of_an_instance_is_the_mean_of_counted_fields(variant):
    fields = [
        field("radio", "a", name="right"),
        field("radio", "b", name="wrong"),
        field("text", "x", name="unseen", visible=False),
        field("text", "x", name="optional"),
    ]
    gold = {"right": ["a"], "wrong": ["a"], "unseen": ["x"], "optional": [NAN]}
    assert score_instance(fields, gold, variant).value == 0.5


@both
def test_an_instance_without_counted_fields_scores_0(variant):
    assert score_instance([field("text", "x", visible=False)], {"q": ["x"]}, variant).value == 0.0
    assert score_instance([], {}, variant).value == 0.0


def test_a_field_score_has_the_compared_values():
    score = score_field(field("select", "a"), ["b", NAN, "b"], "parity")
    assert score.model_dump() == {
        "name": "q", "type": "select", "answer": "a", "gold": ["b", None, "b"], "score": 0.0,
        "counted": True, "why": "",
    }  # fmt: skip


def test_a_score_survives_json():
    scored = score_instance(
        [field("radio", "4"), field("select", "a", name="r")], {"q": [4.0, True], "r": [NAN, 3]}
    )
    assert InstanceScore.model_validate_json(scored.model_dump_json()) == scored


# Means


def instance(*marks, kind="radio"):
    """Return an instance whose fields have scores of 0 or 1."""
    fields = [field(kind, "a", name=str(place)) for place, _ in enumerate(marks)]
    return score_instance(fields, {str(n): ["a" if one else "b"] for n, one in enumerate(marks)})


def test_the_headline_is_the_mean_over_tasks_of_the_mean_over_instances():
    run = summarise(
        [("A", instance(1)), ("A", instance(0)), ("B", instance(1)), ("A", instance(0))]
    )
    assert run.tasks["A"].instance_mean == pytest.approx(1 / 3)
    assert run.mean_over_tasks == pytest.approx((1 / 3 + 1) / 2)
    assert run.mean_over_instances == 0.5


def test_a_task_also_has_a_mean_over_its_fields():
    run = summarise([("A", instance(1, 1, 1)), ("A", instance(0)), ("B", instance(0))])
    assert run.tasks["A"].instance_mean == 0.5
    assert run.tasks["A"].field_mean == 0.75
    assert run.mean_over_tasks_by_field == 0.375


def test_an_errored_instance_scores_0():
    run = summarise([("A", instance(1, 1)), ("A", None), ("B", None)])
    assert (run.tasks["A"].instances, run.tasks["A"].errored) == (2, 1)
    assert (run.tasks["A"].instance_mean, run.tasks["A"].field_mean) == (0.5, 0.5)
    assert (run.tasks["B"].instance_mean, run.tasks["B"].field_mean) == (0.0, 0.0)
    assert run.mean_over_tasks == 0.25
    assert run.mean_over_instances == pytest.approx(1 / 3)


def test_types_have_means_over_counted_fields():
    unseen = score_instance([field("text", "a", visible=False)], {"q": ["a"]})
    run = summarise([("A", instance(1, 0)), ("B", instance(1, kind="text")), ("B", unseen)])
    assert {kind: (of.mean, of.fields) for kind, of in run.types.items()} == {
        "radio": (0.5, 2),
        "text": (1.0, 1),
    }


def test_in_means_over_fields_a_range_has_its_own_score():
    scored = score_instance([field("range", "10")], {"q": [40]})
    run = summarise([("A", scored)])
    assert (run.tasks["A"].instance_mean, run.tasks["A"].field_mean) == (1.0, 0.25)
    assert run.types["range"].mean == 0.25


def test_means_of_no_instances_are_0():
    run = summarise([])
    assert (run.mean_over_tasks, run.mean_over_instances, run.tasks) == (0.0, 0.0, {})


# The public data: scores of an agent that does nothing

DO_NOTHING = {
    "Ethical rule-of-thumb quality": (0.1763, 0.1763),
    "Associate countries and languages with Ethnologue": (0.0052, 0.0),
    "Radiology Report Sentence Classification": (0.7025, 0.0),
    "Scalar Adjectives Identification": (0.0015, 0.0),
    "Story Relations": (0.0024, 0.0),
    "Text Game Eval": (0.2222, 0.2333),
    "Event effect": (0.0, 0.0),
    "Missing Adjective": (0.0, 0.0),
    "Word Formality Annotation": (0.0, 0.0),
}
"""The original's scores for doing nothing: all instances, and the first 20 of them."""

SEEN = {  # Tasks in which answers reveal further fields.
    "Radiology Report Sentence Classification": {"classification1", "confidence1"},
    "Text Game Eval": {"judgment", "moralSaliency", "summary"},
    "Event effect": {"xhaseff", "ohaseff"},
}


def untouched(task: TaskFolder, index: int) -> list[dict]:
    """Return the fields as read from the page after loading."""
    first: dict[str, Control] = {}
    for control in controls(task.render(index)):
        first.setdefault(control.name, control)
    if task.name == "Scalar Adjectives Identification":  # A script creates them.
        first = {name: Control("input", name, "radio") for name in task.field_names}
    seen = SEEN.get(task.name, first)
    return [
        field(
            control.type,
            *_initial(control),
            name=name,
            visible=control.type != "hidden" and name in seen,
        )
        for name, control in first.items()
        if name in task.field_names
    ]


def _initial(control: Control) -> list[str | None]:
    match control.type:
        case "radio" | "checkbox":
            return []
        case "select":
            return [*control.options[:1]]
        case "textarea":
            return [""]
    return [control.value]


@needs_data
@pytest.mark.parametrize("name", every(3, DO_NOTHING))
def test_do_nothing_gets_the_scores_of_the_original_code(name):
    task = Dataset(DATA).task(name)
    values = [
        score_instance(untouched(task, index), task.gold(index)).value
        for index in range(len(task.instances))
    ]
    assert (round(mean(values), 4), round(mean(values[:20]), 4)) == DO_NOTHING[name]
