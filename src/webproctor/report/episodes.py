"""The page of a run's episodes: turn by turn, loaded one episode at a time.

A page that is opened from a file may load scripts and no data, so each episode is a script that
hands its data over. Pictures are those that the run has kept.
"""

import json
from pathlib import Path
from typing import Any

from webproctor.episodes import Episode
from webproctor.harness.results import Result, Run, read_episodes
from webproctor.harness.screens import FOLDER as SCREENS
from webproctor.report.rendering import TEMPLATES

FOLDER = "episodes"
_LONGEST = 20_000  # Characters of one text.


def write_episodes(run: Run) -> Path:
    """Write `episodes.html` and what it loads into a run's folder; returns the page's path."""
    folder = run.folder / FOLDER
    folder.mkdir(exist_ok=True)
    episodes = read_episodes(run.folder)
    listed = []
    for number, result in enumerate(run.results):
        listed.append(_line(result))
        told = _told(result, episodes.get(result.task))
        _write_script(folder / f"{number}.js", "episode", {"number": number, **told})
    _write_script(folder / "index.js", "index", listed)
    page = TEMPLATES.get_template("episodes.html").render(run=run, screens=SCREENS)
    path = run.folder / "episodes.html"
    path.write_text(page, encoding="utf-8")
    return path


def _write_script(path: Path, name: str, data: Any) -> None:
    path.write_text(f"{name}({json.dumps(data, ensure_ascii=False)});\n", encoding="utf-8")


def _line(result: Result) -> list[Any]:
    """A row of the list: task, mark, why it broke off, turns, actions, seconds."""
    return [
        result.task,
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
        "instruction": result.instruction,
        "mark": result.score.value,
        "cause": result.cause,
        "message": result.message,
        "answer": episode.answer if episode else None,
        "seconds": result.seconds,
        "usage": result.usage,
        "details": _cut(json.dumps(result.score.details, ensure_ascii=False, indent=1)),
        "refused": evidence.get("refused", []),
        "turns": [
            {
                "screenshot": turn.screenshot,
                "url": turn.url,
                "thought": _cut(turn.thought),
                "plan": _cut(turn.plan),
                "seconds": turn.seconds,
                "usage": turn.usage,
                "notes": _cut(json.dumps(turn.notes, ensure_ascii=False)) if turn.notes else "",
                "actions": [
                    {
                        "name": action["name"],
                        "arguments": {
                            name: value
                            for name, value in action["arguments"].items()
                            if value not in (None, "", 0, False)
                        },
                        "ok": done.ok,
                        "message": _cut(done.message),
                    }
                    for action, done in zip(turn.actions, turn.results, strict=False)
                ],
            }
            for turn in (episode.turns if episode else [])
        ],
    }


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ... ({len(text):,} characters)"
