"""Raw pages, candidates and cleaned pages of DOM snapshots equal those of the data set."""

from typing import Any

import pytest

from webproctor.core.dom import (
    MarkupError,
    candidates,
    cleaned,
    name,
    parse,
    positives,
    raw_tree,
    to_xml,
)
from webproctor.core.dom.snapshot import MARKER
from webproctor.core.dom.tree import ID, Tree


def _body(markup: str) -> str:
    """Remove the doctype that the data set has before a page."""
    return markup.partition("\n")[2].strip()


def test_the_raw_page_equals_the_reference_byte_for_byte(
    snapshot: dict[str, Any], record: dict[str, Any]
) -> None:
    # The record was made with a parser that treats the content of frames as plain text.
    assert to_xml(raw_tree(snapshot, frames=False)) == _body(record["raw_html"])


def test_the_candidates_equal_the_reference(
    snapshot: dict[str, Any], record: dict[str, Any]
) -> None:
    raw = raw_tree(snapshot, frames=False)
    listed = {one["backend_node_id"] for one in record["neg_candidates"] + record["pos_candidates"]}
    assert {raw.attributes[place][ID] for place in candidates(raw)} == listed


def test_the_positive_candidates_equal_the_reference(
    snapshot: dict[str, Any], record: dict[str, Any]
) -> None:
    raw = raw_tree(snapshot, frames=False)
    target = next(place for place, given in enumerate(raw.attributes) if MARKER in given)
    [found] = positives(raw, target, candidates(raw))
    [right] = record["pos_candidates"]
    assert raw.attributes[found.index][ID] == right["backend_node_id"]
    assert (found.original, found.top_level) == (True, True)


def test_the_cleaned_page_equals_the_reference_except_for_whitespace(
    snapshot: dict[str, Any], record: dict[str, Any]
) -> None:
    raw = raw_tree(snapshot, frames=False)
    mine, theirs = cleaned(raw, candidates(raw)), parse(record["cleaned_html"])
    assert mine.tags == theirs.tags
    assert mine.attributes == theirs.attributes
    assert mine.texts == [text.strip() for text in theirs.texts]


def test_with_frames_the_page_has_the_published_number_of_elements(
    snapshot: dict[str, Any],
) -> None:
    raw = raw_tree(snapshot)
    assert (len(raw), len(cleaned(raw, candidates(raw)))) == (520, 438)


def test_the_highlight_box_of_the_recording_tool_is_removed(snapshot: dict[str, Any]) -> None:
    strings = list(snapshot["strings"])
    [place] = [place for place, text in enumerate(strings) if text == "skip"]
    strings[place] = "x-pw-highlight-box"
    text = to_xml(raw_tree(snapshot | {"strings": strings}))
    assert "x-pw" not in text
    assert "Skip to main content" not in text


def test_a_snapshot_with_missing_parts_is_an_error() -> None:
    with pytest.raises(MarkupError, match="not a DOM snapshot"):
        raw_tree({"documents": [{}], "strings": []})


def _page(markup: str) -> Tree:
    return parse(f'<html backend_node_id="0" bounding_box_rect="0,0,100,100">{markup}</html>')


def _ids(tree: Tree, places: list[int]) -> list[str]:
    return [tree.attributes[place][ID] for place in places]


BUTTON = (
    '<button backend_node_id="1" bounding_box_rect="0,0,50,20" is_clickable="true">'
    '<span backend_node_id="2" bounding_box_rect="5,5,30,10">'
    '<text backend_node_id="3" bounding_box_rect="5,5,30,10">Go</text></span></button>'
)


def test_an_element_inside_a_clickable_element_is_not_a_candidate() -> None:
    tree = _page(BUTTON)
    assert _ids(tree, candidates(tree)) == ["1"]


@pytest.mark.parametrize("box", ["5,50,30,10", "55,5,30,10"])
def test_an_element_outside_the_box_of_its_clickable_ancestor_is_a_candidate(box: str) -> None:
    tree = _page(BUTTON.replace("5,5,30,10", box))
    assert _ids(tree, candidates(tree)) == ["1", "2"]


def test_an_element_without_a_box_is_not_a_candidate() -> None:
    assert (
        candidates(_page(BUTTON.replace("0,0,50,20", "-1,-1,-1,-1").replace("5,5", "-5,5"))) == []
    )


