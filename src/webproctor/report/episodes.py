"""Write the page of a run's episodes, which shows them step by step.

A page that is opened from a local file can load scripts but not data, so each episode is a script
that calls a function with its data. Screenshots are those of the run's snapshots.
"""

import json
from itertools import zip_longest
from pathlib import Path
from typing import Any

from webproctor.agents.episodes import recorded_as
from webproctor.core.actions import ActionResult
from webproctor.core.episodes import Episode, Snapshot, StepRecord
from webproctor.core.sanitize import clean_text, shortened
from webproctor.core.sessions import Rect
from webproctor.environments.browser.recording import RECORDINGS, Recording
from webproctor.files.writing import remove_link
from webproctor.harness.logs import episodes_in
from webproctor.report.rendering import TEMPLATES, write_page
from webproctor.run.episode_results import Result
from webproctor.run.results import Run
from webproctor.run.snapshots import SCREENS, TEXTS

FOLDER = "episodes"
# In these arguments, 0 is not a default value.
_POINTER_ARGUMENTS = frozenset({"element", "x", "y"})
# Maximum characters of a text.
_MAX_CHARACTERS = 20_000


def write_episodes(run: Run) -> Path:
    """Write `episodes.html` and its data to a run's folder; return the page's path."""
    folder = run.folder / FOLDER
    remove_link(folder)
    folder.mkdir(exist_ok=True)
    first_numbers: dict[str, int] = {}
    for number, result in enumerate(run.results):
        first_numbers.setdefault(result.task, number)
    is_written = bytearray(len(run.results))
    # Episodes of a long run do not fit into memory together.
    for (task, epoch), episode in episodes_in(run.folder):
        for number in range(first_numbers.get(task, len(is_written)), len(is_written))[
            : run.epochs
        ]:
            result = run.results[number]
            if (result.task, result.epoch) == (task, epoch):
                _write_episode(run, number, result, episode)
                is_written[number] = True
    for number, result in enumerate(run.results):
        if not is_written[number]:
            _write_episode(run, number, result, None)
    _write_index(folder / "index.js", run)
    page = TEMPLATES.get_template("episodes.html").render(run=run, screens=SCREENS, texts=TEXTS)
    path = run.folder / "episodes.html"
    write_page(path, page)
    return path


def _write_index(path: Path, run: Run) -> None:
    remove_link(path)
    with path.open("w", encoding="utf-8") as file:
        file.write("index([")
        for number, result in enumerate(run.results):
            row = json.dumps(_row(result, run.epochs), ensure_ascii=False)
            file.write(clean_text(f"{', ' if number else ''}{row}"))
        file.write("]);\n")


def _write_episode(run: Run, number: int, result: Result, episode: Episode | None) -> None:
    recording = Recording(run.folder / RECORDINGS, frozenset()).subfolder(
        recorded_as(result.task, result.epoch)
    )
    files = {kind: str(path.relative_to(run.folder)) for kind, path in recording.files().items()}
    _write_script(
        run.folder / FOLDER / f"{number}.js",
        "episode",
        {"number": number, "recorded": files, **_episode_data(result, episode)},
    )


def _write_script(path: Path, name: str, data: Any) -> None:
    write_page(path, f"{name}({json.dumps(data, ensure_ascii=False)});\n")


def _row(result: Result, epochs: int) -> list[Any]:
    """Return a row of the list: task (with the epoch if there are several), score, cause, outcome,
    steps, actions, seconds, script commands (None if the agent could not run scripts)."""
    details = result.score.details
    scripts = details.get("scripts") if details.get("inputs") == "scripts possible" else None
    return [
        result.task if epochs == 1 else f"{result.task} ({result.epoch})",
        result.score.value,
        result.cause or "",
        result.outcome,
        result.steps,
        result.actions,
        round(result.seconds, 2),
        scripts if isinstance(scripts, int) else None,
    ]


def _episode_data(result: Result, episode: Episode | None) -> dict[str, Any]:
    evidence = episode.evidence if episode else {}
    steps = episode.steps if episode else []
    return {
        "task": result.task,
        "epoch": result.epoch,
        "instruction": result.instruction,
        "score": result.score.value,
        "outcome": result.outcome,
        "cause": result.cause,
        "message": result.message,
        "tries": result.tries,
        "traceback": episode.error.traceback if episode and episode.error else "",
        "answer": episode.answer if episode else None,
        "seconds": result.seconds,
        "usage": result.usage,
        "output": episode.output if episode else "",
        "details": _truncate(json.dumps(result.score.details, ensure_ascii=False, indent=1)),
        "refused": evidence.get("refused", []),
        "errors": evidence.get("errors", []),
        "ending": episode.ending.model_dump() if episode and _has_files(episode.ending) else None,
        "steps": [
            _step_data(step) | {"empty": _is_empty(step, index, result, len(steps))}
            for index, step in enumerate(steps)
        ],
    }


def _step_data(step: StepRecord) -> dict[str, Any]:
    # Input events of an external program have no results.
    actions = zip_longest(step.actions, step.results, step.rects)
    return {
        "screenshot": step.screenshot,
        "text": step.text,
        "instruction": step.instruction,
        "url": step.url,
        "thought": _truncate(step.thought),
        "plan": _truncate(step.plan),
        "seconds": step.seconds,
        "acting": step.acting,
        "observing": step.observing,
        "noted": step.noted,
        "usage": step.usage,
        "notes": _truncate(json.dumps(step.notes, ensure_ascii=False)) if step.notes else "",
        "actions": [_action_data(*parts) for parts in actions if parts[0]],
    }


def _action_data(
    action: dict[str, Any], result: ActionResult | None, rect: Rect | None
) -> dict[str, Any]:
    """Return an action with the arguments that are not at their default."""
    arguments = {
        name: value
        for name, value in action["arguments"].items()
        if value not in (None, "", 0, False) or (name in _POINTER_ARGUMENTS and value is not None)
    }
    return {
        "name": action["name"],
        "arguments": arguments,
        "ok": result.ok if result else True,
        "message": _truncate(result.message) if result else "",
        "rect": rect,
    }


def _is_empty(step: StepRecord, index: int, result: Result, count: int) -> bool:
    """Whether the model's answer of a step was empty; the last step may only call `done`."""
    answered = "calls" in step.usage and (index + 1 < count or result.cause == "no action")
    return answered and not step.actions and not step.thought


def _has_files(snapshot: Snapshot) -> bool:
    return bool(snapshot.screenshot or snapshot.text)


def _truncate(text: str) -> str:
    return shortened(text, _MAX_CHARACTERS)
