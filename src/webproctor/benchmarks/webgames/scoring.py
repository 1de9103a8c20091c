"""Scoring: check the password in an answer, and compute scores by category.

A category's score is the sum of weight x pass over its tasks, divided by the sum of the weights;
all variants of a family have the family's weights. The average is the unweighted mean of the five
categories. A family without weights is not part of the published suite; it belongs to no category
and changes no category's score. Two rules say which tasks count:

- `complete`: all (150 in the published suite);
- `published`: the 132 that the published analysis matched. It looked up tasks by a field that is
  missing in 15 base tasks, and the maze by a name that the table of weights spells differently.
  This rule reproduces Table 1 of the paper.
"""

import csv
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import fmean, median
from typing import Any

from webproctor.benchmarks.webgames.audit import audit
from webproctor.benchmarks.webgames.play import Challenges
from webproctor.core.errors import UserError, did_you_mean
from webproctor.core.scores import Cell, Chart, Score, Summary, Table
from webproctor.core.tasks import Task

CATEGORIES = (
    "technical_fluency",
    "realtime_responsiveness",
    "adversarial_resistance",
    "cognitive_abilities",
    "visual_comprehension",
)
AVERAGE = "average"
# Short names of the categories, for table headers.
COLUMNS = dict(
    zip(CATEGORIES, ("technical", "real-time", "adversarial", "cognitive", "visual"), strict=True)
) | {AVERAGE: AVERAGE}
# Metrics, and the columns of the paper's table to compare them with; the headline metric first.
PUBLISHED_COLUMNS = {name.replace("_", " "): COLUMNS[name] for name in (AVERAGE, *CATEGORIES)}
RULES = ("complete", "published")
WEIGHTS = ("dataset", "paper")
# The format of generated passwords: three words and four digits.
PASSWORD_FORMAT = re.compile(r"[a-z]+-[a-z]+-[a-z]+-[0-9]{4}")
_WORD = re.compile(r"[A-Za-z0-9_-]+")

