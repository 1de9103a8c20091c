"""Measure the time of requests to a collection's server, with one annotator and with 20 at once.

    python bench/people.py [--people N] [--answers N] [--pause SECONDS] [--json]

The server is `webproctor collect forms` with SQLite, in a separate process. Each annotator opens a
page, and sends the answer, which is committed and gets the next page. Between answers, annotators
pause for a random time around `--pause`. Clients and server share the machine.
"""

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from printing import show
from results import Measured, Row

TEMPLATE = "<p>${text}</p><textarea name=words></textarea>"


async def annotate(link: str, answers: int, pause: float, taken: list[float]) -> None:
    """Send answers as one annotator; append the milliseconds of each request."""
    origin, _, token = link.partition("/enter?token=")
    async with httpx.AsyncClient(base_url=origin, timeout=120, trust_env=False) as http:
        await http.post("/enter", data={"token": token})
        page = (await http.get("/forms/")).text
        found = re.search(r'name="csrf" content="(\w+)"', page)
        assert found is not None
        csrf = {"x-csrf-token": found[1]}
        path = (await http.post("/forms/", data={"csrf": found[1]})).headers["location"]
        for _ in range(answers):
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
            for request in (
                http.build_request("GET", path),
                http.build_request("POST", path, json={"fields": {"words": ["w"]}}, headers=csrf),
            ):
                began = time.perf_counter()
                answer = await http.send(request)
                taken.append(1000 * (time.perf_counter() - began))
                answer.raise_for_status()
            path = answer.json()["next"]


def measure(people: int, answers: int, pause: float) -> list[float]:
    """Return the milliseconds of all requests of some annotators."""
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as named:
        folder = Path(named)
        (folder / "page.html").write_text(TEMPLATE, encoding="utf-8")
        rows = "\n".join(f"input {number}" for number in range(people * (answers + 1)))
        (folder / "inputs.csv").write_text(f"text\n{rows}\n", encoding="utf-8")
        program = [sys.executable, "-m", "webproctor", "collect"]
        given = ["--data", str(folder / "data")]
        with subprocess.Popen(
            [*program, "forms", *given, "--template", str(folder / "page.html"), "--inputs",
             str(folder / "inputs.csv"), "--answers-per-input", "1", "--json"],
            stdout=subprocess.PIPE, text=True, env=os.environ,
        ) as server:  # fmt: skip
            assert server.stdout is not None
            try:
                json.loads(server.stdout.readline())
                links = [
                    subprocess.run(
                        [*program, "links", "make", f"p{number}", *given],
                        check=True, capture_output=True, text=True,
                    ).stdout.strip()
                    for number in range(people)
                ]  # fmt: skip
                taken: list[float] = []

                async def all_at_once() -> None:
                    async with asyncio.TaskGroup() as group:
                        for link in links:
                            group.create_task(annotate(link, answers, pause, taken))

                asyncio.run(all_at_once())
            finally:
                server.terminate()
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--answers", type=int, default=20)
    parser.add_argument("--pause", type=float, default=1.0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = []
    for people in (1, given.people):
        taken = measure(people, given.answers, given.pause)
        for name, value in (
            ("median", statistics.median(taken)),
            ("95th percentile", statistics.quantiles(taken, n=20)[-1]),
        ):
            who = "1 annotator" if people == 1 else f"{people} annotators at once"
            rows.append(Row(name=f"{who}, {name}", unit="ms", ours=Measured.single(value)))
    show("Requests to a collection's server", rows, as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
