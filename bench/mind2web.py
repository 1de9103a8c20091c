"""Measure MindAct's pages: formatting of candidates, evaluation of steps, and memory.

    python bench/mind2web.py [--data FOLDER] [--size N ...] [--shard-mb N] [--json]

- *Formatting*: the texts of all candidates of a page of 500, 1,000 and 5,000 elements, by
  webproctor and by a straightforward baseline with lxml: for every candidate it copies the tree,
  finds elements by XPath and removes the others. Both must give the same texts, or the bench fails.
  On a large page the baseline formats a sample of the candidates, and its time is scaled up.
- *Evaluation*: every step of a data set by agent mindact with BM25: the page is parsed, all its
  candidates are formatted and ranked, the first is clicked, and the step is scored.
- *Streaming*: a synthetic shard of 500 MB is written and indexed, and every step is read once in a
  separate process, whose maximum resident memory is reported.
"""

import argparse
import asyncio
import copy
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from lxml import etree
from printing import show
from results import Measured, Row
from stopwatch import Stopwatch, timed

from webproctor.agents import make_agent
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.core.dom import ID, parse
from webproctor.core.dom.writing import attribute_words
from webproctor.core.loop import run_episode
from webproctor.methods.mindact.texts import candidate_texts

SIZES = (500, 1000, 5000)
_WORDS = ("search", "book", "flight", "hotel", "from", "to", "date", "cart", "price", "help")
_ROUNDS = 5
_SAMPLE = 40  # Candidates of a large page that the baseline formats.


def page(size: int, seed: int = 1) -> str:
    """Return a page of about `size` elements, nested and mixed like real ones."""
    rng = random.Random(seed)
    number = 0

    def tag(kind: str, inside: str, **given: str) -> str:
        nonlocal number
        number += 1
        shown = "".join(f' {key}="{value}"' for key, value in given.items())
        return f'<{kind} {ID}="{number}"{shown}>{inside}</{kind}>'

    def text() -> str:
        return tag("text", " ".join(rng.choices(_WORDS, k=rng.randint(1, 6))))

    def item() -> str:
        link = tag("a", text() + tag("svg", "", **{"class": "icon-x"}), title=rng.choice(_WORDS))
        return tag("li", link + tag("button", text(), aria_label=rng.choice(_WORDS)))

    parts: list[str] = []
    while number < size - 2:
        listed = tag("ul", "".join(item() for _ in range(rng.randint(3, 9))), role="list")
        field = tag("div", tag("label", text()) + tag("input", "", type="text", name="q"))
        parts.append(tag("div", tag("h2", text()) + listed + field))
    return f'<html {ID}="0"><body>{"".join(parts)}</body></html>'


# The baseline: a straightforward implementation.


def baseline_text(root: Any, candidate: str) -> str:
    """Return a candidate's text by copying and querying the tree."""
    tree: Any = copy.deepcopy(root)

    def find(name: str) -> Any:
        return tree.xpath(f'//*[@{ID}="{name}"]')[0]

    node = find(candidate)
    kept = {node.get(ID)}
    kept.update(one.get(ID) for one in node.xpath("ancestor::*"))
    below: list[Any] = []
    for one in node.iterdescendants():
        if len(one.xpath("ancestor::*")) - len(node.xpath("ancestor::*")) <= 6:
            below.append(one)
    kept.update(one.get(ID) for one in below[:50])
    parent = node.getparent()
    if parent is not None:
        beside = [one for one in parent if one.tag != "text"]
        at = beside.index(node)
        kept.update(one.get(ID) for one in beside[max(0, at - 3) : at + 4])
    for one in reversed(list(tree.iter())):
        above = one.getparent()
        if above is None:
            continue
        if one.tag == "text":
            if above.get(ID) not in kept:
                above.remove(one)
            continue
        if one.get(ID) not in kept:
            above.remove(one)
    for one in reversed(list(tree.iter())):
        above = one.getparent()
        if one is not node and ID in one.attrib:
            del one.attrib[ID]
        if above is None or one is node or one.tag == "text":
            continue
        if not one.attrib and not one.text and len(one) <= 1:
            if len(one) and one[0].tag == "text":
                continue
            above.replace(one, one[0]) if len(one) else above.remove(one)
    target = " ".join(_written(node, node).split()[:100])
    around = ""
    if node.getparent() is not None:
        node.getparent().remove(node)
        around = re.sub(r"\s*\(\s*", "/", _written(tree, node).replace(")", ""))
    return f"ancestors: {' '.join(around.split()[-50:])}\ntarget: {target}"


def _written(one: Any, node: Any) -> str:
    if one.tag == "text":
        return " ".join((one.text or "").split()[:20])
    words = attribute_words({str(key): str(value) for key, value in one.attrib.items()})
    head = " ".join(filter(None, [f"({one.tag}", "id=0" if one is node else "", words]))
    return " ".join([head, *(_written(child, node) for child in one), ")"])


