"""Parquet files: rows of Mind2Web and tables of ranker scores, if the libraries are installed."""

import importlib.util
import io
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from fuzz import mutation
from fuzz.target import Files, Target, of_files

from webproctor.benchmarks.mind2web.audit import audit
from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.methods.mindact.ranking import read_scores

MISSING = {
    name: f"the library {library} is not installed"
    for name, library in (("parquet scores", "pyarrow"), ("parquet rows", "datasets"))
    if importlib.util.find_spec(library) is None
}
"""Skipped targets and the reasons."""

_SCORES = [{"step": "a1_u1", "backend_node_id": "4", "score": 0.5}] * 2
_PAGE = '<html backend_node_id="1"><body><a backend_node_id="2">Home</a></body></html>'
_NODE = {"tag": "a", "backend_node_id": "2", "attributes": json.dumps({"backend_node_id": "2"})}
_ROW = {
    "annotation_id": "a1",
    "confirmed_task": "Go home",
    "website": "shop",
    "domain": "Shopping",
    "subdomain": "General",
    "action_reprs": ["[link]  Home -> CLICK"],
    "action_uid": "u1",
    "target_action_index": "0",
    "raw_html": _PAGE,
    "cleaned_html": _PAGE,
    "operation": json.dumps({"op": "CLICK", "original_op": "CLICK", "value": ""}),
    "pos_candidates": [json.dumps(_NODE | {"is_original_target": True})],
    "neg_candidates": [],
}


def _parquet(rows: list[dict[str, Any]]) -> bytes:
    import pyarrow  # pyright: ignore
    import pyarrow.parquet  # pyright: ignore

    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), out)
    return out.getvalue()


@cache
def _whole(kind: str) -> bytes:
    return _parquet(_SCORES if kind == "scores" else [_ROW])


def _faulty(random: Random, kind: str) -> bytes:
    """Return a table with faulty rows; sometimes a damaged file."""
    if random.random() < 0.3:
        return mutation.data(random, _whole(kind))
    rows = mutation.plain(random, _SCORES if kind == "scores" else [_ROW])
    try:
        return _parquet(rows)
    except Exception:  # noqa: BLE001 - the writer raises many kinds of errors
        return _whole(kind)


def _scores(random: Random) -> Files:
    return {"a.parquet": _faulty(random, "scores")}


def _rows(random: Random) -> Files:
    return {"data/train-00000-of-00001.parquet": _faulty(random, "rows")}


def _read_rows(folder: Path) -> object:
    import datasets  # pyright: ignore
    from datasets import config  # pyright: ignore

    # The library caches what it reads, which would fill the disk.
    config.HF_DATASETS_CACHE = folder / "cache"
    datasets.disable_progress_bars()
    dataset = Dataset(folder / "data")
    audit(dataset)
    return [step for demo in dataset.demonstrations for step in dataset.steps(demo)]


TARGETS = [
    Target("parquet scores", _scores, of_files(lambda folder: read_scores(folder / "a.parquet"))),
    Target("parquet rows", _rows, of_files(_read_rows)),
]
