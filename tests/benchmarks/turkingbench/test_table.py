"""Tests of reading `batch.csv`: rows, column names and cell types as in pandas 1.5.3."""

import csv
import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.turkingbench.table import (
    BLANK_TEXTS,
    BadTable,
    decimal_value,
    distinct_names,
    read_rows,
    read_table,
    read_texts,
    typed,
)

NAN = math.nan


def same(first, second):
    """Return whether cells and their types are equal; NaN equals NaN."""
    return [(type(cell), repr(cell)) for cell in first] == [
        (type(cell), repr(cell)) for cell in second
    ]


@pytest.mark.parametrize(
    ("texts", "cells"),
    [
        (["1", "-2", "+3", " 4 ", "007"], [1, -2, 3, 4, 7]),
        (["1", "", "3"], [1.0, NAN, 3.0]),
        (["1", "2.5"], [1.0, 2.5]),
        (["1.", ".5", "1e3", "-0.0"], [1.0, 0.5, 1000.0, -0.0]),
        (["inf", "-Infinity"], [math.inf, -math.inf]),
        (["True", "FALSE", "true"], [True, False, True]),
        (["True", "", "False"], [True, NAN, False]),
        (["True", "1"], ["True", "1"]),
        (["a", "", "1"], ["a", NAN, "1"]),
        ([" ", "4"], [" ", "4"]),
        (["None", "1"], ["None", "1"]),
        (["None", "True"], ["None", "True"]),
        (["1_000", "2"], ["1_000", "2"]),
        (["0x10", "2"], ["0x10", "2"]),
        (["1e", "2"], ["1e", "2"]),
        (["NAN", "2"], ["NAN", "2"]),
        (["", "NA"], [NAN, NAN]),
        ([], []),
        (["9223372036854775807"], [9223372036854775807]),
        (["9223372036854775808", "1"], [9223372036854775808, 1]),
        (["9223372036854775808", "-1"], ["9223372036854775808", "-1"]),
        (["18446744073709551616", ""], ["18446744073709551616", NAN]),
        (["1e400", "1"], ["1e400", "1"]),
    ],
)
def test_a_column_has_the_first_type_that_fits_all_its_cells(texts, cells):
    assert same(typed(texts), cells)


@pytest.mark.parametrize("text", sorted(BLANK_TEXTS))
def test_every_blank_value_is_read_as_nan(text):
    assert same(typed([text, "x"]), [NAN, "x"])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3.14159265358979312345", 3.1415926535897927),  # The nearest float ends in 31.
        ("123456789.123456789", 123456789.12345678),
        ("0.00000000000000000123", 0.0),
        ("1e-320", 1e-320),
        ("-1e-700", 0.0),
        ("1e309", None),
        ("1e99999999999999999999", None),
        ("-", None),
        ("1 2", None),
        ("e5", None),
        ("٣", None),
        ("9" * 5000, None),
    ],
)
def test_decimals_are_summed_digit_by_digit(text, value):
    assert decimal_value(text) == value


@given(st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-1e9, max_value=1e9))
def test_a_decimal_of_few_digits_is_the_nearest_float(number):
    assert decimal_value(str(number)) == float(number)


@given(st.text())
def test_any_text_is_a_decimal_or_none(text):
    assert decimal_value(text) is None or math.isfinite(float(text)) or "inf" in text.lower()


@pytest.mark.parametrize(
    ("header", "names"),
    [
        (["a", "b"], ["a", "b"]),
        (["a", "a", "a"], ["a", "a.1", "a.2"]),
        (["a", "a", "a.1"], ["a", "a.2", "a.1"]),
        (["a", "a.1", "a"], ["a", "a.1", "a.2"]),
        (["", "b", ""], ["Unnamed: 0", "b", "Unnamed: 2"]),
    ],
)
def test_duplicate_and_missing_column_names_are_made_unique(header, names):
    assert distinct_names(header) == names


