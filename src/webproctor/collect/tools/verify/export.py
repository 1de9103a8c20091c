"""Exports of the tool: verified data, the decisions, and tables of the progress."""

import json
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webproctor.collect.demonstration import dump
from webproctor.collect.labels.agreement import krippendorff_alpha
from webproctor.collect.store import Store
from webproctor.collect.tools.demonstrate.export import progress as demonstration_progress
from webproctor.collect.tools.demonstrate.files import load
from webproctor.collect.tools.demonstrate.tables import Demonstration
from webproctor.collect.tools.verify import readings
from webproctor.collect.tools.verify.tables import Reading
from webproctor.core.scores import Cell, Table

_LOG = logging.getLogger(__name__)


def kept(store: Store, session: Session) -> Iterator[dump.Demonstration]:
    """Yield the demonstrations to keep, as the last verifier who kept them left them.

    As in Mind2Web's processing, one whose decisions are not about its steps is left out, with a
    warning.

    Raises:
        UserError: If the collection has no folder, or a file is damaged.
    """
    query = select(Demonstration).where(Demonstration.state == "kept")
    for demonstration in session.scalars(query.order_by(Demonstration.task_id, Demonstration.id)):
        loaded = load(store, demonstration)
        newest_first = reversed(readings.readings_of(session, demonstration))
        last = next((reading for reading in newest_first if reading.decision == "keep"), None)
        if last is None or list(last.steps) != [step.uid for step in dump.steps(loaded.folder)]:
            _LOG.warning(
                "%s is left out: its steps have changed since then", demonstration.annotation_id
            )
            continue
        steps = [number for number, keep in enumerate(last.steps.values()) if keep]
        yield replace(loaded, task=last.task_text, steps=steps)


def records(store: Store, session: Session) -> list[dict[str, Any]]:
    """Return them as one shard of records in Mind2Web's format."""
    return dump.records(list(kept(store, session)))


def raw_dump(store: Store, session: Session, out: Path) -> int:
    """Write them in the layout of Mind2Web's raw dump, and return their number."""
    demonstrations = list(kept(store, session))
    dump.write_dump(out, demonstrations)
    return len(demonstrations)


def decisions(session: Session) -> list[dict[str, Any]]:
    """Return all decisions, in the form of Mind2Web's verification: `verification_meta` is JSON."""
    return [
        {
            "id": reading.demonstration.annotation_id,
            "verification": reading.decision,
            "verification_meta": json.dumps(
                {
                    "action_decisions": list(map(int, reading.steps.values())),
                    "confirmed_task": reading.task_text,
                },
                ensure_ascii=False,
            ),
            "verifier": reading.person.name,
            "note": reading.note,
        }
        for reading in session.scalars(select(Reading).order_by(Reading.id))
    ]


def progress(session: Session) -> list[Table]:
    """Return the tables of websites, of annotators, of verifiers, and of their agreement."""
    by_demonstration: dict[int, list[Reading]] = {}
    by_person: dict[str, Counter[str]] = {}
    for reading in session.scalars(select(Reading).order_by(Reading.id)):
        by_demonstration.setdefault(reading.demonstration_id, []).append(reading)
        counts = by_person.setdefault(reading.person.name, Counter())
        counts[reading.decision] += 1
        counts["dropped"] += list(reading.steps.values()).count(False)
    columns = ("keep", "discard", "unsure", "dropped")
    read_twice = [
        demonstration_readings[:2]
        for demonstration_readings in by_demonstration.values()
        if len(demonstration_readings) > 1
    ]
    return [
        *demonstration_progress(session),
        Table(
            title="Verifiers",
            columns=["Name", "Keep", "Discard", "Unsure", "Dropped steps"],
            rows=[
                [name, *(counts[column] for column in columns)]
                for name, counts in sorted(by_person.items())
            ],
        ),
        Table(
            title="Agreement of first and second readers",
            columns=["", "Agreement"],
            rows=_agreement(read_twice) if read_twice else [],
        ),
    ]


def _agreement(pairs: Sequence[Sequence[Reading]]) -> list[list[Cell]]:
    """Return rows about demonstrations that two people have read."""
    decisions = [
        (first.decision, second.decision)
        for first, second in pairs
        if "unsure" not in (first.decision, second.decision)
    ]
    texts = [(first.task_text, second.task_text) for first, second in pairs]
    steps = [
        (kept, second.steps[uid])
        for first, second in pairs
        for uid, kept in first.steps.items()
        if uid in second.steps
    ]
    alpha = krippendorff_alpha(decisions)
    return [
        ["Demonstrations read twice", len(pairs)],
        ["Same decision, of those that both decided", _share(decisions)],
        ["Krippendorff's alpha of the decision", None if alpha is None else f"{alpha:.2f}"],
        ["Steps that both keep or both drop", _share(steps)],
        ["Same description", _share(texts)],
    ]


def _share(pairs: Sequence[tuple[Any, Any]]) -> str | None:
    same = sum(one == other for one, other in pairs)
    return f"{same} of {len(pairs)} ({100 * same / len(pairs):.0f} %)" if pairs else None
