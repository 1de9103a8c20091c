"""Inputs and answers of rankers and predictors equal those of the released code."""

import json
from pathlib import Path
from typing import Any

import pytest

from webproctor.core.dom import parse
from webproctor.core.dom.tree import Tree
from webproctor.methods.mindact.answers import Choice, read_choice, read_generation
from webproctor.methods.mindact.prompts import Asker, choice_target, generation_target
from webproctor.methods.mindact.texts import candidate_texts, query

TASK = "Check for pickup restaurant available in Boston, NY on March 18, 5pm with just one guest"


@pytest.fixture(scope="module")
def golden(data: Path) -> dict[str, Any]:
    path = data / "mind2web" / "golden_format_reconstructed_step0.json"
    return json.loads(path.read_bytes())


@pytest.fixture(scope="module")
def tree(data: Path) -> Tree:
    path = data / "mind2web" / "reconstructed_train_record_7bda9645_step0.json"
    return parse(json.loads(path.read_bytes())[0]["actions"][0]["cleaned_html"])


def test_the_query_is_the_references(golden: dict[str, Any]) -> None:
    assert query(TASK, []) == golden["ranker_query"]


def test_the_query_names_the_last_three_actions() -> None:
    assert query("t", ["a", "b", "c", "d"]) == "task is: t\nPrevious actions: b; c; d"


def test_every_candidates_text_is_the_references(golden: dict[str, Any], tree: Tree) -> None:
    listed = golden["ranker"]
    texts = candidate_texts(tree, [tree.places[one["backend_node_id"]] for one in listed])
    assert texts == [one["text"] for one in listed]


def test_questions_and_targets_are_the_references(golden: dict[str, Any], tree: Tree) -> None:
    for group in golden["groups"]:
        style = "brackets" if group["keep_html_brackets"] else "parentheses"
        asker = Asker(tree, style)
        places = [tree.places[one] for one in group["candidate_ids"]]
        right = tree.places.get(str(group["gt"]))
        choice, generation = asker.choice(TASK, [], places), asker.generation(TASK, [], places)
        assert choice.context == group["context"]
        assert choice.text == group["input"]
        assert choice_target(choice, right, "SELECT", "Pickup") == group["target"]
        assert generation.text == group["generation_input"]
        assert (
            generation_target(generation, right, "SELECT", "Pickup") == group["generation_target"]
        )


@pytest.fixture
def page() -> Tree:
    return parse(
        '<html backend_node_id="0"><a backend_node_id="1" title="one"/>'
        '<a backend_node_id="2" title="two"/><input backend_node_id="3" name="q"/></html>'
    )


def test_previous_actions_are_the_last_five(page: Tree) -> None:
    asked = Asker(page).choice("t", list("abcdef"), [1])
    assert "Previous actions:\nb\nc\nd\ne\nf\nWhat" in asked.text


@pytest.mark.parametrize(
    ("words", "choice"),
    [
        ("D.\nAction: TYPE\nValue: new york", Choice(3, "TYPE", "new york")),
        ("C. Action: TYPE Value: Alexandria", Choice(2, "TYPE", "Alexandria")),
        ("B.\nAction: CLICK\n", Choice(1, "CLICK")),
        ("B", Choice(1)),
        ("A.", Choice()),
        ("E. Action: CLICK", Choice()),
        ("?", Choice()),
        ("", Choice()),
        ("1. Action: CLICK", Choice()),
    ],
)
def test_a_fine_tuned_answer_is_read(page: Tree, words: str, choice: Choice) -> None:
    assert read_choice(words, Asker(page).choice("t", [], [1, 2, 3])) == choice


@pytest.mark.parametrize(
    ("words", "choice"),
    [
        ("Answer: C.\nAction: CLICK", Choice(2, "CLICK")),
        ("I think so.\nAnswer: D.\nAction: SELECT\nValue: x", Choice(3, "SELECT", "x")),
        ("Answer: F.", Choice()),
        ("no idea", Choice()),
    ],
)
def test_a_language_models_answer_is_read(page: Tree, words: str, choice: Choice) -> None:
    assert read_choice(words, Asker(page).choice("t", [], [1, 2, 3]), "llm") == choice


@pytest.mark.parametrize(
    ("words", "choice"),
    [
        ("Element: (a id=1 two )\nAction: CLICK\n", Choice(2, "CLICK")),
        ("Element: (input q )\nAction: TYPE\nValue: x", Choice(3, "TYPE", "x")),
        # An invalid number: chosen by similarity.
        (f"Element: (a id={'9' * 5_000} two )\nAction: CLICK", Choice(2, "CLICK")),
        ("None", Choice()),
        ("", Choice()),
    ],
)
def test_a_generated_answer_is_read(page: Tree, words: str, choice: Choice) -> None:
    assert read_generation(words, Asker(page).generation("t", [], [1, 2, 3])) == choice
