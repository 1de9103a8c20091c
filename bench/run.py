"""Run benchmark scripts, and write their results to `results.json`.

    python bench/run.py [NAME ...]       # `make bench`, or make bench BENCH="speed observe"

Without names, all commands of `benches.USUAL` run. A name is one of `benches.BENCHES`, or a
script without ".py", which stands for its commands of `USUAL`, or of `LONG` if it has no others.
Other results in the file are kept. See README.md in this folder.
"""

import argparse
import os
import platform
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import psutil
from benches import BENCHES, LONG
from printing import show
from pydantic import BaseModel, ValidationError
from results import FILE, LEFT_OUT, Machine, Result, Row, add
from stopwatch import count_orphans, orphans_awaited

from webproctor.core.errors import UserError
from webproctor.environments.browser import find_browser

HERE = Path(__file__).parent
PROJECT = HERE.parent
# Names of packages whose versions are in the results.
PACKAGES = {
    "webproctor": "webproctor",
    "Inspect": "inspect-ai",
    "Playwright": "playwright",
    "Selenium": "selenium",
}


class Failed(Exception):
    """A command failed; the message is the last line that it wrote."""


class Printed(BaseModel):
    """What a script prints with `--json`; other keys are details of the script."""

    results: list[Row]
    versions: dict[str, str] = {}
    graph: dict[str, float] = {}


def folder(name: str) -> Path | None:
    """Return a folder of public data, from `data` or the data of the tests; None if missing."""
    of_tests = PROJECT / os.environ.get("WEBPROCTOR_TEST_DATA", "../shared/data")
    there = (path / name for path in (PROJECT / "data", of_tests))
    return next((path for path in there if path.is_dir()), None)


def available(command: str) -> str:
    """Return a command without the options whose data is missing."""
    return re.sub(r" --\w+ data/(\w+)", lambda one: one[0] if folder(one[1]) else "", command)


def program(command: str) -> list[str]:
    """Return the program and arguments of a command, with the folders of its data."""
    script, *arguments = shlex.split(command)
    given = [re.sub(r"^data/(\w+)$", lambda one: str(folder(one[1])), word) for word in arguments]
    return [sys.executable, str(HERE / script), *given, "--json"]


def call(command: str) -> Printed | str:
    """Run a command; return its results, or why it is left out.

    Its standard error is shown.

    Raises:
        Failed: If it fails or prints something else.
    """
    last_line = ""
    # Some scripts use pages of the tests.
    paths = [str(PROJECT / "tests"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    with tempfile.TemporaryFile() as output:
        with subprocess.Popen(
            program(command),
            cwd=PROJECT,
            env=environment,
            stdout=output,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=count_orphans,
        ) as process:
            assert process.stderr is not None
            for line in process.stderr:
                print(line, end="", file=sys.stderr, flush=True)
                last_line = line.strip() or last_line
        if process.returncode == LEFT_OUT:
            return last_line
        if process.returncode:
            raise Failed(f"exit status {process.returncode}: {last_line}")
        output.seek(0)
        try:
            return Printed.model_validate_json(output.read())
        except ValidationError as error:
            raise Failed(f"its standard output is not its results as JSON: {error}") from error


def machine() -> Machine:
    """Describe this machine."""
    info = Path("/proc/cpuinfo")
    models = re.search(r"^model name\s*: (.*)$", info.read_text(), re.M) if info.exists() else None
    return Machine(
        cores=len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count() or 1,
        model=models[1].strip() if models else platform.machine(),
        memory_gb=round(psutil.virtual_memory().total / 1e9),
        kernel=f"{platform.system()} {platform.release().partition('-')[0]}",
    )


def versions() -> dict[str, str]:
    """Return the versions of what all scripts use."""
    found = {"Python": platform.python_version()}
    output = subprocess.run(
        [find_browser(), "--version"], capture_output=True, text=True, check=True
    ).stdout
    if numbers := re.search(r"\d+(\.\d+)+", output):
        found["Chromium"] = numbers[0]
    for name, package in PACKAGES.items():
        try:
            found[name] = version(package)
        except PackageNotFoundError:
            continue
    return found


def measured(name: str, command: str) -> Result:
    """Run one command and describe where and when.

    Raises:
        Failed: If it fails.
    """
    command = available(command)
    began = time.perf_counter()
    with orphans_awaited():
        printed = call(command)
        seconds = time.perf_counter() - began
    about = Result(
        bench=name,
        command=command,
        date=date.today().isoformat(),
        machine=machine(),
        versions=versions(),
    )
    if isinstance(printed, str):
        return about.model_copy(update={"left_out": printed})
    return about.model_copy(
        update={
            "seconds": round(seconds, 2),
            "rows": printed.results,
            "graph": {stack: float(f"{ms:.4g}") for stack, ms in printed.graph.items()},
            "versions": about.versions | printed.versions,
        }
    )


def chosen(names: Sequence[str], benches: Mapping[str, str]) -> list[str]:
    """Return the names of the commands that the given names stand for; the usual without names.

    Raises:
        UserError: If a name is neither a command's nor a script's.
    """
    found: list[str] = []
    for name in names or [one for one in benches if one not in LONG]:
        script = [one for one in benches if Path(shlex.split(benches[one])[0]).stem == name]
        mine = [name] if name in benches else [one for one in script if one not in LONG] or script
        if not mine:
            raise UserError(
                f"{name!r} is not a benchmark script: choose from {', '.join(benches)}."
            )
        found += mine
    return list(dict.fromkeys(found))


def main(names: Sequence[str], benches: Mapping[str, str] = BENCHES, file: Path = FILE) -> int:
    """Run the commands of the given names, and add their results to a file.

    Returns:
        The exit status: 1 if a command failed, whose earlier results are kept.
    """
    status, left_out = 0, dict[str, str]()
    for name in chosen(names, benches):
        print(f"{name}: {benches[name]}", file=sys.stderr, flush=True)
        try:
            result = measured(name, benches[name])
        except Failed as failure:
            print(f"{name} failed: {failure}", file=sys.stderr)
            status = 1
            continue
        add(file, result, list(benches))
        if result.left_out:
            left_out[name] = result.left_out
        else:
            show(f"\n{name} ({result.seconds:.0f} s)", result.rows, as_json=False)
    for name, reason in left_out.items():
        print(f"{name} is left out: {reason}")
    return status


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("name", nargs="*", help=f"{', '.join(BENCHES)}, or a script")
    count_orphans()
    try:
        sys.exit(main(parser.parse_args().name))
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