@pytest.mark.parametrize(
    ("attributes", "found"),
    [
        ('title="Go" bounding_box_rect="0,0,2,1"', [1]),
        ('title="Go" bounding_box_rect="0,0,1,1"', []),
        ('title=" " bounding_box_rect="0,0,9,9"', []),
        ('role="button" type="submit" bounding_box_rect="0,0,9,9"', []),
    ],
)
def test_a_candidate_is_larger_than_a_pixel_and_has_content(
    attributes: str, found: list[int]
) -> None:
    assert candidates(_page(f'<button backend_node_id="1" {attributes}/>')) == found


def test_only_descendants_within_the_box_of_the_target_are_accepted() -> None:
    boxes = ("0,0,90,20", "50,0,41,20", "50,0,40,21", "50,5,40,15")
    inside = "".join(f'<b backend_node_id="2" bounding_box_rect="{box}"/>' for box in boxes)
    tree = _page(f'<a backend_node_id="1" bounding_box_rect="0,0,90,20">{inside}</a>')
    every = [1, 2, 3, 4, 5]
    assert [one.index for one in positives(tree, 1, every)] == [1, 2, 5]


def test_the_released_box_rule_and_the_papers_accept_different_descendants() -> None:
    tree = _page(
        '<a backend_node_id="1" bounding_box_rect="0,0,90,20" title="all">'
        '<b backend_node_id="2" bounding_box_rect="0,0,20,20" title="picked"/>'
        '<img backend_node_id="3" bounding_box_rect="60,0,20,20" alt="beside"/></a>'
    )
    every, picked = [1, 2, 3], 2
    assert [one.index for one in positives(tree, picked, every)] == [1, 2]
    assert [one.index for one in positives(tree, picked, every, "top-level")] == [1, 2, 3]


def test_wrappers_with_a_single_child_are_replaced_by_the_child() -> None:
    tree = _page(f'<div backend_node_id="8"><div backend_node_id="9">{BUTTON}</div></div>')
    left = cleaned(tree, candidates(tree))
    assert left.tags == ["html", "button", "span", "text"]


def test_cleaning_keeps_only_elements_and_attributes_with_information() -> None:
    tree = _page(
        '<a backend_node_id="1" class="big" role="link" title=" Open  now " is_clickable="true"/>'
        '<svg backend_node_id="2" class="x search-icon"/><input backend_node_id="3" type="hidden"/>'
    )
    assert cleaned(tree, [1, 2, 3]).attributes[1:] == [
        {"backend_node_id": "1", "title": "Open now"},
        {"backend_node_id": "2", "class": "search-icon"},
        {"backend_node_id": "3"},
    ]


def test_a_comment_in_a_button_is_not_its_name_or_content_and_is_removed() -> None:
    comment = '<hash-comment backend_node_id="7">icon</hash-comment>'
    tree = _page(BUTTON.replace("<span", f"{comment}<span"))
    assert name(tree, 1) == "Go"
    assert cleaned(tree, candidates(tree)).tags == ["html", "button", "span", "text"]
    bare = _page(f'<button backend_node_id="1" bounding_box_rect="0,0,9,9">{comment}</button>')
    assert candidates(bare) == []


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("nodeName", [0]),
        ("attributes", [[0]]),
        ("contentDocumentIndex", {"index": [1], "value": [0, 0]}),
        # The document of a frame that contains the frame itself.
        ("contentDocumentIndex", {"index": [1], "value": [0]}),
        ("inputChecked", None),
    ],
)
def test_a_malformed_snapshot_is_an_error(part: str, value: object) -> None:
    rare: dict[str, list[int]] = {"index": [], "value": []}
    nodes = {
        "parentIndex": [-1, 0],
        "nodeName": [0, 0],
        "nodeValue": [-1, -1],
        "backendNodeId": [1, 2],
        "attributes": [[], []],
        "contentDocumentIndex": rare,
        **dict.fromkeys(("textValue", "inputValue", "pseudoType"), rare),
        **dict.fromkeys(("inputChecked", "optionSelected", "isClickable"), rare),
    }
    layout = {"nodeIndex": [], "bounds": []}
    document = {"nodes": nodes | {part: value}, "layout": layout}
    with pytest.raises(MarkupError, match="not a DOM snapshot"):
        raw_tree({"strings": ["html"], "documents": [document]})


def test_strings_of_a_snapshot_must_be_text() -> None:
    with pytest.raises(MarkupError, match="not a DOM snapshot"):
        raw_tree({"strings": [1], "documents": []})
