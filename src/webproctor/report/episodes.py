"""The page of a run's episodes: turn by turn, loaded one episode at a time.

A page that is opened from a file may load scripts and no data, so each episode is a script that
hands its data over. Pictures are those that the run has kept.
"""

import json
from itertools import zip_longest
from pathlib import Path
from typing import Any

from webproctor.browser.recording import Recording
from webproctor.episodes import Episode, Sight
from webproctor.harness.results import Result, Run, read_episodes
from webproctor.harness.runs import RECORDINGS
from webproctor.harness.sights import SCREENS, TEXTS
from webproctor.harness.tasks import recorded_as
from webproctor.report.rendering import TEMPLATES

FOLDER = "episodes"
_POINTERS = frozenset({"element", "x", "y"})  # 0 says something in these.
_LONGEST = 20_000  # Characters of one text.


def write_episodes(run: Run) -> Path:
    """Write `episodes.html` and what it loads into a run's folder; returns the page's path."""
    folder = run.folder / FOLDER
    folder.mkdir(exist_ok=True)
    episodes = read_episodes(run.folder)
    listed = []
    for number, result in enumerate(run.results):
        listed.append(_line(result, run.epochs))
        recorded = Recording(run.folder / RECORDINGS, frozenset()).below(
            recorded_as(result.task, result.epoch)
        )
        files = {kind: str(at.relative_to(run.folder)) for kind, at in recorded.files().items()}
        told = _told(result, episodes.get((result.task, result.epoch)))
        _write_script(
            folder / f"{number}.js", "episode", {"number": number, "recorded": files, **told}
        )
    _write_script(folder / "index.js", "index", listed)
    page = TEMPLATES.get_template("episodes.html").render(run=run, screens=SCREENS, texts=TEXTS)
    path = run.folder / "episodes.html"
    path.write_text(page, encoding="utf-8")
    return path


def _write_script(path: Path, name: str, data: Any) -> None:
    path.write_text(f"{name}({json.dumps(data, ensure_ascii=False)});\n", encoding="utf-8")


def _line(result: Result, epochs: int) -> list[Any]:
    """A row of the list: task (and epoch, of several), mark, cause, turns, actions, seconds."""
    return [
        result.task if epochs == 1 else f"{result.task} ({result.epoch})",
        result.score.value,
        result.cause or "",
        result.turns,
        result.actions,
        round(result.seconds, 2),
    ]


def _told(result: Result, episode: Episode | None) -> dict[str, Any]:
    evidence = episode.evidence if episode else {}
    return {
        "task": result.task,
        "epoch": result.epoch,
        "instruction": result.instruction,
        "mark": result.score.value,
        "cause": result.cause,
        "message": result.message,
        "answer": episode.answer if episode else None,
        "seconds": result.seconds,
        "usage": result.usage,
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
                        "ok": done.ok,
                        "message": _cut(done.message),
                        "place": place,
                    }
                    for action, done, place in zip_longest(turn.actions, turn.results, turn.places)
                    if action and done
                ],
            }
            for turn in (episode.turns if episode else [])
        ],
    }


def _kept(sight: Sight) -> bool:
    return bool(sight.screenshot or sight.text)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ... ({len(text):,} characters)"