def formatting(size: int) -> Row:
    """Return microseconds per element of both for all candidates of a page."""
    markup = page(size)
    tree, root = parse(markup), etree.fromstring(markup.encode())
    tags = ("a", "button", "input", "li", "ul", "label", "div")
    candidates = [place for place, tag in enumerate(tree.tags) if tag in tags]
    chosen = random.Random(2).sample(candidates, min(_SAMPLE, len(candidates)))
    mine = dict(zip(candidates, candidate_texts(tree, candidates), strict=True))
    for place in chosen:
        if mine[place] != baseline_text(root, tree.attributes[place][ID]):
            raise SystemExit(f"the texts of candidate {place} differ")
    rounds = [
        (
            timed(lambda: candidate_texts(parse(markup), candidates)),
            timed(lambda: [baseline_text(root, tree.attributes[one][ID]) for one in chosen]),
        )
        for _ in range(_ROUNDS)
    ]
    ours, few = zip(*rounds, strict=True)
    element = 1e6 / len(tree)
    return Row(
        name=f"{len(candidates):,} candidates of {len(tree):,} elements",
        unit="us per element",
        ours=Measured.times(ours, element),
        against="lxml, copied per candidate",
        theirs=Measured.times(few, element * len(candidates) / len(chosen)),
    )


async def _evaluated(benchmark: Benchmark) -> int:
    steps = 0
    for task in benchmark.tasks():
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, make_agent("mindact", benchmark))
        steps += len(benchmark.score(task, episode).details["steps"])
    return steps


def evaluation(data: Path | None) -> Row:
    """Return milliseconds per step of an evaluation with BM25."""
    benchmark = load_benchmark("mind2web", data=data)
    taken, steps = [], 0
    for _ in range(3):
        with Stopwatch() as took:
            steps = asyncio.run(_evaluated(benchmark))
        taken.append(took)
    times = Measured.times(taken, 1000 / steps)
    return Row(name=f"evaluation with BM25, {steps} steps", unit="ms per step", ours=times)


def write_shard(path: Path, megabytes: int) -> None:
    """Write a shard of about `megabytes` MB, with pages as large as the published ones."""
    markup = page(1500)
    action = {
        "raw_html": markup * 3,
        "cleaned_html": markup,
        "operation": {"original_op": "CLICK", "value": "", "op": "CLICK"},
        "pos_candidates": [_candidate(5)],
        "neg_candidates": [_candidate(number) for number in range(6, 600)],
    }
    written = json.dumps(action)[1:]
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        task = 0
        while file.tell() < megabytes * 1_000_000:
            uids = [f"{task}-{number}" for number in range(8)]
            header = {
                "website": "w",
                "domain": "d",
                "subdomain": "s",
                "annotation_id": f"t{task}",
                "confirmed_task": "Book a flight",
                "action_reprs": ["[a]  x -> CLICK"] * len(uids),
            }
            actions = ",".join(f'{{"action_uid": "{uid}", {written}' for uid in uids)
            file.write("," if task else "")
            file.write(f'{json.dumps(header)[:-1]}, "actions": [{actions}]}}')
            task += 1
        file.write("]")


def _candidate(number: int) -> dict[str, str]:
    given = json.dumps({ID: str(number), "bounding_box_rect": "1,2,3,4", "class": "a b c"})
    return {"tag": "a", "attributes": given, "backend_node_id": str(number)}


def stream(path: Path) -> None:
    """Read every step of a shard once, and print the times and the memory."""
    with Stopwatch() as index:
        dataset = Dataset(path)
    with Stopwatch() as read:
        steps = sum(1 for demo in dataset.demonstrations for _ in dataset.steps(demo))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    times = [[took.seconds, took.processor] for took in (index, read)]
    print(json.dumps({"steps": steps, "times": times, "peak_mb": peak}))


def streaming(megabytes: int) -> list[Row]:
    """Return the times and the memory of a process that reads a shard."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "train_0.json"
        write_shard(path, megabytes)
        size = path.stat().st_size / 1e6
        done = subprocess.run(
            [sys.executable, __file__, "--stream", str(path)],
            capture_output=True,
            text=True,
            check=True,
            env={"XDG_CACHE_HOME": folder, "PATH": "/usr/bin:/bin"},
        )
    data = json.loads(done.stdout)
    index, read = (Measured.single(*times) for times in data["times"])
    peak = Measured.single(data["peak_mb"])
    return [
        Row(name=f"index of a shard of {size:,.0f} MB", unit="s", ours=index),
        Row(name=f"reading its {data['steps']:,} steps", unit="s", ours=read),
        Row(name="peak memory of both", unit="MB", ours=peak),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="data to evaluate; default: the built-in sample")
    parser.add_argument("--shard-mb", type=int, default=500, help="size of the shard in MB")
    parser.add_argument("--size", type=int, action="append", help="number of elements; repeatable")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--stream", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.stream:
        stream(given.stream)
        return
    rows = [
        *(formatting(size) for size in given.size or SIZES),
        evaluation(given.data),
        *streaming(given.shard_mb),
    ]
    show("MindAct's pages", rows, as_json=given.json)


if __name__ == "__main__":
    main()
