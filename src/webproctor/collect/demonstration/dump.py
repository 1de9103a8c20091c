"""Store steps, and write them in the layout of Mind2Web's raw dump.

While a demonstration is made, each step has a folder of its own, which appears only when it is
complete. The raw dump is written from these folders, and from it the records that
`webproctor.benchmarks.mind2web` reads.
"""

import base64
import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from webproctor.collect.demonstration.capture import PageState, with_marker
from webproctor.collect.demonstration.live import Performed
from webproctor.collect.demonstration.steps import Step
from webproctor.collect.recorder import action_record
from webproctor.core.errors import UserError
from webproctor.files.reading import read_data, read_json

_STEP = "step.json"
Moment = Literal["before", "after"]
_MOMENTS: tuple[Moment, ...] = ("before", "after")


@dataclass(frozen=True)
class Demonstration:
    """A complete demonstration.

    Attributes:
        folder: The folder with its steps, and with the recordings of its session.
        annotation_id: Its id, a UUID.
        session_id: The id of the browser session.
        task: The description of the task.
        website, domain, subdomain: The website and its category.
        split: The data set's split; "" for none.
        steps: Indices of the steps to export; None for all.
    """

    folder: Path
    annotation_id: str
    session_id: str
    task: str
    website: str
    domain: str = ""
    subdomain: str = ""
    split: str = ""
    steps: Sequence[int] | None = None


def store(folder: Path, index: int, performed: Performed) -> None:
    """Store a step; its folder appears at once, with all its files.

    Raises:
        UserError: If it cannot be written.
    """
    final = _folder(folder, index)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".step-") as unfinished:
            step = Path(unfinished) / "step"
            step.mkdir()
            for moment, state in (("before", performed.before), ("after", performed.after)):
                _write_state(step, moment, state)
            (step / _STEP).write_text(performed.step.model_dump_json(indent=1), encoding="utf-8")
            for file in step.iterdir():
                _sync(file)
            step.replace(final)
        _sync(folder)
    except OSError as error:
        raise UserError(f"{final}: the step cannot be stored: {error.strerror}.") from error


def steps(folder: Path) -> list[Step]:
    """Return the stored steps of a demonstration, in order.

    Raises:
        UserError: If a step is damaged, or one in between is missing.
    """
    loaded = []
    while (path := _folder(folder, len(loaded)) / _STEP).is_file():
        try:
            loaded.append(Step.model_validate_json(read_data(path)))
        except ValidationError as error:
            raise UserError(f"{path}: not a step: {error.errors()[0]['msg']}.") from error
    return loaded


def remove_last(folder: Path) -> None:
    """Remove the last step; its folder disappears at once.

    Raises:
        UserError: If it cannot be removed.
    """
    if not (count := len(steps(folder))):
        return
    last = _folder(folder, count - 1)
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix=".step-") as removed:
            last.replace(Path(removed) / "step")
        _sync(folder)
    except OSError as error:
        raise UserError(f"{last}: the step cannot be removed: {error.strerror}.") from error


def screenshot(folder: Path, index: int, moment: Moment) -> Path:
    """Return the path of a step's screenshot, `before` or `after` it."""
    return _folder(folder, index) / f"{moment}.jpg"


def state(folder: Path, index: int, moment: Moment) -> PageState:
    """Read the page `before` or `after` a step.

    Raises:
        UserError: If a file is missing or damaged.
    """
    step = _folder(folder, index)
    return PageState(
        dom=read_json(step / f"{moment}.dom.json"),
        mhtml=read_data(step / f"{moment}.mhtml").decode(errors="replace"),
        axtree=read_json(step / f"{moment}.axtree.json"),
        screenshot=read_data(step / f"{moment}.jpg"),
    )


def write_dump(out: Path, demonstrations: Sequence[Demonstration]) -> None:
    """Write demonstrations as a raw dump, with the list of their `action_reprs` as `tasks.json`.

    Raises:
        UserError: If a demonstration has no steps, or a file cannot be read or written.
    """
    tasks = []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for demonstration in demonstrations:
            tasks.append(_write_task(out, demonstration))
        _write_json(out / "tasks.json", tasks)
        meta = [
            {
                "split": demonstration.split,
                "website": demonstration.website,
                "annotation_id": demonstration.annotation_id,
                "session_id": demonstration.session_id,
                "confirmed_task": demonstration.task,
            }
            for demonstration in demonstrations
        ]
        _write_json(out / "task_meta.json", meta)
    except OSError as error:
        raise UserError(f"{out}: cannot be written: {error}.") from error


