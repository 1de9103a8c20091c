"""Ranking metrics and scores files."""

import json
import pickle
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webproctor.core.errors import UserError
from webproctor.files.folders import make_folder
from webproctor.files.reading import finite, format_hint, read_json
from webproctor.methods.mindact.pickled import MAX_BYTES, BadPickle, load
from webproctor.methods.mindact.rankers import ranks

RECALL_AT = (3, 5, 10, 20, 50, 100)
MRR_WITHIN = 50
Scores = dict[str, dict[str, float]]
"""The score of each candidate by step key and backend node id."""


@dataclass(frozen=True)
class RankingMetrics:
    """Ranking metrics over all steps; steps without a correct element count as 0.

    Attributes:
        steps: Number of steps.
        mrr: Mean of 1 / (1 + rank) of the best correct element, 0 beyond the first 50.
        top_1: Share of steps whose first candidate is correct.
        recall: Share of steps with a correct element among the first k, by k.
    """

    steps: int
    mrr: float
    top_1: float
    recall: dict[int, float]


def ranking_metrics(best: Iterable[int | None]) -> RankingMetrics:
    """Compute the metrics of a ranking.

    Args:
        best: For each step the rank of its best correct element, from 0; None if there is none.
    """
    ranks_by_step = list(best)
    count = len(ranks_by_step) or 1
    found = [rank for rank in ranks_by_step if rank is not None]
    return RankingMetrics(
        steps=len(ranks_by_step),
        mrr=sum(1 / (1 + rank) for rank in found if rank < MRR_WITHIN) / count,
        top_1=sum(rank == 0 for rank in found) / count,
        recall={k: sum(rank < k for rank in found) / count for k in RECALL_AT},
    )


def best_rank(scores: Mapping[str, float], correct: Iterable[str]) -> int | None:
    """Return the rank of the best correct element among scored candidates, or None."""
    names = list(scores)
    rank_by_id = dict(zip(names, ranks([scores[name] for name in names]), strict=True))
    return min((rank_by_id[node_id] for node_id in correct if node_id in rank_by_id), default=None)


def prepare_scores(path: Path) -> None:
    """Check that a scores file can be written, and create its folder.

    Raises:
        UserError: If the name does not end in .json, .pkl or .parquet, the library for tables is
            not installed, or the folder cannot be created.
    """
    if path.suffix.lower() not in (".json", ".pkl", ".parquet"):
        raise UserError(f"{path}: the name of a scores file must end in .json, .pkl or .parquet.")
    if path.suffix.lower() == ".parquet":
        _arrow()
    make_folder(path.parent)


def write_scores(path: Path, scores: Scores) -> None:
    """Write a scores file: JSON, the public pickle layout (`.pkl`), or a table (`.parquet`).

    Raises:
        UserError: See `prepare_scores`.
    """
    prepare_scores(path)
    ranked = {
        key: dict(zip(step_scores, ranks(list(step_scores.values())), strict=True))
        for key, step_scores in scores.items()
    }
    if path.suffix.lower() == ".json":
        path.write_text(json.dumps({"scores": scores}), encoding="utf-8")
    elif path.suffix.lower() == ".pkl":
        with path.open("wb") as file:
            pickle.dump({"scores": scores, "ranks": ranked}, file)
    else:
        arrow, parquet = _arrow()
        rows = [
            {"step": key, "backend_node_id": node_id, "score": score, "rank": ranked[key][node_id]}
            for key, step_scores in scores.items()
            for node_id, score in step_scores.items()
        ]
        parquet.write_table(arrow.Table.from_pylist(rows), path)


def read_scores(path: Path, steps: Iterable[str] = ()) -> Scores:
    """Read a scores file. Pickles are read without executing them.

    Args:
        steps: Keys of steps that must have scores.

    Raises:
        UserError: If the file is not a scores file, or has no scores for one of the steps.
    """
    scores = _read_scores(path)
    require_steps(scores, steps, str(path))
    return scores


