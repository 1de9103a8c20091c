"""Draw the results of `parallel.py`: episodes per minute, and processor time per episode."""

import io
import json
import re
import statistics
from collections.abc import Sequence

from results import Result, Row

_COLOURS = ("#0072b2", "#d55e00", "#009e73")  # for colour-blind readers (Okabe and Ito)
_WIDTH = re.compile(r"`--parallel (\d+)`")


def points(rows: Sequence[Row]) -> dict[int, tuple[float, float]]:
    """Return the median episodes per minute and processor seconds per episode by `--parallel`."""
    widths = {_WIDTH.fullmatch(row.name): row.ours for row in rows}
    return {
        int(width[1]): (
            60 / statistics.median(measured.rounds),
            statistics.median(measured.processor),
        )
        for width, measured in widths.items()
        if width
    }


def described(results: Sequence[Result]) -> str:
    """Return the points of the plot as text, which is kept in the file."""
    return json.dumps({f"{one.machine.cores} cores": points(one.rows) for one in results})


def drawn(results: Sequence[Result]) -> str:
    """Return the plot of the results of several numbers of cores as SVG."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    out = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "webproctor", "font.size": 9}):
        figure = Figure((6.4, 2.6), layout="constrained")
        rates, used = figure.subplots(1, 2)
        for colour, result in zip(_COLOURS, results, strict=False):
            found = points(result.rows)
            label = f"{result.machine.cores} cores"
            for axes, values in zip((rates, used), zip(*found.values(), strict=True), strict=True):
                axes.plot(list(found), values, "o-", color=colour, label=label)
                axes.set(xlabel="--parallel", xticks=list(found))
        for axes in (rates, used):
            axes.set_ylim(0, 1.1 * axes.dataLim.y1)
        rates.set_ylabel("episodes per minute")
        used.set_ylabel("processor s per episode")
        rates.legend(frameon=False)
        metadata = {"Date": None, "Creator": None, "Description": described(results)}
        figure.savefig(out, format="svg", metadata=metadata)
    # Without spaces at the ends of lines, as everywhere in the repository.
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"
