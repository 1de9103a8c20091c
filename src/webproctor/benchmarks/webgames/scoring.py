"""The rules of marking: is the password given, and what do passes amount to by category.

A category's score is the sum of weight x pass over its tasks, divided by the sum of the weights;
the weights are the family's, for each of its variants. The average is the plain mean of the five.
Two rules say which tasks count:

- `complete`: all 150;
- `published`: the 132 that the published analysis found. It looked every task up by a field that
  15 base tasks lack, and the maze by a name that the table of weights spells otherwise. This rule
  gives the figures of the paper's Table 1.
"""

import csv
import difflib
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import fmean, median
from typing import Any

from webproctor.benchmarks.webgames.audit import audit
from webproctor.errors import UserError
from webproctor.scores import Chart, Score, Summary, Table
from webproctor.tasks import Task

CATEGORIES = (
    "technical_fluency",
    "realtime_responsiveness",
    "adversarial_resistance",
    "cognitive_abilities",
    "visual_comprehension",
)
AVERAGE = "average"
# Each category in a word, for the heads of tables.
COLUMNS = dict(
    zip(CATEGORIES, ("technical", "real-time", "adversarial", "cognitive", "visual"), strict=True)
) | {AVERAGE: AVERAGE}
# Figures, and the columns of the paper's table that they stand beside; the headline's first.
BESIDE = {name.replace("_", " "): COLUMNS[name] for name in (AVERAGE, *CATEGORIES)}
RULES = ("complete", "published")
WEIGHTS = ("dataset", "paper")
# The three words and four digits of a password of ours.
PASSWORD_SHAPE = re.compile(r"[a-z]+-[a-z]+-[a-z]+-[0-9]{4}")
_WORD = re.compile(r"[A-Za-z0-9_-]+")

# Tasks that the published analysis did not find.
_NOT_FOUND = frozenset(
    {
        "file-upload",
        "scroll-horizontal",
        "webs-assemble",
        "popup-chaos",
        "chart-read",
        "chart-transcribe",
        "combination-lock",
        "pixel-copy",
        "tab-sync",
        "print-reveal",
        "robo-check",
        "map-panner",
        "calendar2",
        "verify-challenge",
        "resume-challenge",
        "maze/*",
        "maze-easy/*",
        "maze-hard/*",
    }
)
# Where the paper's appendix is known to differ from the published table of weights.
_PAPER: Mapping[str, Mapping[str, float]] = {
    "buttons": {
        "technical_fluency": 0.7,
        "adversarial_resistance": 0.2,
        "visual_comprehension": 0.1,
    }
}


def password_given(answer: str | None, password: str, known: Collection[str] = ()) -> bool:
    """Whether an answer gives this password, as a whole word, and no other.

    Args:
        known: All passwords that there are, where they are fixed and of any form; without them, any
            word of a password's form counts as one.
    """
    words = {word.strip("-_") for word in _WORD.findall(answer or "")}
    if known:
        whole = {one for one in known if re.search(_whole(one), answer or "")}
        return whole == {password}
    return {word for word in words if PASSWORD_SHAPE.fullmatch(word)} == {password} and bool(
        re.search(_whole(password), answer or "")
    )


def _whole(word: str) -> str:
    # Markdown's stars and lines under a word belong to no word.
    return rf"(?<![A-Za-z0-9-])_*{re.escape(word)}_*(?![A-Za-z0-9-])"


def family_of(id: str) -> str:
    """The family that a task's published id belongs to: `maze-easy/*` to `maze`."""
    name = id.removesuffix("/*")
    if name in ("dateeasy", "datehard"):
        return "date"
    return re.sub(r"-(easy|hard)$", "", name)


@cache
def weights(table: str = "dataset") -> Mapping[str, Mapping[str, float]]:
    """Weights of each category by family.

    Args:
        table: `dataset` is the published table; `paper` has the values of the paper's appendix
            where they are known to differ.
    """
    path = Path(__file__).with_name("categories.csv")
    with path.open(encoding="utf-8", newline="") as file:
        read = {
            row["family"]: {name: float(row[name] or 0) for name in CATEGORIES}
            for row in csv.DictReader(file)
        }
    if table == "paper":
        nothing = dict.fromkeys(CATEGORIES, 0.0)
        read |= {family: nothing | dict(told) for family, told in _PAPER.items()}
    return read


