"""Write the measured parts of docs/policy.md, and its curve, from bench/policy.json.

    python scripts/write_policy.py

A part stands between `<!-- policy NAME -->` and `<!-- end of policy NAME -->`; NAME is `training`,
`success`, `curve`, `families` or `commands`. The curve is docs/images/policy.svg.
"""

import io
import json
import re
import shlex
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from webproctor.core.intervals import difference_interval, mean_interval, wilson

ROOT = Path(__file__).parent.parent
RESULTS, PAGE = ROOT / "bench/policy.json", ROOT / "docs/policy.md"
PLOT = ROOT / "docs/images/policy.svg"
SETS = {"seen": "easy and base, unseen seeds", "hard": "hard, an unseen difficulty"}
VARIANTS = {"seen": "easy, base", "hard": "hard"}
AGENTS = {
    "do-nothing": "does nothing",
    "random": "random",
    "few-imitation": "`few`: imitation of 2 episodes per family",
    "few": "`few`: then RL",
    "many-imitation": "`many`: imitation of 12 episodes per family",
    "many": "`many`: then RL",
}
POLICIES = ("few", "many")
# For colour-blind readers (Okabe and Ito).
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
_BLOCK = re.compile(
    r"(<!-- policy (\w+) -->\n).*?(<!-- end of policy \2 -->)",
    re.DOTALL,
)
Episodes = Sequence[dict[str, Any]]


def percent(value: float) -> str:
    return f"{100 * value:.0f}"


def rate(episodes: Episodes, what: str = "solved") -> str:
    """Return the share of solved or won episodes in percent, with its interval over families."""
    judged = [one for one in episodes if not one["void"]]
    if not judged:
        return "none"
    hits = [bool(one[what]) for one in judged]
    interval, _ = mean_interval(hits, [str(one["family"]) for one in judged])
    within = f" [{percent(interval[0])}, {percent(interval[1])}]" if interval else ""
    return f"{percent(sum(hits) / len(hits))}{within}"


def gain(before: Episodes, after: Episodes) -> tuple[str, bool]:
    """Return the difference of two agents on the same tasks, in percentage points, and whether its
    interval has no zero."""
    first = {one["task"]: one for one in before if not one["void"]}
    pairs = [(first[one["task"]], one) for one in after if one["task"] in first and not one["void"]]
    values = [float(late["solved"]) - float(early["solved"]) for early, late in pairs]
    interval = difference_interval(values, [str(late["family"]) for _, late in pairs])
    mean = 100 * sum(values) / len(values)
    if interval is None:
        return _signed(mean), False
    low, high = interval
    return f"{_signed(mean)} [{_signed(100 * low)}, {_signed(100 * high)}]", low > 0 or high < 0


def _signed(points: float) -> str:
    return f"{round(points):+}" if round(points) else "0"


def success(found: dict[str, Any]) -> Iterator[str]:
    """Yield the table of all agents."""
    yield "| agent | " + " | ".join(f"{one}: solved | game won" for one in SETS.values()) + " |"
    yield "|---|" + "--:|" * (2 * len(SETS))
    for agent, name in AGENTS.items():
        cells = [
            rate(found["sets"][one][agent], what) for one in SETS for what in ("solved", "won")
        ]
        yield f"| {name} | " + " | ".join(cells) + " |"
    unsure: list[str] = []
    for policy in POLICIES:
        gains = [
            gain(found["sets"][one][f"{policy}-imitation"], found["sets"][one][policy])
            for one in SETS
        ]
        cells = " | | ".join(text for text, _ in gains)
        yield f"| `{policy}`: RL against imitation alone, points | {cells} | |"
        if not any(sure for _, sure in gains):
            unsure.append(f"`{policy}`")
    counts = [_counts(found["sets"][one]) for one in SETS]
    yield "| episodes of each agent (void) | " + " | | ".join(counts) + " | |"
    if unsure:
        yield ""
        yield (
            f"The intervals of RL's gain for {' and '.join(unsure)} include 0: these rounds of RL "
            "do not show that it helps there."
        )


def _counts(agents: dict[str, Episodes]) -> str:
    numbers = {len(episodes) for episodes in agents.values()}
    void = sum(bool(one["void"]) for episodes in agents.values() for one in episodes)
    return f"{', '.join(map(str, sorted(numbers)))} ({void})"


def families(found: dict[str, Any]) -> Iterator[str]:
    """Yield the table of all families: solved episodes of all, with Wilson's interval."""
    shown = [
        (f"{VARIANTS[name]}, `{policy}`: {when}", found["sets"][name][agent])
        for name in SETS
        for policy in POLICIES
        for when, agent in (("imitation", f"{policy}-imitation"), ("then RL", policy))
    ]
    yield "| family | " + " | ".join(head for head, _ in shown) + " |"
    yield "|---|" + "--:|" * len(shown)
    for family in found["families"]:
        cells = [
            _family([one for one in episodes if one["family"] == family]) for _, episodes in shown
        ]
        yield f"| {family} | " + " | ".join(cells) + " |"


def _family(episodes: Episodes) -> str:
    judged = [one for one in episodes if not one["void"]]
    if not judged:
        return ""
    hits = sum(bool(one["solved"]) for one in judged)
    low, high = wilson(hits, len(judged))
    return f"{hits}/{len(judged)} [{percent(low)}, {percent(high)}]"


