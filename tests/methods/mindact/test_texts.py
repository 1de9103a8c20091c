"""Inputs and answers of rankers and predictors equal those of the released code."""

import json
import random
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st
from methods.mindact.slow_texts import slow_question, slow_ranker_text

from webproctor.core.dom import Style, parse
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


def test_the_query_equals_the_reference(golden: dict[str, Any]) -> None:
    assert query(TASK, []) == golden["ranker_query"]


def test_the_query_names_the_last_three_actions() -> None:
    assert query("t", ["a", "b", "c", "d"]) == "task is: t\nPrevious actions: b; c; d"


def test_every_candidate_text_equals_the_reference(golden: dict[str, Any], tree: Tree) -> None:
    listed = golden["ranker"]
    texts = candidate_texts(tree, [tree.indices[one["backend_node_id"]] for one in listed])
    assert texts == [one["text"] for one in listed]


def test_questions_and_targets_equal_the_reference(golden: dict[str, Any], tree: Tree) -> None:
    for group in golden["groups"]:
        style = "brackets" if group["keep_html_brackets"] else "parentheses"
        asker = Asker(tree, style)
        places = [tree.indices[one] for one in group["candidate_ids"]]
        right = tree.indices.get(str(group["gt"]))
        choice, generation = asker.choice(TASK, [], places), asker.generation(TASK, [], places)
        assert choice.context == group["context"]
        assert choice.text == group["input"]
        assert choice_target(choice, right, "SELECT", "Pickup") == group["target"]
        assert generation.text == group["generation_input"]
        assert (
            generation_target(generation, right, "SELECT", "Pickup") == group["generation_target"]
        )


_WORDS = [
    *"abcde",
    "Search",
    '27"',
    '"',
    "(",
    "( )",
    ")",
    "<b>",
    "R&D",
    "&lt;",
    "&reg=1",
    "&sect=2",
]
_WORDS += ["Größe", "x" * 14, "x" * 15, "http://a.b/?q=1&copy=2", "'", "/>", "id=", "\xa0-"]
_NAMES = ["title", "type", "role", "aria_label", "value", "placeholder", "class", "name", "alt"]


def _page(rng: random.Random) -> tuple[str, list[str]]:
    """Return an indented page of up to 60 elements, and the ids of those that are not text."""
    ids, lines = ["0"], ['<html backend_node_id="0">']
    total = rng.randint(2, 60)

    def some_words(most: int) -> str:
        return " ".join(rng.choices(_WORDS, k=rng.randint(1, most)))

    def value() -> str:
        return rng.choice(
            [some_words(7), some_words(2), some_words(2), "", "none", "Null", "https://x/&reg=1"]
        )

    def add_text() -> None:
        lines.extend(
            rng.choices([[], [escape(some_words(25))], ["<!-- comment -->"]], [8, 1, 1])[0]
        )

    def element(depth: int) -> None:
        nonlocal total
        total -= 1
        tag = rng.choice(["div", "a", "b", "input", "text", "text", "hash-comment"])
        if tag in ("text", "hash-comment"):
            lines.append(f'<{tag} backend_node_id="t{total}">{escape(some_words(25))}</{tag}>')
        else:
            given = {name: value() for name in rng.sample(_NAMES, rng.choice([0, 0, 1, 1, 2, 6]))}
            if rng.random() < 0.9:
                ids.append(str(len(ids)))
                given = {"backend_node_id": ids[-1], **given}
            shown = "".join(f" {name}={quoteattr(value)}" for name, value in given.items())
            inside = rng.choice([0, 0, 1, 1, 2, 5, 12]) if depth < 12 else 0
            if inside or rng.random() < 0.5:
                lines.append(f"<{tag}{shown}>")
                add_text()
                for _ in range(min(inside, total)):
                    element(depth + 1)
                lines.append(f"</{tag}>")
            else:
                lines.append(f"<{tag}{shown}/>")
        add_text()

    while total > 0:
        element(1)
    return "\n".join([*lines, "</html>"]), ids


