"""Plots as SVG that can be printed: figures over a setting, and score against cost."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# Colours that colour-blind people tell apart (Okabe and Ito), each with a mark of its own.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_MARKS = ("o", "s", "^", "D", "v", "P", "X")


def draw_curves(
    path: Path,
    labels: Sequence[str],
    lines: Mapping[str, Sequence[float]],
    *,
    across: str,
    up: str,
    bands: Mapping[str, Sequence[tuple[float, float]]] | None = None,
) -> None:
    """Draw lines over the same places.

    Args:
        path: An SVG file.
        labels: What stands below, one for each place; places are spaced by value where all are
            numbers, evenly otherwise.
        lines: A value, 0 to 1, for each place, by the line's name.
        across, up: What the axes are called.
        bands: An interval for each place, by the line's name.
    """
    places = _places(labels)
    with _plot(path) as axes:
        for number, (name, values) in enumerate(lines.items()):
            colour = _COLOURS[number % len(_COLOURS)]
            mark = _MARKS[number % len(_MARKS)]
            axes.plot(places, values, label=name, color=colour, marker=mark, linewidth=1.6)
            if bands and name in bands:
                low, high = zip(*bands[name], strict=True)
                axes.fill_between(places, low, high, color=colour, alpha=0.15, linewidth=0)
        axes.set_xticks(places, labels)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        if len(lines) > 1:
            axes.legend(frameon=False)


def draw_front(path: Path, runs: Mapping[str, tuple[float, float, bool]]) -> None:
    """Draw runs by their cost and score, and a line through those that none is better and cheaper
    than.

    Args:
        path: An SVG file.
        runs: By name the dollars, the score (0 to 1), and whether it is on the front.
    """
    with _plot(path) as axes:
        front = sorted((cost, score) for cost, score, best in runs.values() if best)
        axes.step(*zip(*front, strict=True), where="post", color="#888888", linewidth=1, zorder=1)
        for number, (name, (cost, score, _)) in enumerate(runs.items()):
            colour, mark = _COLOURS[number % len(_COLOURS)], _MARKS[number % len(_MARKS)]
            axes.scatter(
                [cost],
                [score],
                color=colour,
                marker=mark,
                s=52,
                label=name,
                zorder=2,
                clip_on=False,
            )
        axes.set_xlim(left=0)
        axes.set_xlabel("dollars")
        axes.set_ylabel("mean mark")
        axes.legend(frameon=False)


@contextmanager
def _plot(path: Path) -> Iterator[Any]:
    """Axes in per cent upwards, written as SVG at the end of the block."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot
    from matplotlib.ticker import PercentFormatter

    with pyplot.rc_context({"svg.hashsalt": "webproctor", "font.size": 10}):
        figure, axes = pyplot.subplots(figsize=(6.4, 3.8), layout="constrained")
        yield axes
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        axes.grid(axis="y", linewidth=0.4, alpha=0.6)
        axes.spines[["top", "right"]].set_visible(False)
        figure.savefig(path, format="svg", metadata={"Date": None})
        pyplot.close(figure)


def _places(labels: Sequence[str]) -> list[float]:
    try:
        return [float(label) for label in labels]
    except ValueError:
        return [float(place) for place in range(len(labels))]
