"""What agents did in finished runs as chats with pictures, to train models on.

A line of JSON for each example, in the form of the usual trainers: `messages` (roles, parts of text
and image, tool calls), `images` (paths beside the file, in the order of the image parts), `tools`.
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from pydantic import BaseModel

from webproctor.actions import ActionSet
from webproctor.actions.computer import computer
from webproctor.actions.form import form
from webproctor.actions.web import web
from webproctor.agents.conversation import DONE
from webproctor.benchmarks import Benchmark
from webproctor.episodes import Episode, Sight
from webproctor.errors import UserError
from webproctor.harness.results import Result, Run, read_episodes
from webproctor.harness.sights import SCREENS, TEXTS
from webproctor.tasks import CANARY, Task

By = Literal["turn", "episode"]
Json = dict[str, Any]
FILE, IMAGES = "chats.jsonl", "images"
_SETS = {one.name: one for one in (web, form, computer)}
_SYSTEM = (
    "You carry out a task by calling tools. You see what there is before every turn; points are in "
    "pixels of the picture, from its top left corner."
)


class Chats(BaseModel):
    """What was written.

    Attributes:
        file: The examples.
        episodes: Of how many episodes they are.
        examples: How many there are.
        images: How many pictures stand beside them.
        left_out: Why other episodes are not in it, with how many.
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
    by: By = "turn",
    least: float = 1.0,
    allow_test: bool = False,
) -> Chats:
    """Write the successful episodes of runs.

    Args:
        runs: By their folders, each with its benchmark.
        out: A new folder.
        by: An example for each `turn`, with what was done before in words; or for each `episode`,
            as one conversation.
        least: The mark, 0 to 1, from which on an episode is successful.
        allow_test: Also tasks of test splits.

    Raises:
        UserError: If the folder holds something, or nothing was left to write.
    """
    if out.exists() and any(out.iterdir()):
        raise UserError(f"{out}: is not empty. Choose a new folder.")
    (out / IMAGES).mkdir(parents=True, exist_ok=True)
    told = Chats(file=out / FILE)
    images: set[str] = set()
    with told.file.open("w", encoding="utf-8") as file:
        for folder, (run, benchmark) in runs.items():
            tasks = {task.id: task for task in benchmark.tasks()}
            episodes = read_episodes(folder)
            for result in run.results:
                task, episode = tasks[result.task], episodes.get((result.task, result.epoch))
                why = _unfit(task, result, episode, least, allow_test)
                if why or episode is None:
                    told.left_out[why] = told.left_out.get(why, 0) + 1
                    continue
                told.episodes += 1
                for example in _examples(folder, task, episode, by):
                    for name in example["images"]:
                        shutil.copyfile(folder / SCREENS / Path(name).name, out / name)
                        images.add(name)
                    about = {"benchmark": run.benchmark, "agent": run.agent, "task": task.id}
                    if _for_tests(task):
                        about["canary"] = CANARY
                    file.write(json.dumps(example | about, ensure_ascii=False) + "\n")
                    told.examples += 1
    if not told.examples:
        reasons = "; ".join(f"{count} {why}" for why, count in told.left_out.items())
        shutil.rmtree(out)
        raise UserError(f"no episode is fit to train on: {reasons or 'there is none'}.")
    told.images = len(images)
    return told


def _unfit(
    task: Task, result: Result, episode: Episode | None, least: float, allow_test: bool
) -> str:
    """Why an episode is left out, or ""."""
    if not allow_test and _for_tests(task):
        return "are of test splits (--allow-test takes them)"
    if result.score.value < least:
        return f"have a mark below {100 * least:g} %"
    if episode is None or not episode.turns:
        return "did nothing"
    if not any(turn.screenshot or turn.text for turn in episode.turns):
        return "have nothing kept of what was seen (run with --record all)"
    return ""


def _for_tests(task: Task) -> bool:
    return task.split.startswith("test")


def _examples(folder: Path, task: Task, episode: Episode, by: By) -> Iterator[Json]:
    actions = _set_of(task, episode)
    tools = [{"type": "function", "function": one} for one in actions.schema()]
    tools.append(
        {
            "type": "function",
            "function": {
                "name": DONE.name,
                "description": DONE.description,
                "parameters": DONE.parameters,
            },
        }
    )
    system = {"role": "system", "content": [_text(_SYSTEM)]}
    messages: list[Json] = [system]
    images: list[str] = []
    done: list[str] = []
    for sight, thought, calls, outcomes in _steps(episode, actions):
        seen, picture = _seen(folder, task, sight, done if by == "turn" else [])
        said = {"role": "assistant", "content": [_text(thought)] if thought else []}
        said["tool_calls"] = [{"type": "function", "function": call} for call in calls]
        if by == "turn":
            yield {"messages": [system, seen, said], "images": picture, "tools": tools}
        messages += [seen, said]
        images += picture
        for call, outcome in zip(calls, outcomes, strict=False):
            answer = {"role": "tool", "name": call["name"], "content": [_text(outcome)]}
            messages.append(answer)
            done.append(f"{call['name']}: {outcome}")
    if by == "episode":
        yield {"messages": messages, "images": images, "tools": tools}


def _steps(
    episode: Episode, actions: ActionSet
) -> Iterator[tuple[Sight, str, list[Json], list[str]]]:
    """What was seen, thought, called and what came of it; failed and misread calls are left out."""
    for turn in episode.turns:
        good = [
            (_call(action, actions), result.message)
            for action, result in zip(turn.actions, turn.results, strict=False)
            if result.ok and action["name"] in actions.by_name
        ]
        if good and _visible(turn):
            yield turn, turn.thought, [call for call, _ in good], [said for _, said in good]
    if _visible(episode.ending):
        last = episode.turns[-1]
        thought = "" if last.actions else last.thought
        given = {} if episode.answer is None else {"answer": episode.answer}
        yield episode.ending, thought, [{"name": DONE.name, "arguments": given}], []


def _visible(sight: Sight) -> bool:
    return bool(sight.screenshot or sight.text)


def _seen(folder: Path, task: Task, sight: Sight, done: list[str]) -> tuple[Json, list[str]]:
    """The user's message of a turn, and the pictures in it."""
    words = [f"Task: {sight.instruction or task.instruction}"]
    if done:
        words.append("Done so far:\n" + "\n".join(f"- {one}" for one in done))
    parts: list[Json] = []
    if sight.screenshot:
        with Image.open(folder / SCREENS / sight.screenshot) as picture:
            words.append(f"The picture is {picture.width} pixels wide and {picture.height} high.")
        parts.append({"type": "image"})
    if sight.text:
        words.append((folder / TEXTS / sight.text).read_text(encoding="utf-8-sig"))
    parts.append(_text("\n\n".join(words)))
    images = [f"{IMAGES}/{sight.screenshot}"] if sight.screenshot else []
    return {"role": "user", "content": parts}, images


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


def _call(action: Json, actions: ActionSet) -> Json:
    """A call without the arguments that are as they would be anyway."""
    fields = actions.by_name[action["name"]].model_fields
    given = {
        name: value
        for name, value in action["arguments"].items()
        if fields[name].is_required() or value != fields[name].default
    }
    return {"name": action["name"], "arguments": given}


def _set_of(task: Task, episode: Episode) -> ActionSet:
    """The actions that the agent had: on a desktop they are not those that the task names."""
    done = {action["name"] for turn in episode.turns for action in turn.actions}
    first = _SETS[task.actions]
    return max([first, *_SETS.values()], key=lambda one: len(done & one.by_name.keys()))