def _check_texts(seed: int) -> None:
    rng = random.Random(seed)
    markup, ids = _page(rng)
    tree = parse(markup)
    chosen = rng.sample(ids, min(8, len(ids)))
    texts = candidate_texts(tree, [tree.indices[one] for one in chosen])
    assert texts == [slow_ranker_text(markup, one) for one in chosen]
    group = rng.sample(ids, min(5, len(ids)))
    styles: tuple[Style, ...] = ("parentheses", "brackets")
    for style in styles:
        question = Asker(tree, style).choice("t", [], [tree.indices[one] for one in group])
        context, options = slow_question(markup, group, brackets=style == "brackets")
        assert question.context == context
        assert [text for _, text in question.options] == options


@given(st.integers(0, 2**32))
def test_texts_of_any_page_equal_those_of_a_slow_writer(seed: int) -> None:
    _check_texts(seed)


@pytest.mark.exhaustive
def test_texts_of_thousands_of_pages_equal_those_of_a_slow_writer() -> None:
    for seed in range(5_000):
        _check_texts(seed)


@pytest.mark.parametrize(
    ("inside", "target"),
    [
        # An element without words has no space before its closing tag.
        ('<input value="https://x"/>', "(div id=0 (input) )"),
        ('<input value="https://x"> </input>', "(div id=0 (input ) )"),
        # Only a double quote in a text becomes a space.
        ('<b title="27&quot; x"/><text>27" y</text>', '(div id=0 (b 27" x ) 27 y )'),
        ('<b title="?q&amp;reg=1"/><text>&amp;sect=2</text>', "(div id=0 (b ?q&reg=1 ) &sect=2 )"),
        # A text after an element belongs to it; a comment has no text.
        ('<b title="x"/> y <i backend_node_id="9"/> z', "(div id=0 (b x ) y )"),
        ("<hash-comment>x</hash-comment><!-- y --> z <text>w</text>", "(div id=0 w )"),
    ],
)
def test_a_page_is_written_like_the_released_code(inside: str, target: str) -> None:
    tree = parse(f'<html backend_node_id="1"><div backend_node_id="2">{inside}</div></html>')
    [text] = candidate_texts(tree, [tree.indices["2"]])
    assert text.partition("target: ")[2] == target


@pytest.fixture
def page() -> Tree:
    return parse(
        '<html backend_node_id="0"><a backend_node_id="1" title="one"/>'
        '<a backend_node_id="2" title="two"/><input backend_node_id="3" name="q"/></html>'
    )


def test_previous_actions_are_the_last_five(page: Tree) -> None:
    prompt = Asker(page).choice("t", list("abcdef"), [1])
    assert "Previous actions:\nb\nc\nd\ne\nf\nWhat" in prompt.text


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
def test_answers_of_a_fine_tuned_model_are_parsed(page: Tree, words: str, choice: Choice) -> None:
    assert read_choice(words, Asker(page).choice("t", [], [1, 2, 3])) == choice


@pytest.mark.parametrize(
    ("words", "choice"),
    [
        ("Answer: C.\nAction: CLICK", Choice(2, "CLICK")),
        ("I think so.\nAnswer: D.\nAction: SELECT\nValue: x", Choice(3, "SELECT", "x")),
        ("Answer: F.", Choice()),
        ("answer: c\naction: click", Choice(2, "CLICK")),
        ("**Answer:** (D)\n**Action:** Type\n**Value:** x y", Choice(3, "TYPE", "x y")),
        ("answer: D.\nAction: TYPE\nValue: \u201cx\u201d", Choice(3, "TYPE", "x")),
        ('answer: D.\nAction: TYPE\nValue: "x"', Choice(3, "TYPE", "x")),
        ('Answer: D.\nAction: TYPE\nValue: "x"', Choice(3, "TYPE", '"x"')),  # As released.
        ('I think so.\nAnswer: D.\nAction: TYPE\nValue: "x"', Choice(3, "TYPE", '"x"')),
        ('answer: D.\nAction: TYPE\nValue: "x" y', Choice(3, "TYPE", '"x" y')),
        ('Answer: D.\nAction: TYPE\nValue: 3" screen', Choice(3, "TYPE", '3" screen')),
        ("Answer: D.\nAction: TYPE", Choice(3, "TYPE")),
        ("Answer: None of the above", Choice()),
        ("answer: Click the button C.", Choice()),
        ("no idea", Choice()),
    ],
)
def test_answers_of_a_language_model_are_parsed(page: Tree, words: str, choice: Choice) -> None:
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
def test_generated_answers_are_parsed(page: Tree, words: str, choice: Choice) -> None:
    assert read_generation(words, Asker(page).generation("t", [], [1, 2, 3])) == choice