# Tasks that the published analysis did not match.
_UNMATCHED = frozenset(
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
_PAPER_WEIGHTS: Mapping[str, Mapping[str, float]] = {
    "buttons": {
        "technical_fluency": 0.7,
        "adversarial_resistance": 0.2,
        "visual_comprehension": 0.1,
    }
}


def password_given(answer: str | None, password: str, known: Collection[str] = ()) -> bool:
    """Return whether an answer contains this password, as a whole word, and no other.

    Args:
        known: All passwords, if they are fixed and have no common format; without them, every word
            that matches `PASSWORD_FORMAT` counts as a password.
    """
    words = {word.strip("-_") for word in _WORD.findall(answer or "")}
    if known:
        present = {
            candidate for candidate in known if re.search(_whole_word(candidate), answer or "")
        }
        return present == {password}
    return {word for word in words if PASSWORD_FORMAT.fullmatch(word)} == {password} and bool(
        re.search(_whole_word(password), answer or "")
    )


def _whole_word(word: str) -> str:
    # Markdown's asterisks and underscores around a word are not part of it; an underscore between
    # two words joins them to one word: KEY_MASTER does not occur in EASY_KEY_MASTER.
    return rf"(?<![A-Za-z0-9_-])_*{re.escape(word)}_*(?![A-Za-z0-9_-])"


def family_of(id: str) -> str:
    """Return the family of a task's published id: `maze` for `maze-easy/*`."""
    name = id.removesuffix("/*")
    if name in ("dateeasy", "datehard"):
        return "date"
    return re.sub(r"-(easy|hard)$", "", name)


@cache
def weights(table: str = "dataset") -> Mapping[str, Mapping[str, float]]:
    """Return the weight of each category, by family.

    Args:
        table: `dataset` for the published table; `paper` for the same table with the values of the
            paper's appendix where they are known to differ.
    """
    path = Path(__file__).with_name("categories.csv")
    with path.open(encoding="utf-8", newline="") as file:
        by_family = {
            row["family"]: {name: float(row[name] or 0) for name in CATEGORIES}
            for row in csv.DictReader(file)
        }
    if table == "paper":
        zeros = dict.fromkeys(CATEGORIES, 0.0)
        by_family |= {family: zeros | dict(changed) for family, changed in _PAPER_WEIGHTS.items()}
    return by_family


@cache
def oracle_actions(challenges: Challenges = "default") -> Mapping[str, int]:
    """Return the number of actions that the oracle needs, by task id: the median of several seeds.

    The table is generated by `scripts/count_oracle_actions.py`; its column `published` is empty for
    tasks whose published challenge is the default one. Tasks that are not in it have no action
    economy.
    """
    path = Path(__file__).with_name("economy.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    column = "published" if challenges == "published" else "actions"
    return {row["game"]: int(row[column] or row["actions"]) for row in rows}


def category_scores(
    passed: Mapping[str, float], rule: str = "complete", table: str = "dataset"
) -> dict[str, float]:
    """Return the scores by category, 0 to 1, and their average.

    Args:
        passed: By task id, 1 for a pass and 0 for a failure, or the pass rate over several seeds.
        rule: `complete` or `published`.
        table: The weights; see `weights`.

    Returns:
        Scores by name. Categories without a task in `passed` are omitted.
    """
    counted = [id for id in passed if rule == "complete" or id not in _UNMATCHED]
    scores = {}
    for category in CATEGORIES:
        weights_by_category = ((id, weights(table).get(family_of(id), {})) for id in counted)
        weight = {id: by_category.get(category, 0.0) for id, by_category in weights_by_category}
        if total := sum(weight.values()):
            scores[category] = sum(weight[id] * passed[id] for id in counted) / total
    if scores:
        scores[AVERAGE] = fmean(scores.values())
    return scores


def read_pass_status(path: Path) -> dict[str, dict[str, int]]:
    """Read a CSV of results: `game` contains task ids, every other column a model's 0 or 1.

    Raises:
        UserError: If the file does not have this form; the message names row and column.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UserError(f"{path}: cannot be read: {reason}.") from error
    if not rows or "game" not in rows[0]:
        raise UserError(f"{path}: the first line must name the columns, and one must be `game`.")
    models: dict[str, dict[str, int]] = {name: {} for name in rows[0] if name not in (None, "game")}
    if not models:
        raise UserError(f"{path}: no column of results besides `game`.")
    for number, row in enumerate(rows, 2):
        id = row["game"] or ""
        if family_of(id) not in weights():
            hint = did_you_mean(family_of(id), weights())
            raise UserError(f"{path}, line {number}: unknown task {id!r}.{hint}")
        for model, results in models.items():
            if id in results:
                raise UserError(f"{path}, line {number}: duplicate task {id!r}.")
            if row[model] not in ("0", "1"):
                raise UserError(
                    f"{path}, line {number}, column {model!r}: {row[model]!r} is neither 0 nor 1."
                )
            results[id] = int(row[model])
    return models


def summarise(
    results: Sequence[tuple[Task, Score]], rule: str = "complete", table: str = "dataset"
) -> Summary:
    """Aggregate scores: the share of tasks passed, scores by category, time limits and economy."""
    by_game: dict[str, list[float]] = {}
    for task, score in results:
        by_game.setdefault(str(task.tags["game"]), []).append(score.value)
    scores = category_scores({id: fmean(values) for id, values in by_game.items()}, rule, table)
    success = fmean(score.value for _, score in results) if results else 0.0
    figures = {"success": success} | {
        name.replace("_", " "): value for name, value in scores.items()
    }
    details = [score.details for _, score in results]
    in_time = [float(detail["in_time"]) for detail in details if detail.get("in_time") is not None]
    if in_time:
        figures["time limits met"] = fmean(in_time)
    economy = [
        min(1.0, detail["oracle_actions"] / detail["actions"])
        for detail, (_, score) in zip(details, results, strict=True)
        if score.value and detail.get("oracle_actions") and detail.get("actions")
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
        _heat_map(results),
    ]
    return Summary(
        headline="success",
        figures=figures,
        tables=[table for table in tables if table],
        charts=[chart for chart in charts if len(chart.labels) > 2],
    )


def _heat_map(results: Sequence[tuple[Task, Score]]) -> Chart:
    """Return a heat map of mean scores over seeds: a column per family, a row per variant."""
    collected: dict[tuple[str, str], list[float]] = {}
    for task, score in results:
        collected.setdefault((str(task.tags["variant"]), str(task.tags["family"])), []).append(
            score.value
        )
    families = sorted({family for _, family in collected})
    variants = [
        name
        for name in ("easy", "base", "hard")
        if any(variant == name for variant, _ in collected)
    ]
    return Chart(
        title="Success by family and difficulty",
        kind="heat",
        labels=families,
        series={
            variant: [
                fmean(collected[variant, family]) if (variant, family) in collected else None
                for family in families
            ]
            for variant in variants
        },
    )


def _grouped(results: Sequence[tuple[Task, Score]], tag: str, order: Sequence[str] | None) -> Table:
    """Return a table of tasks by the value of a tag: in a given order, else alphabetically."""
    collected: dict[str, list[float]] = {name: [] for name in order or ()}
    for task, score in results:
        collected.setdefault(str(task.tags[tag]), []).append(score.value)
    rows: list[list[Cell]] = [
        [name, len(values), round(sum(values)), fmean(values)]
        for name, values in (collected.items() if order else sorted(collected.items()))
        if values
    ]
    return Table(title=f"By {tag}", columns=[tag, "tasks", "solved", "share"], rows=rows)


def _game_time(details: Sequence[Mapping[str, Any]]) -> Table | None:
    """Return a table of game time, in seconds of the episodes' clocks."""
    values = [float(detail["game_seconds"]) for detail in details if detail.get("game_seconds")]
    if not values:
        return None
    row: list[Cell] = [
        "seconds",
        *(f"{value:,.1f}" for value in (median(values), max(values), sum(values))),
    ]
    return Table(title="Game time", columns=["", "median", "maximum", "total"], rows=[row])
