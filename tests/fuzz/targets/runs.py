"""Run folders, and scores files of rankers."""

import json
import pickle
import shutil
import tempfile
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

from fuzz import mutation
from fuzz.target import Files, Target, of_files

from webproctor.analysis.comparing import compare
from webproctor.analysis.judging import read_judgements
from webproctor.harness.logs import read_episodes
from webproctor.harness.reading import read_run
from webproctor.harness.runs import run
from webproctor.methods.mindact.ranking import read_scores
from webproctor.run.logs import DIGESTS


@cache
def _run() -> Files:
    """Return the files of a small run by name."""
    with tempfile.TemporaryDirectory(prefix="webproctor-fuzz-") as named:
        finished_run = run(
            "grounding",
            "noisy-oracle",
            settings={"targets": 3},
            agent_settings={"error_rate": 0.5},
            folder=Path(named) / "run",
            record="none",
        )
        found = {
            path.name: path.read_bytes() for path in finished_run.folder.iterdir() if path.is_file()
        }
        shutil.rmtree(finished_run.folder)
    found.pop(DIGESTS)  # Otherwise altered files would be rejected at once.
    judgements = {"1/1#0": {"verdict": "reasoning", "by": "rule"}}
    return found | {"judgements.json": json.dumps(judgements).encode()}


def _faulty(random: Random) -> Files:
    files = _run()
    if random.random() < 0.6:
        return files | mutation.files(random, {"run.json": files["run.json"]})
    if random.random() < 0.2:
        return files | mutation.files(random, {"judgements.json": files["judgements.json"]})
    [log] = [name for name in files if name.endswith(".eval")]
    if random.random() < 0.3:
        return files | {log: mutation.data(random, files[log])}
    return files | {log: _faulty_log(random, files[log])}


def _faulty_log(random: Random, log: bytes) -> bytes:
    """Return a log with a fault in one of its packed files."""
    with tempfile.TemporaryFile() as before, tempfile.TemporaryFile() as after:
        before.write(log)
        with zipfile.ZipFile(before) as archive:
            packed = {name: archive.read(name) for name in archive.namelist()}
        samples = [name for name in packed if name.startswith("samples/")]
        packed |= mutation.files(random, {name: packed[name] for name in [random.choice(samples)]})
        with zipfile.ZipFile(after, "w") as archive:
            for name, content in packed.items():
                archive.writestr(name, content)
        after.seek(0)
        return after.read()


def _read(folder: Path) -> object:
    read_judgements(folder)
    read = read_run(folder)
    read_episodes(folder)
    if read.results:
        compare([read, read.model_copy(update={"folder": folder / "another"})]).tables()
        read.tables()
    return read.outline()


_SCORES = {"scores": {"a1_u1": {"4": 0.5, "2": -1.25}}, "ranks": {"a1_u1": {"4": 0, "2": 1}}}


def _pickled(random: Random) -> Files:
    protocol = random.randrange(pickle.HIGHEST_PROTOCOL + 1)
    return {"a.pkl": mutation.data(random, pickle.dumps(_SCORES, protocol))}


def _read_scores(folder: Path) -> object:
    return read_scores(folder / "a.pkl")


def _long(words: str) -> Mapping[str, bytes]:
    return {"a.pkl": words.encode("latin-1")}


TARGETS = [
    Target("runs", _faulty, of_files(_read)),
    Target(
        "ranker scores",
        _pickled,
        of_files(_read_scores),
        units=("(", "]", "}", "2", "(l", "K\x01", "]2", "\x80\x04", "I1\n", "(K\x01t", "0", "a"),
        grown=_long,
    ),
]