@cache
def oracle_actions() -> Mapping[str, int]:
    """How many actions the oracle needs, by task id: the median of several seeds.

    `scripts/count_oracle_actions.py` makes the table.
    """
    path = Path(__file__).with_name("economy.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return {row["game"]: int(row["actions"]) for row in csv.DictReader(file)}


def category_scores(
    passed: Mapping[str, float], rule: str = "complete", table: str = "dataset"
) -> dict[str, float]:
    """Scores by category, 0 to 1, and their average.

    Args:
        passed: By task id, 1 for a pass and 0 for none, or the share of several seeds.
        rule: `complete` or `published`.
        table: The weights; see `weights`.

    Returns:
        Categories of which no task is among `passed` are left out.
    """
    found = [id for id in passed if rule == "complete" or id not in _NOT_FOUND]
    scores = {}
    for category in CATEGORIES:
        weight = {id: weights(table)[family_of(id)][category] for id in found}
        if total := sum(weight.values()):
            scores[category] = sum(weight[id] * passed[id] for id in found) / total
    if scores:
        scores[AVERAGE] = fmean(scores.values())
    return scores


def read_pass_status(path: Path) -> dict[str, dict[str, int]]:
    """A table of results: the column `game` holds task ids, every other column a model's 0 or 1.

    Raises:
        UserError: If the file is not of this form; the message names row and column.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{path} cannot be read: {error}.") from error
    if not rows or "game" not in rows[0]:
        raise UserError(f"{path}: the first line must name the columns, and one must be `game`.")
    models: dict[str, dict[str, int]] = {name: {} for name in rows[0] if name not in (None, "game")}
    if not models:
        raise UserError(f"{path}: there is no column of results beside `game`.")
    for number, row in enumerate(rows, 2):
        id = row["game"]
        if family_of(id) not in weights():
            near = difflib.get_close_matches(family_of(id), weights(), 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise UserError(f"{path}, line {number}: there is no task {id!r}.{hint}")
        for model, results in models.items():
            if id in results:
                raise UserError(f"{path}, line {number}: {id!r} is there twice.")
            if row[model] not in ("0", "1"):
                raise UserError(
                    f"{path}, line {number}, column {model!r}: {row[model]!r} is neither 0 nor 1."
                )
            results[id] = int(row[model])
    return models


def summarise(
    results: Sequence[tuple[Task, Score]], rule: str = "complete", table: str = "dataset"
) -> Summary:
    """Draw marks together: the share of tasks passed, scores by category, and how it was done."""
    by_game: dict[str, list[float]] = {}
    for task, score in results:
        by_game.setdefault(str(task.tags["game"]), []).append(score.value)
    scores = category_scores({id: fmean(marks) for id, marks in by_game.items()}, rule, table)
    success = fmean(score.value for _, score in results) if results else 0.0
    figures = {"success": success} | {name.replace("_", " "): mark for name, mark in scores.items()}
    details = [score.details for _, score in results]
    in_time = [float(one["in_time"]) for one in details if one.get("in_time") is not None]
    if in_time:
        figures["time limits met"] = fmean(in_time)
    economy = [
        min(1.0, one["oracle_actions"] / one["actions"])
        for one, (_, score) in zip(details, results, strict=True)
        if score.value and one.get("oracle_actions") and one.get("actions")
    ]
    if economy:
        figures["action economy"] = fmean(economy)
    tables = [
        _grouped(results, "variant", ("easy", "base", "hard")),
        _grouped(results, "family", None),
        _game_time(details),
        audit(results),
    ]
    charts = [
        Chart(
            title="Score by category",
            kind="radar",
            labels=[COLUMNS[name] for name in CATEGORIES if name in scores],
            series={"score": [scores[name] for name in CATEGORIES if name in scores]},
        ),
        _heat(results),
    ]
    return Summary(
        headline="success",
        figures=figures,
        tables=[table for table in tables if table],
        charts=[chart for chart in charts if len(chart.labels) > 2],
    )


def _heat(results: Sequence[tuple[Task, Score]]) -> Chart:
    """Families across, their easy, base and hard games down; the mean over seeds."""
    marks: dict[tuple[str, str], list[float]] = {}
    for task, score in results:
        marks.setdefault((str(task.tags["variant"]), str(task.tags["family"])), []).append(
            score.value
        )
    families = sorted({family for _, family in marks})
    variants = [name for name in ("easy", "base", "hard") if any(of == name for of, _ in marks)]
    return Chart(
        title="What was solved, by family and difficulty",
        kind="heat",
        labels=families,
        series={
            variant: [
                fmean(marks[variant, family]) if (variant, family) in marks else None
                for family in families
            ]
            for variant in variants
        },
    )


def _grouped(results: Sequence[tuple[Task, Score]], tag: str, order: Sequence[str] | None) -> Table:
    marks: dict[str, list[float]] = {name: [] for name in order or ()}
    for task, score in results:
        marks.setdefault(str(task.tags[tag]), []).append(score.value)
    rows: list[list[str | int | float | None]] = [
        [name, len(values), round(sum(values)), fmean(values)]
        for name, values in (marks.items() if order else sorted(marks.items()))
        if values
    ]
    return Table(title=f"By {tag}", columns=[tag, "tasks", "solved", "share"], rows=rows)


def _game_time(details: Sequence[Mapping[str, Any]]) -> Table | None:
    """Seconds as the games met them: under a virtual clock not those of the machine."""
    values = sorted(float(one["game_seconds"]) for one in details if one.get("game_seconds"))
    if not values:
        return None
    row: list[str | int | float | None] = [
        "seconds",
        *(f"{value:,.4g}" for value in (median(values), max(values), sum(values))),
    ]
    return Table(title="Time in the games", columns=["", "median", "most", "in all"], rows=[row])