def require_steps(scores: Scores, steps: Iterable[str], name: str) -> None:
    """Check that steps have scores.

    Args:
        name: The name of the scores in errors.

    Raises:
        UserError: If a step has none.
    """
    missing = [key for key in steps if key not in scores]
    if missing:
        raise UserError(
            f"{name}: has no scores for {len(missing)} steps, such as {missing[0]}; use the "
            "scores of the same split."
        )


def scores_of(scores: Scores, key: str, candidates: Collection[str]) -> Mapping[str, float]:
    """Return the scores of a step's candidates by id; empty if the step has none.

    Raises:
        UserError: If most of the scored ids are not candidates of the step. The ids of a page
            differ between recordings of the same step.
    """
    step_scores = scores.get(key, {})
    unknown = [node_id for node_id in step_scores if node_id not in candidates]
    if 2 * len(unknown) > len(step_scores):
        raise UserError(
            f"step {key}: {len(unknown)} of the {len(step_scores)} ids in the scores file are not "
            f"candidates of its page, such as {unknown[0]}; use scores of the same data."
        )
    return step_scores


def _read_scores(path: Path) -> Scores:
    if not path.is_file():
        raise UserError(f"{path}: there is no such file.")
    if path.suffix.lower() == ".parquet":
        return _read_table(path)
    if path.suffix.lower() == ".json":
        return _checked(path, read_json(path), path.stat().st_size)
    if path.stat().st_size > MAX_BYTES:
        raise UserError(f"{path}: has more than {MAX_BYTES:,} bytes, the limit for scores files.")
    data = path.read_bytes()
    try:
        return _checked(path, load(data), len(data))
    except BadPickle as error:
        raise UserError(f"{path}: {error}.{format_hint(data)}") from error


def _checked(path: Path, data: Any, size: int) -> Scores:
    """Return the scores in a file's data.

    A pickle can repeat one dictionary many times, so files with more scores than bytes are refused.
    """
    requirement = f"{path}: a scores file contains {{'scores': {{step: {{id: score}}}}}}"
    steps = data.get("scores") if isinstance(data, dict) else None
    if not isinstance(steps, dict):
        raise UserError(f"{requirement}.")
    found: Scores = {}
    entries = 0
    for key, step_scores in steps.items():
        if not isinstance(step_scores, dict):
            raise UserError(f"{requirement}; step {key!r:.80} has no candidates.")
        entries += len(step_scores)
        if entries > size:
            raise UserError(f"{path}: has more scores than bytes: not loaded.")
        scores = {str(node_id): finite(score) for node_id, score in step_scores.items()}
        if wrong := [node_id for node_id, score in scores.items() if score is None]:
            raise UserError(
                f"{requirement}; step {key!r:.80}, {wrong[0]!r:.80} has no finite score."
            )
        found[str(key)] = {node_id: score for node_id, score in scores.items() if score is not None}
    return found


def _read_table(path: Path) -> Scores:
    _, parquet = _arrow()
    try:
        table = parquet.read_table(path, columns=["step", "backend_node_id", "score"])
        rows = table.to_pylist()  # Decodes the texts.
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: not a table of scores: {error}") from error
    found: Scores = {}
    for number, row in enumerate(rows):
        step, node, score = row["step"], row["backend_node_id"], finite(row["score"])
        if not isinstance(step, str) or not isinstance(node, str) or score is None:
            raise UserError(
                f"{path}, row {number}: step and backend_node_id must be strings, and score a "
                "finite number."
            )
        found.setdefault(step, {})[node] = score
    return found


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow  # pyright: ignore
        import pyarrow.parquet  # pyright: ignore
    except ImportError as error:
        raise UserError(
            "parquet files need pyarrow: pip install 'webproctor[data]', or name the file .pkl."
        ) from error
    return pyarrow, pyarrow.parquet
