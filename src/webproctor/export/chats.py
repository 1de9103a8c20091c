"""Export the episodes of finished runs as chats with images, as training data.

Each example is a line of JSON in the format that trainers read: `messages` (roles, text and image
parts, tool calls), `images` (paths relative to the file, in the order of the image parts), `tools`.
"""

import json
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel

from webproctor.benchmarks import Benchmark
from webproctor.core.actions import ActionSet, action_set
from webproctor.core.actions.computer import computer
from webproctor.core.actions.form import form
from webproctor.core.actions.web import web
from webproctor.core.episodes import Episode, Snapshot
from webproctor.core.errors import UserError
from webproctor.core.llm import DONE
from webproctor.core.tasks import CANARY, Task, is_test_split
from webproctor.files.folders import lock_folder
from webproctor.files.pictures import decode_picture
from webproctor.files.reading import file_in, read_data, read_text
from webproctor.harness.logs import read_episodes
from webproctor.run.episode_results import Result
from webproctor.run.results import Run
from webproctor.run.snapshots import SCREENS, TEXTS

By = Literal["step", "episode"]
Json = dict[str, Any]
FILE, IMAGES = "chats.jsonl", "images"
_SETS = {one.name: one for one in (web, form, computer)}
# Arguments that are coordinates, points or distances in pixels.
_COORDINATES = frozenset({"x", "y", "to_x", "to_y", "path", "via", "down", "right", "region"})
_SYSTEM = (
    "You carry out a task by calling tools. You see what there is before every step; points are in "
    "pixels of the picture, from its top left corner."
)


class Chats(BaseModel):
    """A summary of the export.

    Attributes:
        file: The file of examples.
        episodes: Number of episodes.
        examples: Number of examples.
        images: Number of image files.
        left_out: Number of episodes left out, by reason; several reasons are joined by "and".
    """

    file: Path
    episodes: int = 0
    examples: int = 0
    images: int = 0
    left_out: dict[str, int] = {}


def write_chats(
    runs: Mapping[Path, tuple[Run, Benchmark]],
    out: Path,
    *,
    by: By = "step",
    min_score: float = 1.0,
    allow_test: bool = False,
) -> Chats:
    """Write the successful episodes of runs.

    Args:
        runs: The runs by folder, each with its benchmark.
        out: The output folder; must be new or empty.
        by: `step`: one example per step, with earlier actions as text; `episode`: one conversation
            per episode.
        min_score: Minimum score of an episode, 0 to 1.
        allow_test: Include tasks of test splits and tasks without a split.

    Raises:
        UserError: If the folder is not empty, no episode can be written, or an image or text of a
            run is damaged or missing.
    """
    with lock_folder(out):
        if any(out.iterdir()):
            raise UserError(f"{out}: the folder is not empty. Choose a new one.")
        try:
            return _write(runs, out, by, min_score, allow_test)
        except BaseException:  # Also if it is interrupted: a part would look like the whole.
            shutil.rmtree(out, ignore_errors=True)
            raise


def _write(
    runs: Mapping[Path, tuple[Run, Benchmark]],
    out: Path,
    by: By,
    min_score: float,
    allow_test: bool,
) -> Chats:
    (out / IMAGES).mkdir()
    summary, left_out, images = Chats(file=out / FILE), Counter[str](), set[str]()
    unfinished = out / f".unfinished-{FILE}"  # What a killed process leaves is not a file of chats.
    with unfinished.open("w", encoding="utf-8") as file:
        for folder, run, task, result, episode in _results(runs):
            reason = _exclusion_reasons(task, result, episode, min_score, allow_test)
            if reason or episode is None:
                left_out[reason] += 1
                continue
            summary.episodes += 1
            metadata = {"benchmark": run.benchmark, "agent": run.agent, "task": task.id}
            if is_test_split(task.split):
                metadata["canary"] = CANARY
            for example in _episode_examples(folder, task, episode, by, result.epoch):
                for name in example["images"]:
                    shutil.copyfile(folder / SCREENS / Path(name).name, out / name)
                images.update(example["images"])
                file.write(json.dumps(example | metadata, ensure_ascii=False) + "\n")
                summary.examples += 1
    if not summary.examples:
        reasons = "; ".join(f"{count} {reason}" for reason, count in left_out.items())
        raise UserError(f"no episode can be exported: {reasons or 'the runs have none'}.")
    unfinished.rename(summary.file)
    summary.left_out, summary.images = dict(left_out), len(images)
    return summary


def _results(
    runs: Mapping[Path, tuple[Run, Benchmark]],
) -> Iterator[tuple[Path, Run, Task, Result, Episode | None]]:
    """Yield the results of all runs, each with its folder, run, task and episode, if it has one."""
    for folder, (run, benchmark) in runs.items():
        tasks = {task.id: task for task in benchmark.tasks()}
        episodes = read_episodes(folder)
        for result in run.results:
            episode = episodes.get((result.task, result.epoch))
            yield folder, run, tasks[result.task], result, episode


def _exclusion_reasons(
    task: Task, result: Result, episode: Episode | None, min_score: float, allow_test: bool
) -> str:
    """Return all reasons why an episode is left out, as one text; "" if it is included."""
    reasons = []
    if not allow_test and is_test_split(task.split):
        problem = "are of test splits" if task.split else "have no split and may be test tasks"
        reasons.append(f"{problem} (add --allow-test to include them)")
    if result.outcome == "void":
        reasons.append("are void")
    elif result.score.value < min_score:
        reasons.append(f"have a score below {100 * min_score:g} %")
    if episode is None or not episode.steps:
        reasons.append("have no steps")
    elif not any(step.screenshot or step.text for step in episode.steps):
        reasons.append("have no snapshots (run with --record all)")
    return " and ".join(reasons)


