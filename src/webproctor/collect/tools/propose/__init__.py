"""Propose: people write tasks for websites, and a verifier accepts them.

Steps, numbers and rules are those of Mind2Web's collection (section 3.1 of the paper): an annotator
chooses a website, sees ten of fifty seed tasks by a model, and writes up to five tasks that are no
copies of them. A website closes when it has enough tasks.
"""

import sys
from pathlib import Path
from typing import Annotated

from webproctor.collect.store import Store
from webproctor.collect.tool import MenuItem, Tool, check_number
from webproctor.collect.tools.propose import seeds as seeding
from webproctor.collect.tools.propose import websites as listing
from webproctor.collect.tools.propose.export import progress, tasks
from webproctor.collect.tools.propose.pages import pages
from webproctor.collect.tools.propose.rules import Rules
from webproctor.core.llm import Model


def _print_progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # Programs read the link from standard output.


def propose(
    store: Store,
    model: Model | None = None,
    *,
    websites: Annotated[Path | None, "JSON or CSV file of websites to add or update."] = None,
    seed_tasks: Annotated[Path | None, "JSON or CSV file of seed tasks to add."] = None,
    seed_tasks_per_site: Annotated[
        int, "Number of seed tasks that the model writes for a website."
    ] = 50,
    seed_tasks_shown: Annotated[int, "Seed tasks that an annotator sees, drawn at random."] = 10,
    per_person: Annotated[int, "Tasks that one person may write for a website."] = 5,
    quota: Annotated[int, "Number of accepted and waiting tasks at which a website closes."] = 20,
    similarity: Annotated[
        int, "Similarity in percent from which a task counts as a near-copy."
    ] = 80,
) -> Tool:
    """Make the tool.

    Args:
        store: The collection.
        model: The model that writes seed tasks, for websites with fewer than `seed_tasks_per_site`.

    Raises:
        UserError: If a number is out of its range.
    """
    check_number("seed-tasks-per-site", seed_tasks_per_site, 1, 500)
    check_number("seed-tasks-shown", seed_tasks_shown, 0, 100)
    check_number("per-person", per_person, 1, 1000)
    check_number("quota", quota, 1, 100_000)
    check_number("similarity", similarity, 1, 100)
    rules = Rules(per_person, quota, similarity, seed_tasks_shown)

    async def prepare() -> None:
        with store.writing() as session:
            if websites is not None:
                listing.add(session, listing.read(websites))
            if seed_tasks is not None:
                seeding.add_listed(session, seeding.read(seed_tasks), str(seed_tasks))
        if model is not None:
            await seeding.fill(store, model, seed_tasks_per_site, _print_progress)

    return Tool(
        title="Propose tasks",
        folder=Path(__file__).parent,
        pages=pages(rules),
        menu=[
            MenuItem("/", "Websites", ["annotator"]),
            MenuItem("/mine", "Your tasks", ["annotator"]),
            MenuItem("/review", "Review", ["verifier"]),
            MenuItem("/websites", "Websites", ["administrator"]),
        ],
        prepare=prepare,
        progress=lambda session: progress(session, quota),
        exports={"tasks": tasks},
    )
