"""Write the page of a run's episodes, which shows them step by step.

A page that is opened from a local file can load scripts but not data, so each episode is a script
that calls a function with its data. Screenshots are those of the run's snapshots.
"""

import json
from itertools import zip_longest
from pathlib import Path
from typing import Any

from webproctor.agents.episodes import recorded_as
from webproctor.core.episodes import Episode, Snapshot, TurnRecord
from webproctor.core.sanitize import clean_text
from webproctor.environments.browser.recording import RECORDINGS, Recording
from webproctor.harness.logs import episodes_in
from webproctor.report.rendering import TEMPLATES, write_page
from webproctor.run.episode_results import Result
from webproctor.run.results import Run
from webproctor.run.snapshots import SCREENS, TEXTS

FOLDER = "episodes"
_POINTERS = frozenset({"element", "x", "y"})  # In these arguments, 0 is not a default value.
_LONGEST = 20_000  # Maximum characters of a text.


def write_episodes(run: Run) -> Path:
    """Write `episodes.html` and its data to a run's folder; return the page's path."""
    folder = run.folder / FOLDER
    folder.mkdir(exist_ok=True)
    first: dict[str, int] = {}
    for number, result in enumerate(run.results):
        first.setdefault(result.task, number)
    written = bytearray(len(run.results))
    # Episodes of a long run do not fit into memory together.
    for (task, epoch), episode in episodes_in(run.folder):
        for number in range(first.get(task, len(written)), len(written))[: run.epochs]:
            result = run.results[number]
            if (result.task, result.epoch) == (task, epoch):
                _write_episode(run, number, result, episode)
                written[number] = True
    for number, result in enumerate(run.results):
        if not written[number]:
            _write_episode(run, number, result, None)
    _write_index(folder / "index.js", run)
    page = TEMPLATES.get_template("episodes.html").render(run=run, screens=SCREENS, texts=TEXTS)
    path = run.folder / "episodes.html"
    write_page(path, page)
    return path


def _write_index(path: Path, run: Run) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write("index([")
        for number, result in enumerate(run.results):
            line = json.dumps(_line(result, run.epochs), ensure_ascii=False)
            file.write(clean_text(f"{', ' if number else ''}{line}"))
        file.write("]);\n")


def _write_episode(run: Run, number: int, result: Result, episode: Episode | None) -> None:
    recorded = Recording(run.folder / RECORDINGS, frozenset()).below(
        recorded_as(result.task, result.epoch)
    )
    files = {kind: str(at.relative_to(run.folder)) for kind, at in recorded.files().items()}
    _write_script(
        run.folder / FOLDER / f"{number}.js",
        "episode",
        {"number": number, "recorded": files, **_told(result, episode)},
    )


def _write_script(path: Path, name: str, data: Any) -> None:
    write_page(path, f"{name}({json.dumps(data, ensure_ascii=False)});\n")


def _line(result: Result, epochs: int) -> list[Any]:
    """Return a row of the list: task (with the epoch if there are several), score, cause, outcome,
    steps, actions, seconds, script commands (None if the agent could not run scripts)."""
    details = result.score.details
    scripts = details.get("scripts") if details.get("inputs") == "scripts possible" else None
    return [
        result.task if epochs == 1 else f"{result.task} ({result.epoch})",
        result.score.value,
        result.cause or "",
        result.outcome,
        result.turns,
        result.actions,
        round(result.seconds, 2),
        scripts if isinstance(scripts, int) else None,
    ]


def _told(result: Result, episode: Episode | None) -> dict[str, Any]:
    evidence = episode.evidence if episode else {}
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
        "details": _cut(json.dumps(result.score.details, ensure_ascii=False, indent=1)),
        "refused": evidence.get("refused", []),
        "errors": evidence.get("errors", []),
        "ending": episode.ending.model_dump() if episode and _kept(episode.ending) else None,
        "turns": [
            {
                "screenshot": turn.screenshot,
                "text": turn.text,
                "instruction": turn.instruction,
                "url": turn.url,
                "thought": _cut(turn.thought),
                "plan": _cut(turn.plan),
                "seconds": turn.seconds,
                "acting": turn.acting,
                "observing": turn.observing,
                "noted": turn.noted,
                "usage": turn.usage,
                "empty": _is_empty(turn, place, result, len(episode.turns) if episode else 0),
                "notes": _cut(json.dumps(turn.notes, ensure_ascii=False)) if turn.notes else "",
                "actions": [
                    {
                        "name": action["name"],
                        "arguments": {
                            name: value
                            for name, value in action["arguments"].items()
                            if value not in (None, "", 0, False)
                            or (name in _POINTERS and value is not None)
                        },
                        # Input events of an external program have no results.
                        "ok": done.ok if done else True,
                        "message": _cut(done.message) if done else "",
                        "place": place,
                    }
                    for action, done, place in zip_longest(turn.actions, turn.results, turn.rects)
                    if action
                ],
            }
            for place, turn in enumerate(episode.turns if episode else [])
        ],
    }


def _is_empty(turn: TurnRecord, place: int, result: Result, count: int) -> bool:
    """Whether the model's answer of a step was empty; the last step may only call `done`."""
    asked = "calls" in turn.usage and (place + 1 < count or result.cause == "no action")
    return asked and not turn.actions and not turn.thought


def _kept(snapshot: Snapshot) -> bool:
    return bool(snapshot.screenshot or snapshot.text)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ... ({len(text):,} characters)"
