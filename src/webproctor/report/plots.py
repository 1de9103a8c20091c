"""Draw plots as SVG: charts of a run, metrics over a setting, score against cost."""

import io
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil, isfinite, nan, pi
from pathlib import Path
from typing import IO, Any, Literal

from webproctor.core import registry
from webproctor.core.intervals import Interval
from webproctor.core.sanitize import clean_text
from webproctor.core.scores import Chart

# Colours for colour-blind readers (Okabe and Ito), each with its own marker.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_MAX_SHORT_LABEL = 32  # Maximum characters of a heat map's or a bar's label.
_MAX_LABEL = 100  # Maximum characters of any other label or name.
# Mean width of a character of labels with a font size of 10 and of 8, in inches.
_CHARACTER, _SMALL_CHARACTER = 0.085, 0.07
_WIDE = re.compile(r"[mwMW@%\u1100-\uffdc\U0001f000-\U0003ffff]")  # With East Asian ones, emoji.
# Characters without a glyph: control characters, line separators.
_UNDRAWABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
# Names are shown literally: `$` does not start a formula.
_STYLE: Any = {"svg.hashsalt": "webproctor", "font.size": 10, "text.parse_math": False}
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def draw_curves(
    path: Path | IO[str],
    labels: Sequence[str],
    lines: Mapping[str, Sequence[float]],
    *,
    x_label: str,
    y_label: str,
    bands: Mapping[str, Sequence[tuple[float, float]]] | None = None,
) -> None:
    """Draw line plots over shared x values.

    Args:
        path: The SVG file.
        labels: Labels of the x values; spaced by value if all are numbers, evenly otherwise.
        lines: Values of each line, 0 to 1, by name.
        x_label, y_label: Titles of the axes.
        bands: Intervals of each line, by name.
    """
    positions = _x_positions(labels)
    with _plot(path, legend=list(lines) if len(lines) > 1 else []) as axes:
        for number, (name, values) in enumerate(lines.items()):
            colour = _COLOURS[number % len(_COLOURS)]
            marker = _MARKERS[number % len(_MARKERS)]
            axes.plot(
                positions, values, label=_label(name), color=colour, marker=marker, linewidth=1.6
            )
            if bands and name in bands:
                low, high = zip(*bands[name], strict=True)
                axes.fill_between(positions, low, high, color=colour, alpha=0.15, linewidth=0)
        _set_x_labels(axes, positions, labels)
        axes.set_xlabel(_label(x_label))
        axes.set_ylabel(y_label)


def draw_front(path: Path | IO[str], runs: Mapping[str, tuple[float, float, bool]]) -> None:
    """Draw runs by cost and score, with the Pareto front.

    Args:
        path: The SVG file.
        runs: Dollars per episode, score (0 to 1), and whether the run is on the front, by name.
    """
    with _plot(path, legend=list(runs)) as axes:
        front = sorted((cost, score) for cost, score, best in runs.values() if best)
        axes.step(*zip(*front, strict=True), where="post", color="#888888", linewidth=1, zorder=1)
        for number, (name, (cost, score, _)) in enumerate(runs.items()):
            colour, marker = _COLOURS[number % len(_COLOURS)], _MARKERS[number % len(_MARKERS)]
            axes.scatter(
                [cost],
                [score],
                color=colour,
                marker=marker,
                s=52,
                label=_label(name),
                zorder=2,
                clip_on=False,
            )
        axes.set_xlim(left=0)
        axes.set_xlabel("dollars per episode")
        axes.set_ylabel("mean score")


def chart_svg(chart: Chart) -> str:
    """Draw a chart as SVG for a page.

    Raises:
        UserError: If there is no such kind of charts.
    """
    buffer = io.StringIO()
    functions = {"bars": _bars, "lines": _lines, "radar": _radar, "heat": _heat}
    registry.find("chart_kinds", chart.kind, functions)(buffer, chart)
    return svg_element(buffer.getvalue())


def svg_element(svg: str) -> str:
    """Return the `<svg>` element of an SVG file, for embedding in a page; "" for an empty text."""
    return svg[max(svg.find("<svg"), 0) :]  # Without the XML declaration.