def records(demonstrations: Sequence[Demonstration]) -> list[dict[str, Any]]:
    """Return demonstrations as one shard of records, with the page before every step.

    Raises:
        UserError: If a demonstration has no steps, or a file is damaged.
    """
    return [_record(one) for one in demonstrations]


def _record(demonstration: Demonstration) -> dict[str, Any]:
    actions = []
    exported = _exported_steps(demonstration)
    for index, step in exported:
        dom = read_json(_folder(demonstration.folder, index) / "before.dom.json")
        record, _ = action_record(
            dom, step.target.node, step.uid, step.op, step.value, ascii_only=False
        )
        actions.append(record)
    return _task(demonstration, exported) | {"actions": actions}


def _task(demonstration: Demonstration, exported: Sequence[tuple[int, Step]]) -> dict[str, Any]:
    return {
        "website": demonstration.website,
        "domain": demonstration.domain,
        "subdomain": demonstration.subdomain,
        "annotation_id": demonstration.annotation_id,
        "confirmed_task": demonstration.task,
        "action_reprs": [step.repr for _, step in exported],
    }


def _exported_steps(demonstration: Demonstration) -> list[tuple[int, Step]]:
    stored = list(enumerate(steps(demonstration.folder)))
    exported = (
        stored if demonstration.steps is None else [stored[index] for index in demonstration.steps]
    )
    if not exported:
        raise UserError(f"{demonstration.folder}: the demonstration has no steps.")
    return exported


def _write_task(out: Path, demonstration: Demonstration) -> dict[str, Any]:
    """Write the folder of a task, and return its entry in the list of tasks."""
    processed = out / "task" / demonstration.annotation_id / "processed"
    for name in ("snapshots", "axtrees"):
        (processed / name).mkdir(parents=True, exist_ok=True)
    contents: list[dict[str, Any]] = []
    screenshots: list[dict[str, Any]] = []
    exported = _exported_steps(demonstration)
    for index, step in exported:
        folder = _folder(demonstration.folder, index)
        contents.append({"action_uid": step.uid, "action": {"log": step.repr, "error": ""}})
        box = step.target.box.model_dump() if step.target.box else None
        screenshots.append({"action_uid": step.uid, "action": {"bounding_box": box}})
        for moment in _MOMENTS:
            dom = read_json(folder / f"{moment}.dom.json")
            contents[-1][moment] = {"dom": with_marker(dom, step.target.node, step.uid)}
            picture = base64.b64encode(read_data(folder / f"{moment}.jpg")).decode()
            screenshots[-1][moment] = {"screenshot": picture}
            name = f"{step.uid}_{moment}"
            shutil.copyfile(folder / f"{moment}.mhtml", processed / "snapshots" / f"{name}.mhtml")
            shutil.copyfile(
                folder / f"{moment}.axtree.json", processed / "axtrees" / f"{name}.json"
            )
    _write_json(processed / "dom_content.json", contents)
    _write_json(processed / "screenshot.json", screenshots)
    for name in ("trace.zip", "storage.json"):
        if (demonstration.folder / name).is_file():
            shutil.copyfile(demonstration.folder / name, processed.parent / name)
    session = out / "session" / demonstration.session_id
    for name, target in (("session.har.zip", session), ("video.webm", session / "videos")):
        if (demonstration.folder / name).is_file():
            target.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(demonstration.folder / name, target / name)
    return _task(demonstration, exported)


def _folder(folder: Path, index: int) -> Path:
    return folder / f"step-{index:04d}"


def _write_state(folder: Path, moment: str, state: PageState) -> None:
    _write_json(folder / f"{moment}.dom.json", state.dom)
    _write_json(folder / f"{moment}.axtree.json", state.axtree)
    (folder / f"{moment}.mhtml").write_text(state.mhtml, encoding="utf-8", newline="")
    (folder / f"{moment}.jpg").write_bytes(state.screenshot)


def _write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8", errors="replace")


def _sync(path: Path) -> None:
    """Write a file or folder to the disk, so that it survives a loss of power."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
