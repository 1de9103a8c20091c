"""Demonstrate: people carry out tasks on live websites, and every step is stored.

The flow is that of the task demonstration of the Mind2Web paper: an annotator explores the website,
resets it, and then selects an element and an operation for each step.
"""

from functools import partial
from pathlib import Path
from typing import Annotated

from webproctor.collect.demonstration.masking import Mask
from webproctor.collect.demonstration.websites import local_hosts
from webproctor.collect.sockets import Socket
from webproctor.collect.store import Store
from webproctor.collect.task_list import read_tasks
from webproctor.collect.tool import MenuItem, Tool, check_number
from webproctor.collect.tools.demonstrate import tasks as listing
from webproctor.collect.tools.demonstrate.export import progress, raw_dump, records
from webproctor.collect.tools.demonstrate.messages import conversation
from webproctor.collect.tools.demonstrate.pages import pages
from webproctor.collect.tools.demonstrate.sessions import Rules, Sessions

_MINUTE = 60.0


def demonstrate(
    store: Store,
    *,
    tasks_file: Annotated[
        Path | None, "JSON file of tasks to add; accepted tasks of `propose` are always added."
    ] = None,
    local: Annotated[
        tuple[str, ...],
        "HOST=PORT of a website that this machine serves; pages then reach no others. Repeatable.",
    ] = (),
    per_task: Annotated[int, "Demonstrations that each task gets, by different people."] = 1,
    max_pages: Annotated[int, "Pages of websites that are open at the same time."] = 8,
    idle: Annotated[int, "Minutes without input after which a page is closed."] = 15,
    mask: Annotated[
        tuple[str, ...], "Regular expression of texts to mask in all stored data. Repeatable."
    ] = (),
) -> Tool:
    """Make the tool.

    Raises:
        UserError: If an option is invalid.
    """
    check_number("per-task", per_task, 1, 1000)
    check_number("max-pages", max_pages, 1, 1000)
    check_number("idle", idle, 1, 24 * 60)
    patterns = Mask.from_expressions(mask).patterns
    rules = Rules(local_hosts(local), max_pages, idle * _MINUTE, patterns, per_task)
    sessions = Sessions(rules)

    async def prepare() -> None:
        _ = store.folder  # Without one, the command ends here.
        listed = [] if tasks_file is None else read_tasks(tasks_file)
        with store.writing() as session:
            listing.add(session, listed, str(tasks_file))
            listing.add_proposed(session)

    return Tool(
        title="Demonstrate tasks",
        folder=Path(__file__).parent,
        pages=pages(sessions),
        menu=[MenuItem("/", "Tasks", ["annotator"])],
        sockets=[
            Socket(
                "/{demonstration:number}/live",
                partial(conversation, store, sessions),
                ["annotator"],
            )
        ],
        prepare=prepare,
        running=sessions.running,
        progress=progress,
        exports={"records": partial(records, store)},
        folders={"dump": partial(raw_dump, store)},
    )