def published_svg(
    published: Mapping[str, float],
    own_results: Mapping[str, tuple[float, Interval | None]],
    x_label: str,
) -> str:
    """Draw published results and a run's own as SVG for a page, the best at the top.

    Published results have hollow markers; own results have filled markers and their intervals.

    Args:
        published: Values, 0 to 1, by name.
        own_results: Values, 0 to 1, and 95 % confidence intervals or None, by name.
        x_label: Title of the x axis.
    """
    buffer = io.StringIO()
    values = {**published, **{name: value for name, (value, _) in own_results.items()}}
    names = sorted(values, key=values.__getitem__)
    width = 4.4 + _SMALL_CHARACTER * _longest(names)
    with _plot(buffer, (max(8.2, width), 0.27 * len(names) + 1.0), upright=False) as axes:
        for row, name in enumerate(names):
            is_own = name in own_results
            if is_own and (interval := own_results[name][1]):
                axes.plot(interval, (row, row), color=_COLOURS[0], linewidth=2.2, zorder=1)
            axes.plot(
                values[name],
                row,
                marker="o" if is_own else "D",
                markersize=7 if is_own else 5,
                color=_COLOURS[0] if is_own else "#555555",
                markerfacecolor=_COLOURS[0] if is_own else "white",
                clip_on=False,
                zorder=2,
            )
        axes.set_yticks(range(len(names)), list(map(_label, names)), fontsize=8)
        for label, name in zip(axes.get_yticklabels(), names, strict=True):
            label.set_fontweight("bold" if name in own_results else "normal")
        axes.set_xlabel(_label(x_label))
        axes.set_ylim(-0.7, len(names) - 0.3)
    return svg_element(buffer.getvalue())


def _lines(out: IO[str], chart: Chart) -> None:
    lines = {
        name: [nan if value is None else value for value in values]
        for name, values in chart.series.items()
    }
    draw_curves(out, chart.labels, lines, x_label="", y_label="")


def _bars(out: IO[str], chart: Chart) -> None:
    bar_count = len(chart.labels) * len(chart.series)
    names = list(chart.series) if len(chart.series) > 1 else []
    with _plot(out, (max(6.4, min(12.0, 0.32 * bar_count)), 3.8), legend=names) as axes:
        bar_width = 0.8 / len(chart.series)
        for number, (name, values) in enumerate(chart.series.items()):
            positions = [index + (number + 0.5) * bar_width - 0.4 for index in range(len(values))]
            heights = [value or 0.0 for value in values]
            axes.bar(
                positions,
                heights,
                bar_width,
                label=_label(name),
                color=_COLOURS[number % len(_COLOURS)],
            )
        _set_x_labels(axes, range(len(chart.labels)), chart.labels)
        axes.set_ylim(top=1.0)


def _radar(out: IO[str], chart: Chart) -> None:
    angles = [2 * pi * index / len(chart.labels) for index in range(len(chart.labels))]
    names = list(chart.series) if len(chart.series) > 1 else []
    labels = [_label(label, _MAX_SHORT_LABEL) for label in chart.labels]
    width = 3.4 + 2 * _CHARACTER * _longest(labels)  # Labels are on both sides.
    with _plot(out, (max(5.2, width), 4.6), legend=names, projection="polar") as axes:
        for number, (name, values) in enumerate(chart.series.items()):
            heights = [value or 0.0 for value in values]
            colour = _COLOURS[number % len(_COLOURS)]
            axes.plot(
                [*angles, angles[0]], [*heights, heights[0]], color=colour, label=_label(name)
            )
            axes.fill([*angles, angles[0]], [*heights, heights[0]], color=colour, alpha=0.15)
        axes.set_xticks(angles, labels)
        axes.tick_params(axis="x", pad=14)
        axes.set_ylim(0, 1)


