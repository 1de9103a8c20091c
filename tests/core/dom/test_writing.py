"""Pruned pages as text equal those of the released code, byte for byte."""

import json
from pathlib import Path
from typing import Any

import pytest
from core.dom.test_tree import trees
from hypothesis import given
from hypothesis import strategies as st

from webproctor.core.dom import Style, Tree, Writer, parse, prune
from webproctor.core.dom.tree import ID, TEXT
from webproctor.core.dom.writing import attribute_words

STYLES: tuple[tuple[Style, str], ...] = (("parentheses", "paren"), ("brackets", "bracket"))


@pytest.mark.parametrize(("style", "key"), STYLES)
def test_edge_cases_equal_the_reference(mind2web: Path, style: Style, key: str) -> None:
    for case in json.loads((mind2web / "golden_edge_cases.json").read_bytes()):
        tree = parse(case["cleaned_html"])
        pruned = prune(tree, [tree.indices[one] for one in case["candidate_ids"]])
        assert Writer(tree, style).write(pruned) == case[key], case["name"]
        numbers = {tree.attributes[place][ID]: number for place, number in pruned.numbers.items()}
        assert numbers == case["id_map"]


def test_groups_of_a_real_page_equal_the_reference(mind2web: Path, record: dict[str, Any]) -> None:
    tree = parse(record["cleaned_html"])
    golden = json.loads((mind2web / "golden_format_reconstructed_step0.json").read_bytes())
    for group in golden["groups"]:
        writer = Writer(tree, "brackets" if group["keep_html_brackets"] else "parentheses")
        pruned = prune(tree, [tree.indices[one] for one in group["candidate_ids"]])
        assert writer.write(pruned) == group["context"]
        options = [
            [tree.attributes[place][ID], text] for place, text in writer.options(pruned).items()
        ]
        assert options == group["choices"]


@given(trees(), st.data())
def test_pruning_keeps_every_requested_element(tree: Tree, data: st.DataObject) -> None:
    elements = [place for place, tag in enumerate(tree.tags) if tag != TEXT]
    central = data.draw(st.sets(st.sampled_from(elements), min_size=1, max_size=8))
    pruned = prune(tree, central)
    held = {0, *(child for inside in pruned.children.values() for child in inside)}
    assert central <= held
    assert set(pruned.numbers) == central


@given(trees(), st.data())
def test_the_text_does_not_depend_on_the_order_of_requested_elements(
    tree: Tree, data: st.DataObject
) -> None:
    elements = [place for place, tag in enumerate(tree.tags) if tag != TEXT]
    central = data.draw(st.lists(st.sampled_from(elements), min_size=1, max_size=8))
    once = Writer(tree).write(prune(tree, central))
    assert Writer(tree).write(prune(tree, reversed(central))) == once


def test_a_page_without_indentation_is_written_with_spaces() -> None:
    tree = parse('<html><li backend_node_id="1"><text>item5</text></li></html>')
    assert Writer(tree).write(prune(tree, [1])) == "(html (li id=0 item5 ) )"


def test_equal_attribute_values_are_written_once() -> None:
    assert attribute_words({"title": "Go on", "aria_label": "go  on"}) == "go on"


def test_addresses_and_long_words_are_not_written() -> None:
    assert attribute_words({"value": "https://a.b", "title": "x" * 15 + " short"}) == "short"
