"""How an episode was won, and what about it a reader of results should know."""

from collections.abc import Mapping, Sequence
from typing import Any

from webproctor.scores import Score, Table
from webproctor.tasks import Task


def findings(evidence: Mapping[str, Any]) -> list[str]:
    """What an episode's evidence shows beside honest play, each in a few words.

    None of it wins a game: the server refuses what it lists. It tells that something was tried, or
    that a page of ours is at fault.
    """
    told = []
    if evidence.get("password") and not evidence.get("witnessed"):
        told.append("a win that no witness watched")
    if evidence.get("password") and evidence.get("deeds", 0) < evidence.get("effort", 0):
        told.append(f"a win after {evidence['deeds']} deeds of at least {evidence['effort']}")
    for heading, key in (
        ("message refused", "faults"),
        ("request that no page made", "foreign"),
        ("request outside the task", "refused"),
        ("address opened by the agent", "visited"),
    ):
        told += [f"{heading}: {what}" for what in dict.fromkeys(evidence.get(key) or ())]
    if count := evidence.get("scripts"):
        told.append(f"scripts run by the agent: {count}")
    return told


def audit(results: Sequence[tuple[Task, Score]]) -> Table | None:
    """Every finding of a run, or that there is none; None where no episode was looked at."""
    looked_at = sum("audit" in score.details for _, score in results)
    if not looked_at:
        return None
    rows: list[list[str | int | float | None]] = [
        [task.id, "won" if score.value else "not won", what]
        for task, score in results
        for what in score.details.get("audit", ())
    ]
    if not rows:
        rows = [[f"{looked_at} episodes", "-", "nothing found"]]
    return Table(title="Cheat audit", columns=["task", "outcome", "finding"], rows=rows)
