"""Tests of plots as self-contained SVG."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from webproctor.core.scores import Chart
from webproctor.report.plots import chart_svg, draw_curves, draw_front

POINTS_PER_INCH = 72
MARKS: dict[str, list[float | None]] = {"one": [0.1, None, 1.0], "two": [0.0, 0.5, 0.7]}


@pytest.mark.parametrize("kind", ["bars", "lines", "radar", "heat"])
def test_every_kind_of_chart_shows_its_labels_and_series(kind: str) -> None:
    chart = Chart.model_validate(
        {"title": "t", "kind": kind, "labels": ["apples", "pears", "<plums>"], "series": MARKS}
    )
    drawn = chart_svg(chart)
    assert drawn.startswith("<svg")
    ElementTree.fromstring(drawn)
    assert drawn == chart_svg(chart)


def test_a_line_has_a_gap_at_a_missing_score() -> None:
    def drawn(*values: float | None) -> str:
        labels = [str(place) for place in range(len(values))]
        return chart_svg(
            Chart(title="t", kind="lines", labels=labels, series={"one": list(values)})
        )

    assert drawn(0.5, None, 0.5) != drawn(0.5, 0.0, 0.5)
    assert drawn(0.5, None, 0.5).count("<use") == drawn(0.5, 0.0, 0.5).count("<use") - 1


def test_a_chart_with_many_labels_is_wider() -> None:
    def width(count: int) -> float:
        labels = [f"task {number}" for number in range(count)]
        series: dict[str, list[float | None]] = {"one": [0.5] * count}
        chart = Chart(title="t", kind="bars", labels=labels, series=series)
        return float(ElementTree.fromstring(chart_svg(chart)).attrib["width"].removesuffix("pt"))

    assert width(40) > width(5)


def test_drawing_keeps_the_backend_and_the_figures_of_a_notebook() -> None:
    import matplotlib
    from matplotlib import pyplot

    previous = matplotlib.get_backend()
    pyplot.switch_backend("agg")
    figure = pyplot.figure()
    try:
        chart_svg(Chart(title="t", kind="bars", labels=["a", "b", "c"], series=MARKS))
        assert matplotlib.get_backend().lower() == "agg"
        assert pyplot.gcf() is figure
    finally:
        pyplot.close(figure)
        pyplot.switch_backend(previous)


def test_curves_and_fronts_are_separate_files(tmp_path: Path) -> None:
    draw_curves(
        tmp_path / "curve.svg",
        ["0", "5", "20"],
        {"a": [0.1, 0.2, 0.3], "b": [0.3, 0.2, 0.1]},
        x_label="past",
        y_label="accuracy",
        bands={"a": [(0, 0.2), (0.1, 0.3), (0.2, 0.4)]},
    )
    draw_front(tmp_path / "front.svg", {"x": (1.0, 0.5, True), "y": (2.0, 0.4, False)})
    for name in ("curve", "front"):
        ElementTree.parse(tmp_path / f"{name}.svg")


@pytest.mark.parametrize("kind", ["bars", "lines", "radar", "heat"])
def test_names_are_not_parsed_as_formulas(kind: str) -> None:
    odd = ["$x", "$\\frac{$", "a $$ b", "nan", "<!-- -->"]
    series = {name: [0.1, 0.2, 0.3, None, 0.5] for name in odd[:3]}
    chart = Chart.model_validate({"title": "$t$", "kind": kind, "labels": odd, "series": series})
    ElementTree.fromstring(chart_svg(chart))


def test_labels_that_are_not_finite_numbers_are_categories(tmp_path: Path) -> None:
    draw_curves(tmp_path / "a.svg", ["1", "nan"], {"$a": [0.1, 0.2]}, x_label="$", y_label="$")
    # A text is drawn as curves, after a comment that contains it.
    assert "<!-- nan -->" in (tmp_path / "a.svg").read_text()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("label", ["a very long name " * 10, "\N{WOMAN}"])
def test_long_names_and_emoji_can_be_drawn(label: str) -> None:
    series: dict[str, list[float | None]] = {"one": [0.5] * 6}
    ElementTree.fromstring(
        chart_svg(Chart(title="t", kind="bars", labels=[label] * 6, series=series))
    )


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", ["bars", "lines", "radar", "heat"])
def test_long_names_of_runs_leave_room_for_the_values(kind: str) -> None:
    names = [f"agent {number} with provider/a-model-of-{'x' * 80}" for number in range(6)]
    series: dict[str, list[float | None]] = {name: [0.5] * 12 for name in names}
    labels = [f"a task of the family {number}" for number in range(12)]
    chart = {"title": "t", "kind": kind, "labels": labels, "series": series}
    drawn = chart_svg(Chart.model_validate(chart))
    background = re.search(r'id="patch_2">\s*<path d="([^"]*)"', drawn)
    assert background
    across = [float(x) for x in re.findall(r"[ML] (\S+)", background[1])]
    assert max(across) - min(across) > 1.5 * POINTS_PER_INCH


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("character", ["m", "W", "\N{CJK UNIFIED IDEOGRAPH-4E2D}"])
def test_wide_characters_in_names_leave_room_for_a_heat_map(character: str) -> None:
    series: dict[str, list[float | None]] = {character * 90: [0.5, 1.0]}
    assert chart_svg(Chart(title="t", kind="heat", labels=["a", "b"], series=series))