def _episode_examples(
    folder: Path, task: Task, episode: Episode, by: By, epoch: int
) -> Iterator[Json]:
    """Yield the examples of an episode; errors about its files name the episode."""
    try:
        yield from _examples(folder, task, episode, by)
    except UserError as error:
        reason = str(error).rstrip(".")
        raise UserError(
            f"{reason}. The file belongs to episode {task.id}, epoch {epoch}: restore it."
        ) from error


def _examples(folder: Path, task: Task, episode: Episode, by: By) -> Iterator[Json]:
    actions = _used_action_set(task, episode)
    done = {
        "name": DONE.name,
        "description": DONE.description,
        "parameters": DONE.parameters,
    }
    tools = [{"type": "function", "function": one} for one in (*actions.schema(), done)]
    system = {"role": "system", "content": [_text(_SYSTEM)]}
    messages: list[Json] = [system]
    images: list[str] = []
    past_actions: list[str] = []
    for snapshot, thought, calls, outcomes in _steps(episode, actions):
        user_message, step_images = _user_message(
            folder, task, snapshot, past_actions if by == "step" else []
        )
        reply = {"role": "assistant", "content": [_text(thought)] if thought else []}
        reply["tool_calls"] = [{"type": "function", "function": call} for call in calls]
        if by == "step":
            yield {"messages": [system, user_message, reply], "images": step_images, "tools": tools}
        messages += [user_message, reply]
        images += step_images
        for call, outcome in zip(calls, outcomes, strict=False):
            answer = {"role": "tool", "name": call["name"], "content": [_text(outcome)]}
            messages.append(answer)
            past_actions.append(f"{call['name']}: {outcome}")
    if by == "episode":
        yield {"messages": messages, "images": images, "tools": tools}


def _steps(
    episode: Episode, actions: ActionSet
) -> Iterator[tuple[Snapshot, str, list[Json], list[str]]]:
    """Yield snapshot, thought, calls and results of each step, without failed or invalid calls."""
    for step in episode.steps:
        valid = [
            (_call(action, actions), result.message)
            for action, result in zip(step.actions, step.results, strict=False)
            if result.ok and action["name"] in actions.by_name
        ]
        if valid and _has_snapshot(step):
            yield step, step.thought, [call for call, _ in valid], [message for _, message in valid]
    if _has_snapshot(episode.ending):
        last = episode.steps[-1]
        thought = "" if last.actions else last.thought
        arguments = {} if episode.answer is None else {"answer": episode.answer}
        yield episode.ending, thought, [{"name": DONE.name, "arguments": arguments}], []


def _has_snapshot(snapshot: Snapshot) -> bool:
    return bool(snapshot.screenshot or snapshot.text)


def _user_message(
    folder: Path, task: Task, snapshot: Snapshot, past_actions: list[str]
) -> tuple[Json, list[str]]:
    """Return the user message of a step, and its images."""
    paragraphs = [f"Task: {snapshot.instruction or task.instruction}"]
    if past_actions:
        paragraphs.append("Done so far:\n" + "\n".join(f"- {one}" for one in past_actions))
    parts: list[Json] = []
    if snapshot.screenshot:
        path = _snapshot_path(folder / SCREENS, snapshot.screenshot)
        width, height = decode_picture(read_data(path), str(path)).size
        paragraphs.append(f"The picture is {width} pixels wide and {height} high.")
        parts.append({"type": "image"})
    if snapshot.text:
        paragraphs.append(read_text(_snapshot_path(folder / TEXTS, snapshot.text)))
    parts.append(_text("\n\n".join(paragraphs)))
    images = [f"{IMAGES}/{snapshot.screenshot}"] if snapshot.screenshot else []
    return {"role": "user", "content": parts}, images


def _snapshot_path(folder: Path, name: str) -> Path:
    """Return the path of a snapshot file.

    Raises:
        UserError: If the file does not exist, or is a link out of the run's folder.
    """
    path = file_in(folder, name)
    if path is None:
        raise UserError(f"{folder / name}: file not found")
    if not path.resolve().is_relative_to(folder.parent.resolve()):
        raise UserError(f"{path}: is a link to a file outside of the run, which is not exported")
    return path


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


def _call(action: Json, actions: ActionSet) -> Json:
    """Return a call without arguments that have their default values; coordinates are rounded."""
    fields = actions.by_name[action["name"]].model_fields
    arguments = {
        name: _rounded(value) if name in _COORDINATES else value
        for name, value in action["arguments"].items()
        if fields[name].is_required() or value != fields[name].default
    }
    return {"name": action["name"], "arguments": arguments}


def _rounded(value: Any) -> Any:
    """Return coordinates rounded to a tenth of a pixel; whole numbers have no decimal point."""
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    rounded = round(value, 1) if isinstance(value, float) else value
    return int(rounded) if isinstance(rounded, float) and rounded.is_integer() else rounded


def _used_action_set(task: Task, episode: Episode) -> ActionSet:
    """Return the action set that the agent used; on a desktop it is not the task's own."""
    used = {action["name"] for step in episode.steps for action in step.actions}
    task_set = action_set(task.actions)
    return max([task_set, *_SETS.values()], key=lambda one: len(used & one.by_name.keys()))
