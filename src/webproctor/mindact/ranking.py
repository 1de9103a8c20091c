"""How good a ranking is, and files of scores (catalogue, section 3)."""

import pickle
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webproctor.errors import UserError
from webproctor.mindact.rankers import ranks

RECALL_AT = (3, 5, 10, 20, 50, 100)
MRR_WITHIN = 50
# The scalars of numpy, which published files may hold, are rebuilt by these and by nothing else.
_SAFE = {
    ("numpy.core.multiarray", "scalar"),
    ("numpy._core.multiarray", "scalar"),
    ("numpy", "dtype"),
}
Scores = dict[str, dict[str, float]]
"""For each step's key, the score of each candidate by its backend node id."""


@dataclass(frozen=True)
class RankingMarks:
    """How good a ranking is, over all steps; those without a right element count 0.

    Attributes:
        steps: How many steps.
        mrr: Mean of 1 / (1 + rank) of the best right element, 0 beyond the first 50.
        top_1: Share of steps whose first candidate is right.
        recall: Share of steps with a right element among the first k, by k.
    """

    steps: int
    mrr: float
    top_1: float
    recall: dict[int, float]


def ranking_marks(best: Iterable[int | None]) -> RankingMarks:
    """Mark a ranking.

    Args:
        best: For each step the rank of its best right element, from 0; None where there is none.
    """
    found = list(best)
    whole = len(found) or 1
    there = [rank for rank in found if rank is not None]
    return RankingMarks(
        steps=len(found),
        mrr=sum(1 / (1 + rank) for rank in there if rank < MRR_WITHIN) / whole,
        top_1=sum(rank == 0 for rank in there) / whole,
        recall={k: sum(rank < k for rank in there) / whole for k in RECALL_AT},
    )


def best_rank(scores: Mapping[str, float], right: Iterable[str]) -> int | None:
    """The rank of the best right element among scored candidates; None if none is there."""
    names = list(scores)
    placed = dict(zip(names, ranks([scores[name] for name in names]), strict=True))
    return min((placed[one] for one in right if one in placed), default=None)


def write_scores(path: Path, scores: Scores) -> None:
    """Write a file of scores: the public pickle layout (`.pkl`), or a table (`.parquet`).

    Raises:
        UserError: If the name ends otherwise, or the library for tables is not installed.
    """
    ranked = {
        key: dict(zip(of, ranks(list(of.values())), strict=True)) for key, of in scores.items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".pkl":
        with path.open("wb") as file:
            pickle.dump({"scores": scores, "ranks": ranked}, file)
    elif path.suffix == ".parquet":
        arrow, parquet = _arrow()
        rows = [
            {"step": key, "backend_node_id": one, "score": score, "rank": ranked[key][one]}
            for key, of in scores.items()
            for one, score in of.items()
        ]
        parquet.write_table(arrow.Table.from_pylist(rows), path)
    else:
        raise UserError(f"{path}: a file of scores ends in .pkl or .parquet.")


def read_scores(path: Path) -> Scores:
    """Read a file of scores. Nothing that a pickle may ask to be run is run.

    Raises:
        UserError: If the file is not such a file.
    """
    if not path.is_file():
        raise UserError(f"{path}: no such file of scores.")
    if path.suffix == ".parquet":
        return _read_table(path)
    try:
        with path.open("rb") as file:
            told = _Plain(file).load()
        return {
            str(key): {str(one): float(score) for one, score in of.items()}
            for key, of in told["scores"].items()
        }
    except pickle.UnpicklingError as error:
        raise UserError(f"{path}: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError, EOFError) as error:
        raise UserError(
            f"{path}: a file of scores is a pickle of {{'scores': {{step: {{id: score}}}}}}: "
            f"{type(error).__name__} {error}"
        ) from error


def _read_table(path: Path) -> Scores:
    _, parquet = _arrow()
    try:
        table = parquet.read_table(path, columns=["step", "backend_node_id", "score"])
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: no table of scores: {error}") from error
    found: Scores = {}
    for row in table.to_pylist():
        found.setdefault(row["step"], {})[row["backend_node_id"]] = row["score"]
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


class _Plain(pickle.Unpickler):
    """Reads dictionaries, text and numbers, and refuses to make anything else."""

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        if (module_name, global_name) in _SAFE:
            return super().find_class(module_name, global_name)
        raise pickle.UnpicklingError(
            f"it asks for {module_name}.{global_name}, which no file of scores needs: not loaded"
        )
