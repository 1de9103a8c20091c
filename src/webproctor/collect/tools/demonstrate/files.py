"""Where the steps of a demonstration are stored, and how they are loaded."""

from collections.abc import Sequence
from pathlib import Path

from webproctor.collect.demonstration import dump
from webproctor.collect.store import Store
from webproctor.collect.tools.demonstrate.tables import Demonstration


def folder(store: Store, demonstration: Demonstration) -> Path:
    """Return the folder with the steps and recordings of a demonstration; it may not exist yet.

    Raises:
        UserError: If the collection has no folder.
    """
    return store.folder / "demonstrations" / demonstration.annotation_id


def load(
    store: Store, demonstration: Demonstration, steps: Sequence[int] | None = None
) -> dump.Demonstration:
    """Return a demonstration with its files.

    `dump.steps(loaded.folder)` reads its steps, `dump.state(loaded.folder, number, "before")` the
    page before a step, and `dump.screenshot` is the path of its picture; for the page after a step,
    the moment is "after".

    Args:
        steps: Indices of the steps to export; None for all.

    Raises:
        UserError: If the collection has no folder.
    """
    task = demonstration.task
    return dump.Demonstration(
        folder=folder(store, demonstration),
        annotation_id=demonstration.annotation_id,
        session_id=demonstration.session_id,
        task=demonstration.task_text,
        website=task.website,
        domain=task.domain,
        subdomain=task.subdomain,
        steps=steps,
    )
