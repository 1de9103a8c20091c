"""Measure what the policy learns: trained on games, run on seeds and difficulties it has not seen.

    python bench/policy.py FOLDER [--family NAME ...] [--seeds N] [--parallel N] [--jobs N]
        [--few OPTIONS] [--many OPTIONS]

Trains two policies in FOLDER on the variants easy and base of some families of WebGames, on seeds
of the split train: `few` imitates two episodes of the oracle for each family, `many` twelve. Both
then learn by reinforcement learning. Then runs the agents do-nothing and random, and both policies
before, within and after reinforcement learning, on N seeds of the split test: once on the variants
easy and base, and once on the variant hard, which was not trained on. All runs have the same
puzzles.

`--jobs` commands run at the same time, each with `--parallel` episodes. Trained
policies and runs that are already in FOLDER are kept. The results are written to `policy.json`
beside this script; `scripts/write_policy.py` writes them into the page.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from webproctor import read_run
from webproctor.training.policy_run import FIGURES, IMITATION, ROUND, read_figures

FILE = Path(__file__).with_name("policy.json")
FAMILIES = (
    "buttons",
    "button-hold",
    "click-cubed",
    "context-breaker",
    "file-credentials",
    "i-accept",
    "iframe-nest",
    "illegal-material",
    "key-combo",
    "maze",
    "menu-navigator",
    "otp-entry",
    "patience",
    "popup-chaos",
    "print-reveal",
    "prompt-defender",
    "right-click",
    "scroll-vertical",
    "scroll-horizontal",
    "scroll-diagonal",
    "shop-admin",
    "text-mirror",
    "wolf-goat-cabbage",
)
SETS = {"seen": ("easy", "base"), "hard": ("hard",)}
"""The variants of each set of tasks: those of the training, and those that are new."""
TRAININGS = {
    "few": "--seeds 60 --demonstrations-per-family 2 --updates 200 --rounds 12 "
    "--tasks-per-family 1 --rollouts 6",
    "many": "--seeds 60 --demonstrations-per-family 12 --updates 1200 --rounds 12 "
    "--tasks-per-family 1 --rollouts 6",
}
"""The options of each training; `--few` and `--many` replace them."""
STEP = 4
"""The policies are run after every fourth round."""


def agents(folder: Path) -> dict[str, list[str]]:
    """Return the options of each agent, with the policies of a folder."""
    found = {"do-nothing": ["do-nothing"], "random": ["random"]}
    for name in TRAININGS:
        stages = {f"{name}-imitation": IMITATION, name: "."}
        for number in range(STEP, len(read_figures(folder / name).rounds), STEP):
            stages[f"{name}-{number}"] = ROUND.format(number)
        for stage, part in stages.items():
            found[stage] = ["policy", "--policy", str(folder / name / part)]
    return found


def train_command(families: Sequence[str], options: str, out: Path) -> list[str]:
    """Return the arguments of `webproctor` that train a policy."""
    chosen = [part for family in families for part in ("--family", family)]
    variants = [part for one in SETS["seen"] for part in ("--difficulty", one)]
    return [
        *("train", "policy", "webgames", *chosen, *variants, "--clock", "virtual"),
        *("--split", "train", *options.split(), "--out", str(out)),
    ]


def run_command(
    families: Sequence[str], variants: Sequence[str], agent: Sequence[str], seeds: int, out: Path
) -> list[str]:
    """Return the arguments of `webproctor` that run an agent on a set of tasks."""
    chosen = [part for family in families for part in ("--family", family)]
    named = [part for one in variants for part in ("--difficulty", one)]
    return [
        *("run", "webgames", *chosen, *named, "--clock", "virtual", "--split", "test"),
        *("--seeds", str(seeds), "--salt", "policy", "--agent", *agent, "--out", str(out)),
    ]


def results(
    folder: Path, families: Sequence[str], seeds: int, trainings: Mapping[str, str]
) -> dict[str, Any]:
    """Return the results of a folder as plain data: episodes by set, agent and task."""
    sets: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for name in SETS:
        for agent in agents(folder):
            run = read_run(folder / "runs" / f"{name}-{agent}")
            sets.setdefault(name, {})[agent] = [
                {
                    "task": one.task,
                    "family": one.cluster,
                    "solved": one.solved,
                    "won": bool(one.score.details.get("won")),
                    "void": one.void,
                }
                for one in run.results
            ]
    commands = {
        name: train_command(families, options, Path(name)) for name, options in trainings.items()
    }
    for name, variants in SETS.items():
        agent = ["policy", "--policy", "few"]
        commands[name] = run_command(families, variants, agent, seeds, Path(f"run-{name}"))
    return {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "families": list(families),
        "seeds": seeds,
        "commands": commands,
        "trainings": {name: asdict(read_figures(folder / name)) for name in trainings},
        "sets": sets,
    }


def main() -> None:
    about = argparse.ArgumentParser(description="Measure what the policy learns.")
    about.add_argument("folder", type=Path)
    about.add_argument("--family", action="append", dest="families")
    about.add_argument("--seeds", type=int, default=5)
    about.add_argument("--parallel", default="2")
    about.add_argument("--jobs", type=int, default=1)
    for name, options in TRAININGS.items():
        about.add_argument(f"--{name}", default=options)
    given = about.parse_args()
    families, folder = given.families or list(FAMILIES), given.folder
    trainings = {name: getattr(given, name) for name in TRAININGS}
    _call_all(
        (
            train_command(families, options, folder / name)
            for name, options in trainings.items()
            if not (folder / name / FIGURES).is_file()
        ),
        given.jobs,
    )
    runs = [
        run_command(families, variants, chosen, given.seeds, out)
        for name, variants in SETS.items()
        for agent, chosen in agents(folder).items()
        if not (out := folder / "runs" / f"{name}-{agent}").exists()
    ]
    _call_all(([*line, "--parallel", given.parallel] for line in runs), given.jobs)
    made = results(folder, families, given.seeds, trainings)
    FILE.write_text(json.dumps(made, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{FILE} is written. `python scripts/write_policy.py` makes the page.")


def _call_all(lines: Iterable[Sequence[str]], jobs: int) -> None:
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(_call, lines))


def _call(arguments: Sequence[str]) -> None:
    subprocess.run([sys.executable, "-m", "webproctor", *arguments], check=True)


if __name__ == "__main__":
    main()