def _heat(out: IO[str], chart: Chart) -> None:
    rows = [
        [nan if value is None else value for value in values] for values in chart.series.values()
    ]
    labels = [_label(label, _MAX_SHORT_LABEL) for label in chart.labels]
    # Room for the longest name at the left, and for the longest label, which are vertical.
    width = 0.22 * len(labels) + 0.4 + _CHARACTER * _longest(chart.series)
    height = 0.35 * len(rows) + 0.4 + _SMALL_CHARACTER * _longest(labels)
    with _plot(out, (max(6.4, width), height)) as axes:
        # From light to dark, so that it is readable in grayscale; missing values are grey.
        axes.set_facecolor("#c8c8c8")
        axes.imshow(rows, vmin=0, vmax=1, cmap="Blues", aspect="auto")
        axes.set_xticks([index - 0.5 for index in range(len(chart.labels))], minor=True)
        axes.set_yticks([index - 0.5 for index in range(len(rows))], minor=True)
        axes.grid(which="minor", color="white", linewidth=1)
        axes.tick_params(which="minor", length=0)
        axes.set_xticks(range(len(labels)), labels, rotation=90, fontsize=8)
        axes.set_yticks(range(len(rows)), [_label(name) for name in chart.series])
        axes.tick_params(length=0)


def _label(text: str, max_length: int = _MAX_LABEL) -> str:
    """Return a name as a one-line label without control characters, truncated to `max_length`."""
    line = _UNDRAWABLE.sub(" ", clean_text(text))
    return line if len(line) <= max_length else f"{line[:max_length]}..."


def _longest(names: Iterable[str]) -> float:
    """Return the length of the longest name as a label, in characters of the mean width."""
    return max((_length(_label(name)) for name in names), default=0)


def _length(label: str) -> float:
    capitals = sum(character.isupper() for character in label)
    return len(label) + len(_WIDE.findall(label)) + 0.2 * capitals


def _set_x_labels(axes: Any, positions: Sequence[float], labels: Sequence[str]) -> None:
    """Label the x axis; many or long labels are slanted."""
    labels = [_label(label, _MAX_SHORT_LABEL) for label in labels]
    upright = max(map(len, labels), default=0) * len(labels) < 90
    axes.set_xticks(
        positions, labels, rotation=0 if upright else 40, ha="center" if upright else "right"
    )


@contextmanager
def _plot(
    out: Path | IO[str],
    size: tuple[float, float] = (6.4, 3.8),
    *,
    upright: bool = True,
    legend: Sequence[str] = (),
    **axes_arguments: Any,
) -> Iterator[Any]:
    """Yield axes that are written as SVG at the end of the block, with values in percent.

    Args:
        size: Width and height in inches, without the legend.
        upright: Whether values are on the y axis; otherwise on the x axis.
        legend: Names in the legend above the axes, which is as high as they need.
        axes_arguments: Further arguments for the axes.
    """
    # A figure without `pyplot` leaves the backend and the figures of the calling program alone.
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_STYLE), warnings.catch_warnings():
        # Names may contain emoji: a box is drawn for a character that the font lacks.
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from font", UserWarning)
        width, height = size
        columns = max(1, int(width / (0.6 + _CHARACTER * _longest(legend))))
        figure = Figure((width, height + 0.22 * ceil(len(legend) / columns)), layout="constrained")
        axes = figure.subplots(subplot_kw=axes_arguments)
        yield axes
        if legend:
            figure.legend(loc="outside upper left", ncols=columns, frameon=False, fontsize=9)
        _style(axes, "y" if upright else "x")
        figure.savefig(out, format="svg", metadata={"Date": None})


def _style(axes: Any, value_axis: Literal["x", "y"]) -> None:
    """Show values in percent, with the grid and the frame of the kind of axes."""
    from matplotlib.ticker import PercentFormatter

    is_polar = axes.name == "polar"
    if axes.images or is_polar:  # A heat map has no axis of values, and a radar its own grid.
        axes.spines[:].set_linewidth(0.4)
    if axes.images:
        return
    values = axes.yaxis if value_axis == "y" else axes.xaxis
    values.set_major_formatter(PercentFormatter(1.0))
    if is_polar:
        return
    (axes.set_ylim if value_axis == "y" else axes.set_xlim)(0)
    axes.set_axisbelow(True)
    axes.grid(axis=value_axis, linewidth=0.4, alpha=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def _x_positions(labels: Sequence[str]) -> list[float]:
    try:
        positions = [float(label) for label in labels]
    except ValueError:
        positions = [nan]
    return positions if all(map(isfinite, positions)) else [float(n) for n in range(len(labels))]
