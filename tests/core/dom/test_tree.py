"""Pages as trees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.core.dom import MarkupError, Tree, field_name, lines, parse, rect, text, to_xml
from webproctor.core.dom.tree import NO_BOX

WORDS = st.text("abc <>&\"'é", max_size=12)


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Generate pages of up to 40 elements, each with an id, some with text."""
    tree = Tree()
    tree.add("html", {"backend_node_id": "0"}, "", -1)
    line = [0]
    for number in range(1, draw(st.integers(1, 40))):
        parent = draw(st.sampled_from(line))
        # Document order: only open elements can get a child.
        line = [one for one in line if one <= parent]
        tag = draw(st.sampled_from(["div", "a", "text", "li"]))
        text = draw(WORDS).strip() if tag == "text" else ""
        given = {"backend_node_id": str(number)}
        if draw(st.booleans()):
            given["title"] = draw(WORDS)
        place = tree.add(tag, given, text, parent)
        if tag != "text":
            line.append(place)
    return tree.close()


@given(trees())
def test_a_tree_survives_writing_and_parsing(tree: Tree) -> None:
    again = parse(to_xml(tree))
    assert again.tags == tree.tags
    assert again.parents == tree.parents
    assert again.ends == tree.ends
    assert again.attributes == tree.attributes
    assert [text.strip() for text in again.texts] == tree.texts


@given(trees(), st.integers(1, 8))
def test_descendants_are_limited_to_a_number_of_levels(tree: Tree, levels: int) -> None:
    def depth(place: int) -> int:
        return sum(1 for _ in tree.ancestors(place))

    for place in range(len(tree)):
        below = range(place + 1, tree.ends[place])
        expected = [one for one in below if depth(one) - depth(place) <= levels]
        assert list(tree.descendants(place, levels)) == expected


def test_text_around_elements_and_comments_is_read_in_document_order() -> None:
    tree = parse(
        "<p>one <b>two<i>three</i></b> four<!-- no --> five<u/> six <text>seven</text></p>"
    )
    assert text(tree) == "one two three four five six seven"
    assert text(tree, 1) == "two three"
    assert lines(tree) == "one four five six seven\ntwo\nthree"


@pytest.mark.parametrize(
    ("inside", "named"),
    [
        ('<input type="radio" name="size" value="L" input_value="L"/>', "size: L"),
        ('<label><input type="checkbox" name="size"/><text>Large</text></label>', "size: Large"),
        ('<input name="city" input_value="Bath"/>', "city"),
        ('<input name="city" placeholder="Your city"/>', "Your city"),
        ('<textarea name="note" text_value="Hello"/>', "note"),
        ('<select name="size" aria_label="Shirt"/>', "size: Shirt"),
        ('<input type="submit" name="go" input_value="Send"/>', "go: Send"),
        ('<input placeholder="City" input_value="Bath"/>', "City"),
        ('<button name="go"><text>Send</text></button>', "Send"),
    ],
)
def test_the_name_of_a_control_includes_its_field(inside: str, named: str) -> None:
    tree = parse(f"<html>{inside}</html>")
    controls = ("input", "select", "textarea", "button")
    [place] = [place for place, tag in enumerate(tree.tags) if tag in controls]
    assert field_name(tree, place) == named


def test_malformed_markup_is_an_error_that_gives_the_line() -> None:
    with pytest.raises(MarkupError, match="line 2"):
        parse("<html>\n<a></html>")


def test_external_entities_are_not_loaded() -> None:
    page = (
        '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/hostname">]><html><text>&x;</text></html>'
    )
    assert "".join(parse(page).texts) == ""


def test_a_rect_is_parsed_as_four_numbers() -> None:
    assert rect("1,2.5,3,4") == (1, 2.5, 3, 4)


@pytest.mark.parametrize("written", ["", "1,2,3", "a,b,c,d", "nan,0,1,1", "0,0,1e999,1"])
def test_an_invalid_rect_is_the_empty_rect(written: str) -> None:
    assert rect(written) == NO_BOX


def test_a_lone_surrogate_in_markup_is_an_error() -> None:
    with pytest.raises(MarkupError, match="character 3 is a lone surrogate"):
        parse("<a>\ud800</a>")
