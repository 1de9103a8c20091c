"""Tiny models, and recorded tasks to train them on."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from models.tiny_text import MODELS, Kind, create
from models.tiny_vision import write_tiny_model
from PIL import Image, ImageDraw

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.realwebassist.dataset import QUESTIONS
from webproctor.methods.mindact.predictors import Situation
from webproctor.training.examples import answers, pairs, trainable

# The correct button is always one of these; no task names it, so that common words do not help.
RIGHT = ("proceed", "checkout", "confirm")
BUTTON = {"x": 70, "y": 10, "width": 20, "height": 20}
POINTS = [f"({x},{y})" for x in (100, 800) for y in (400, 900)]
OTHERS = ("help", "news", "search", "basket", "shops", "about", "jobs", "press", "terms", "home")


def _page(rng: random.Random, right: str) -> tuple[str, str, list[str]]:
    names = [*rng.sample(OTHERS, 7), right]
    rng.shuffle(names)
    buttons = "".join(
        f'<p backend_node_id="{10 + n}"><button backend_node_id="{30 + n}" title="{name}"/></p>'
        for n, name in enumerate(names)
    )
    ids = [str(30 + n) for n in range(len(names))]
    target = ids.pop(names.index(right))
    return f'<html backend_node_id="1"><body>{buttons}</body></html>', target, ids


def _task(number: int, rng: random.Random) -> dict[str, Any]:
    page, target, others = _page(rng, rng.choice(RIGHT))

    def one(name: str) -> dict[str, Any]:
        return {"tag": "button", "attributes": "{}", "backend_node_id": name}

    return {
        "website": "shop",
        "domain": "Shopping",
        "subdomain": "Any",
        "annotation_id": f"t{number}",
        # It names a wrong button.
        "confirmed_task": f"Pay for the {rng.choice(OTHERS)}",
        "action_reprs": ["[button]  x -> CLICK"],
        "actions": [
            {
                "action_uid": f"u{number}",
                "raw_html": "",
                "cleaned_html": page,
                "operation": {"op": "CLICK", "value": "", "original_op": "CLICK"},
                "pos_candidates": [one(target)],
                "neg_candidates": [one(name) for name in others],
            }
        ],
    }


@pytest.fixture
def dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Dataset:
    """40 training tasks and 20 test tasks of one step each."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    rng = random.Random(7)
    folder = tmp_path / "data"
    folder.mkdir()
    tasks = [_task(number, rng) for number in range(60)]
    (folder / "train_0.json").write_text(json.dumps(tasks[:40]))
    (folder / "test_website_0.json").write_text(json.dumps(tasks[40:]))
    return Dataset(folder)


def _texts(dataset: Dataset) -> Iterator[str]:
    places = trainable(dataset)
    for pair in pairs(dataset, places, seed=0, epoch=0):
        yield from (pair.query, pair.candidate)
    for one in answers(dataset, places, kind="multi-choice", seed=0, epoch=0):
        yield from (one.question.context, one.question.text, one.target)


@pytest.fixture
def tiny(dataset: Dataset, tmp_path: Path) -> Callable[[Kind], Path]:
    """`tiny("bert" | "t5" | "gpt2")`: create a model of that kind and return its folder."""
    return lambda kind: create(kind, _texts(dataset), tmp_path)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Use one thread: models of this size are slower with several."""
    pytest.importorskip("torch", reason=MODELS).set_num_threads(1)


@pytest.fixture
def situation(dataset: Dataset) -> Situation:
    """A test step as the input of a predictor."""
    demo = next(one for one in dataset.demonstrations if one.split.startswith("test"))
    tree = next(dataset.steps(demo)).page()
    pool = [place for place, tag in enumerate(tree.tags) if tag == "button"]
    return Situation(tree, demo.task, (), pool)


@pytest.fixture
def sessions(tmp_path: Path) -> Path:
    """Two participants who always refer to the same button."""
    for person in ("1", "2"):
        folder = tmp_path / "data" / person
        (folder / "images").mkdir(parents=True)
        records = []
        for number in range(1, 5):
            picture = Image.new("RGB", (100, 50), "white")
            ImageDraw.Draw(picture).rectangle((70, 10, 90, 30), fill="black")
            picture.save(folder / f"images/{number}.png")
            record = {"instruction": f"press {number}", "final_image": f"images/{number}.png"}
            records.append(record | {"task": f"task {person}", "bounding_box": BUTTON})
        (folder / QUESTIONS).write_text(json.dumps(records))
    return tmp_path / "data"


@pytest.fixture
def grounder_model(tmp_path: Path) -> Callable[[], Path]:
    """`grounder_model()`: create a model that answers with one of four points."""
    for name in ("torch", "transformers", "datasets", "trl"):
        pytest.importorskip(name, reason="needs the extra `grpo`")
    return lambda: write_tiny_model(tmp_path / "tiny", POINTS)
