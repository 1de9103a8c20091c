"""Sessions in the public format, written to a folder."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

BOX = {"x": 0, "y": 0, "width": 10, "height": 10}
Record = dict[str, Any]
Write = Callable[..., Path]


def step(image: int, instruction: str, task: str | None = "a", box: Any = BOX) -> Record:
    record = {
        "instruction": instruction,
        "bounding_box": box,
        "final_image": f"images/{image}.png",
        "action": "click",
    }
    return record if task is None else record | {"task": task}


# Participant 1 has tasks a and b, an unscored step, and a step without a task. Participant 2 also
# has a task a.
SESSIONS = {
    1: [
        step(1, "open the shop"),
        step(2, "close all tabs"),
        step(3, "close all tabs", box=[BOX, {"x": 50, "y": 50, "width": 5, "height": 5}]),
        step(4, "scroll down", box=None),
        step(5, "pay", "b"),
        step(6, "never mind", None),
    ],
    2: [step(1, "open the tickets"), step(2, "the first one")],
}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A function that writes sessions in the public format and returns the folder."""

    def write_sessions(
        sessions: dict[int, list[Record]] | None = None, *, history: str = ""
    ) -> Path:
        root = tmp_path / "full_human_dataset"
        for number, records in (SESSIONS if sessions is None else sessions).items():
            folder = root / str(number)
            (folder / "images").mkdir(parents=True, exist_ok=True)
            (folder / "questions_with_task_updated.json").write_text(json.dumps(records))
            for record in records:
                Image.new("RGB", (60, 60)).save(folder / record["final_image"])
            if history:
                done = [
                    {"instruction": one["instruction"], "extracted_action": "did it"}
                    for one in records
                ]
                (folder / history).write_text(json.dumps(done))
        (root / "notes").mkdir(exist_ok=True)  # Not a participant's folder.
        return tmp_path

    return write_sessions