def training(found: dict[str, Any]) -> Iterator[str]:
    """Yield what the trainings did."""
    hardware = sorted({done["hardware"] for done in found["trainings"].values()})
    yield f"Measured on {found['date']}. Hardware of the trainings: {'; '.join(hardware)}."
    for name, done in found["trainings"].items():
        yield from ["", f"Training `{name}`:", "", "| stage | size | minutes |", "|---|---|--:|"]
        shown = sum(done["demonstrations"].values())
        size = f"{shown} won episodes of the oracle, {done['steps']:,} steps"
        yield f"| demonstrations | {size} | {done['seconds']['demonstrations'] / 60:.1f} |"
        loss = f"{done['settings']['updates']:,} updates, loss {done['losses'][-1]:.2f} at the end"
        yield f"| imitation | {loss} | {done['seconds']['imitation'] / 60:.1f} |"
        for number, each in enumerate(done["rounds"], 1):
            won, lost, void = (sum(one[at] for one in each["groups"].values()) for at in range(3))
            minutes = (each["seconds"] + each["learning"]) / 60
            size = f"{won + lost} episodes, {won} won, {void} void"
            yield f"| RL, round {number} | {size} | {minutes:.1f} |"
        if len(done["rounds"]) < (planned := done["settings"]["rounds"]):
            ran = len(done["rounds"])
            yield from ["", f"The training was stopped after {ran} of {planned} rounds of RL."]
        if done["left_out"]:
            names = ", ".join(f"`{task}`" for task in sorted(done["left_out"]))
            yield from ["", f"Tasks whose oracle's actions could not be translated: {names}."]


def commands(found: dict[str, Any]) -> Iterator[str]:
    """Yield the commands, with the names of the families once."""
    chosen = "FAMILIES=(" + " ".join(f"--family {one}" for one in found["families"]) + ")"
    yield "```sh"
    yield from _folded(chosen)
    for line in found["commands"].values():
        text = shlex.join(["webproctor", *line])
        names = " ".join(f"--family {one}" for one in found["families"])
        yield from _folded(text.replace(names, '"${FAMILIES[@]}"'))
    yield "```"


def _folded(line: str, width: int = 110) -> Iterator[str]:
    """Yield a command in lines of limited width."""
    now = ""
    for word in line.split(" "):
        if now and len(now) + len(word) + 1 > width:
            yield f"{now} \\"
            now = "   "
        now = f"{now} {word}" if now else word
    yield now


def curve(found: dict[str, Any]) -> Iterator[str]:
    """Yield what the curve shows."""
    text = (
        "The curves are the shares of episodes that both policies solved on unseen seeds and on "
        "the unseen difficulty, with 95 % intervals over families: before RL, after some of its "
        "rounds, and at the end."
    )
    yield from textwrap.wrap(text, 130)


Point = tuple[int, float, float, float]


def points(found: dict[str, Any]) -> dict[str, list[Point]]:
    """Return the curves: episodes that the policy has learned from, and the share of solved ones in
    percent with its interval."""
    made: dict[str, list[Point]] = {}
    for policy in POLICIES:
        rounds = [
            sum(won + lost for won, lost, _ in each["groups"].values())
            for each in found["trainings"][policy]["rounds"]
        ]
        learned = {f"{policy}-imitation": 0}
        learned |= {f"{policy}-{at}": sum(rounds[:at]) for at in range(1, len(rounds))}
        learned[policy] = sum(rounds)
        for name, label in SETS.items():
            made[f"{policy}: {label}"] = [
                (episodes, *_rate([one for one in found["sets"][name][agent] if not one["void"]]))
                for agent, episodes in learned.items()
                if agent in found["sets"][name]
            ]
    return made


def _rate(episodes: Episodes) -> tuple[float, float, float]:
    """Return the share of solved episodes and its interval in percent."""
    hits = [bool(one["solved"]) for one in episodes]
    low, high = mean_interval(hits, [str(one["family"]) for one in episodes])[0] or (0.0, 1.0)
    rate, low, high = (round(100 * one, 1) for one in (sum(hits) / len(hits), low, high))
    return rate, low, high


def drawn(found: dict[str, Any]) -> str:
    """Return the curves as SVG."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    out, curves = io.StringIO(), points(found)
    with mpl.rc_context({"svg.hashsalt": "webproctor", "font.size": 9}):
        figure = Figure((6.4, 3.2), layout="constrained")
        axes = figure.subplots()
        ends = sorted({one[0] for curve in curves.values() for one in curve})
        for index, (label, curve) in enumerate(curves.items()):
            # Beside each other, so that intervals do not hide each other.
            at = [one[0] + (index - 1.5) * max(ends) / 120 for one in curve]
            rates = [one[1] for one in curve]
            reach = [[one[1] - one[2] for one in curve], [one[3] - one[1] for one in curve]]
            axes.errorbar(at, rates, reach, fmt="o-", color=_COLOURS[index], label=label, capsize=2)
        axes.set(
            xlabel="episodes of RL that the policy has learned from",
            ylabel="episodes solved, %",
            ylim=(0, 102),
            xticks=ends,
        )
        figure.legend(frameon=False, loc="outside upper center", ncols=2, fontsize=8)
        metadata = {"Date": None, "Creator": None, "Description": json.dumps(curves)}
        figure.savefig(out, format="svg", metadata=metadata)
    # Without spaces at the ends of lines, as everywhere in the repository.
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def written(page: str, found: dict[str, Any]) -> str:
    """Return the page with its parts filled in with the results."""
    parts = {
        "training": training,
        "success": success,
        "curve": curve,
        "families": families,
        "commands": commands,
    }

    def block(part: re.Match[str]) -> str:
        return "\n".join([part[1], *parts[part[2]](found), "", part[3]])

    return _BLOCK.sub(block, page)


def main() -> None:
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")
    PLOT.write_text(drawn(found), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
