"""Tests of positions of candidates relative to the last action."""

from webproctor.core.dom import Tree, parse
from webproctor.methods.mindact.positions import position_texts
from webproctor.methods.mindact.texts import candidate_texts, input_texts, query

PAGE = """<html backend_node_id="1"><body backend_node_id="2">
<input backend_node_id="3" type="text" name="first"/>
<input backend_node_id="4" type="text" name="second"/>
<input backend_node_id="5" type="radio" name="size" value="S"/>
<input backend_node_id="6" type="radio" name="size" value="L"/>
<div backend_node_id="7"><text backend_node_id="8">note</text></div>
<button backend_node_id="9"><text backend_node_id="10">Send</text></button>
</body></html>"""
SECOND = "[textbox]  second -> TYPE: x"


def page() -> tuple[Tree, list[int]]:
    tree = parse(PAGE)
    return tree, [tree.indices[node] for node in ("3", "4", "5", "6", "7", "9")]


def test_positions_count_controls_from_the_last_action() -> None:
    tree, candidates = page()
    assert position_texts(tree, candidates, [SECOND]) == [
        "1 before the last action",
        "at the last action",
        "1 after the last action",
        "1 after the last action",  # Radio buttons of one name are one control.
        "1 after the last action",  # Not a control: that of the previous one.
        "2 after the last action",
    ]


def test_an_element_around_one_control_has_its_position() -> None:
    tree = parse(
        '<html backend_node_id="1"><p backend_node_id="2"><input backend_node_id="3" name="a"/></p>'
        '<p backend_node_id="4"><input backend_node_id="5" name="b"/></p>'
        '<p backend_node_id="6"><input backend_node_id="7" name="c"/><a backend_node_id="8"/></p>'
        "</html>"
    )
    around = [tree.indices[node] for node in ("2", "4", "6")]
    assert position_texts(tree, around, ["[textbox]  a -> TYPE: x"]) == [
        "at the last action",
        "1 after the last action",
        "1 after the last action",  # Two controls: the position of the one before.
    ]


def test_an_element_with_a_role_is_a_control() -> None:
    tree = parse(
        '<html backend_node_id="1"><div backend_node_id="2" role="tab"/>'
        '<div backend_node_id="3" role="tab"/><input backend_node_id="4" name="a"/></html>'
    )
    tabs = [tree.indices[node] for node in ("2", "3")]
    assert position_texts(tree, tabs, ["[textbox]  a -> TYPE: x"]) == [
        "2 before the last action",
        "1 before the last action",
    ]


def test_only_the_last_action_counts() -> None:
    tree, candidates = page()
    found = position_texts(tree, candidates, [SECOND, "[textbox]  first -> TYPE: y"])
    assert found[0] == "at the last action"


def test_without_a_last_action_on_the_page_positions_count_from_the_start() -> None:
    tree, candidates = page()
    expected = [f"{number} on the page" for number in (1, 2, 3, 3, 3, 4)]
    assert position_texts(tree, candidates, []) == expected
    assert position_texts(tree, candidates, ["[link]  elsewhere -> CLICK"]) == expected


def test_texts_of_the_paper_have_no_positions() -> None:
    tree, candidates = page()
    query_text, texts = input_texts(tree, candidates, "Fill it in.", [SECOND])
    assert query_text == query("Fill it in.", [SECOND])
    assert texts == candidate_texts(tree, candidates)


def test_positions_come_first_to_avoid_truncation() -> None:
    tree, candidates = page()
    _, texts = input_texts(tree, candidates, "Fill it in.", [SECOND], positions=True)
    assert texts[5].startswith("position: 2 after the last action\nancestors: ")
