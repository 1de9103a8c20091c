"""The content view: truncated, read in parts, and searched."""

from webproctor.core.content import (
    END,
    around,
    escaped,
    found,
    parse,
    part,
    plain,
    quoted,
    truncated,
)
from webproctor.core.tokens import tokens

VIEWED = "\n".join(
    [
        "[the page: 9,000 px high, 3,000 to 3,720 px shown]",
        "[above the viewport]",
        "# Start",
        *(f"early words {n}" for n in range(100)),
        "[in the viewport]",
        '[7 button "Buy"] here',
        "[below the viewport]",
        *(f'late words {n} [{n} link "Link {n}"]' for n in range(100)),
        "## End of \\[the\\] list",
        END,
    ]
)


def test_lines_are_numbered_without_the_notes() -> None:
    page = parse(VIEWED)
    assert [(one.number, one.where) for one in page.lines[99:103]] == [
        (100, "above"),
        (101, "above"),
        (102, "in"),
        (103, "below"),
    ]
    assert page.size.startswith("[the page: ")
    assert page.end == END


def test_a_content_within_its_budget_is_unchanged() -> None:
    assert truncated(VIEWED, 10_000) == VIEWED


def test_lines_in_the_viewport_are_kept_first_and_the_rest_is_described() -> None:
    shown = truncated(VIEWED, 60)
    assert '[in the viewport]\n[7 button "Buy"] here\n[below the viewport]\nlate words 0' in shown
    assert (
        '[truncated: lines 1 to 101 are not shown; elements in them: 0; headings: "Start";' in shown
    )
    assert 'headings: "End of \\[the\\] list"; read_more with line' in shown
    assert tokens(shown) < 60 + 120


def test_a_long_line_is_shortened() -> None:
    shown = truncated("word " * 5_000, 100)
    assert "line 1 has 25,000 characters" in shown
    assert tokens(shown) < 130


def test_all_parts_together_are_the_page() -> None:
    lines, number, note = list[str](), 1, ""
    while number <= len(parse(VIEWED).lines):
        *told, note = part(VIEWED, number, 200).split("\n")
        lines += told
        number += len(told)
    assert note == END
    assert lines == [one.text for one in parse(VIEWED).lines]


def test_words_of_elements_and_escaped_brackets_are_found() -> None:
    page = 'Accept the [3 link "terms \\[1\\]"] and\n[4 list "Colour" options "Red", "Blue"]'
    assert [one.number for one in found(page, "THE  terms [1] and")] == [1]
    [line] = found(page, "blue")
    assert around(page, line, "blue").startswith("1: Accept")
    assert found(page, "link") == []


def test_brackets_and_quotes_of_the_page_are_escaped_and_restored() -> None:
    said = 'a [3 button "Pay"] \\[x]'
    assert escaped("[x]") == r"\[x\]"
    assert quoted('say "[1]"') == r'"say \"\[1\]\""'
    assert plain(escaped("[3 button]")) == "[3 button]"
    assert plain(f"[1 link {quoted(said)}]").startswith('a [3 button "Pay"]')
