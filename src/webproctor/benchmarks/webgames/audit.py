"""The cheat audit: report attempts to cheat, and errors of the games' pages, in an episode."""

from collections.abc import Mapping, Sequence
from typing import Any

from webproctor.benchmarks.people import REPORTED
from webproctor.core.scores import Cell, Score, Table
from webproctor.core.tasks import Task


def findings(evidence: Mapping[str, Any]) -> list[str]:
    """Return what was not normal play in an episode, each in a few words.

    The server refuses everything listed, so no finding wins a game. A finding means that the
    agent tried to cheat, or that a page of the game has an error.
    """
    found = []
    by_person = evidence.get("inputs") == REPORTED
    if evidence.get("password") and not evidence.get("witnessed") and not by_person:
        found.append("win without recorded inputs")
    count, minimum = evidence.get("input_count", 0), evidence.get("minimum_actions", 0)
    if evidence.get("password") and count < minimum:
        found.append(f"win after {count} inputs, minimum {minimum}")
    for description, key in (
        ("message refused", "faults"),
        ("request not sent by the game's page", "foreign"),
        ("request outside the task", "refused"),
        ("address opened by the agent", "visited"),
        ("not on the judged page", "view_differences"),
    ):
        found += [f"{description}: {detail}" for detail in dict.fromkeys(evidence.get(key) or ())]
    refused = (evidence.get("devtools") or {}).get("refused", {})
    found += [f"DevTools command refused: {method} ({count})" for method, count in refused.items()]
    if count := evidence.get("scripts"):
        found.append(f"scripts run by the agent: {count}")
    return found


def audit(results: Sequence[tuple[Task, Score]]) -> Table | None:
    """Return a table of all findings of a run, or None if no episode was audited.

    Without findings the table has one row that says so.
    """
    audited = sum("audit" in score.details for _, score in results)
    if not audited:
        return None
    rows: list[list[Cell]] = [
        [task.id, "won" if score.value else "not won", finding]
        for task, score in results
        for finding in score.details.get("audit", ())
    ]
    if not rows:
        episodes = "1 episode" if audited == 1 else f"{audited} episodes"
        rows = [[episodes, "-", "no findings"]]
    return Table(title="Cheat audit", columns=["task", "outcome", "finding"], rows=rows)
