"""The content view: truncated, read in parts, and searched."""

from webproctor.core.content import (
    END,
    context_lines,
    element_text,
    escaped,
    find_lines,
    lines_from,
    parse,
    plain,
    quoted,
    truncate_content,
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


def test_content_within_the_budget_is_unchanged() -> None:
    assert truncate_content(VIEWED, 10_000) == VIEWED


def test_truncation_keeps_lines_in_the_viewport_and_describes_the_rest() -> None:
    shown = truncate_content(VIEWED, 60)
    assert '[in the viewport]\n[7 button "Buy"] here\n[below the viewport]\nlate words 0' in shown
    assert (
        '[truncated: lines 1 to 101 are not shown; elements in them: 0; headings: "Start";' in shown
    )
    assert 'headings: "End of \\[the\\] list"; read_more with line' in shown
    assert tokens(shown) < 60 + 120


def test_a_long_line_is_truncated() -> None:
    shown = truncate_content("word " * 5_000, 100)
    assert "line 1 has 25,000 characters" in shown
    assert tokens(shown) < 130


def test_the_parts_together_are_the_whole_page() -> None:
    lines, number, note = list[str](), 1, ""
    while number <= len(parse(VIEWED).lines):
        *part, note = lines_from(VIEWED, number, 200).split("\n")
        lines += part
        number += len(part)
    assert note == END
    assert lines == [one.text for one in parse(VIEWED).lines]


def test_text_of_elements_and_escaped_brackets_is_found() -> None:
    page = 'Accept the [3 link "terms \\[1\\]"] and\n[4 list "Colour" options "Red", "Blue"]'
    assert [one.number for one in find_lines(page, "THE  terms [1] and")] == [1]
    [line] = find_lines(page, "blue")
    assert context_lines(page, line, "blue").startswith("1: Accept")
    assert find_lines(page, "link") == []


def test_an_element_is_found_by_its_number() -> None:
    page = 'A \\[1 link\\] [11 link "[1 x]"] [1 button "a \\"]\\" b" disabled] [2 link]'
    assert element_text(page, 1) == '[1 button "a \\"]\\" b" disabled]'
    assert element_text(page, 3) == ""


def test_brackets_and_quotes_of_a_page_survive_escaping() -> None:
    text = 'a [3 button "Pay"] \\[x]'
    assert escaped("[x]") == r"\[x\]"
    assert quoted('say "[1]"') == r'"say \"\[1\]\""'
    assert plain(escaped("[3 button]")) == "[3 button]"
    assert plain(f"[1 link {quoted(text)}]").startswith('a [3 button "Pay"]')