@given(st.lists(st.sampled_from(["a", "a.1", "a.1.1", "b", ""]), max_size=8))
def test_column_names_are_always_unique(header):
    names = distinct_names(header)
    assert len(set(names)) == len(header)


def table(tmp_path, content, name="batch.csv"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_byte_order_mark_is_not_part_of_the_first_name(tmp_path):
    assert read_table(table(tmp_path, '\ufeff"a",b\n1,x\n')) == {"a": [1], "b": ["x"]}


def test_cells_can_contain_commas_quotes_and_newlines(tmp_path):
    path = table(tmp_path, 'a,b\n"x, ""y""\r\nz",1\n')
    assert read_texts(path) == {"a": ['x, "y"\r\nz'], "b": ["1"]}


def test_empty_lines_are_ignored_and_short_rows_are_padded(tmp_path):
    assert read_texts(table(tmp_path, "\na,b\n\n1\n  \n2,3\n\n")) == {
        "a": ["1", "2"],
        "b": ["", "3"],
    }


def test_a_row_that_starts_with_a_blank_cell_is_kept(tmp_path):
    assert read_texts(table(tmp_path, "a,b\n ,1\n  \n,2\n"))["b"] == ["1", "2"]


def test_rows_have_the_number_of_their_first_line(tmp_path):
    path = table(tmp_path, 'a,b\n"1\n2",x\n\n3,y')
    assert [line for line, _ in read_rows(path)] == [1, 2, 5]


def test_a_table_with_only_a_header_has_empty_columns(tmp_path):
    assert read_table(table(tmp_path, "a,b\n")) == {"a": [], "b": []}


def test_very_long_cells_are_read(tmp_path):
    assert read_texts(table(tmp_path, "a\n" + "x" * 300_000))["a"] == ["x" * 300_000]


@given(st.lists(st.tuples(st.text(), st.text(min_size=1)), max_size=5))
def test_a_written_table_is_read_back(tmp_path_factory, rows):
    rows = [[first.replace("\0", ""), "x" + second.replace("\0", "")] for first, second in rows]
    out = io.StringIO(newline="")
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows([["a", "b"], *rows])
    content = out.getvalue().encode("utf-8", "replace")
    path = table(tmp_path_factory.mktemp("t"), content)
    wanted = [[cell.encode("utf-8", "replace").decode() for cell in row] for row in rows]
    texts = read_texts(path)
    assert [list(row) for row in zip(texts["a"], texts["b"], strict=True)] == wanted


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_a_bad_table(tmp_path_factory, content):
    path = table(tmp_path_factory.mktemp("t"), content)
    try:
        read_table(path)
    except BadTable as error:
        assert error.path == path  # noqa: PT017


@pytest.mark.parametrize(
    ("content", "row", "line", "fault"),
    [
        (b"", None, None, "the file is empty"),
        (b"a,b\n1,2\n3,4,5\n", 2, 3, "3 cells under 2 column names"),
        (b'a,b\n"x\ny",2\n3,"4\n\n', 2, 4, "never closed"),
        (b'a,b\n"x\ny",2\n3,\xff', 2, 4, "byte 14 is not UTF-8"),
        (b"\xff,b\n", None, 1, "byte 0 is not UTF-8"),
    ],
)
def test_the_error_for_a_bad_table_gives_row_line_and_cause(tmp_path, content, row, line, fault):
    with pytest.raises(BadTable, match=fault) as error:
        read_table(table(tmp_path, content))
    assert (error.value.row, error.value.line) == (row, line)
    assert "batch.csv" in str(error.value)


def test_a_missing_file_is_a_bad_table(tmp_path):
    with pytest.raises(BadTable, match="cannot be read"):
        read_table(tmp_path / "none.csv")


def test_duplicate_names_get_the_next_free_number() -> None:
    assert distinct_names(["a", "a.1", "a", "a", "", "a.1"]) == [
        *("a", "a.1", "a.2", "a.3", "Unnamed: 4", "a.1.1"),
    ]
