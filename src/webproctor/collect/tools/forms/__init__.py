"""Forms: people fill in the pages of a template, several people each.

The data has the layout of TurkingBench: a template with `${column}` variables, a row of inputs for
each page, and `batch.csv` with one row for each answer.
"""

from pathlib import Path
from typing import Annotated

from webproctor.collect.store import Store
from webproctor.collect.tool import MenuItem, Tool, check_number
from webproctor.collect.tools.forms import job
from webproctor.collect.tools.forms.export import dataset, progress
from webproctor.collect.tools.forms.pages import pages
from webproctor.core.errors import UserError


def forms(
    store: Store,
    *,
    template: Annotated[Path | None, "HTML page with ${column} variables."] = None,
    inputs: Annotated[
        Path | None, "CSV file: a column for each variable, a row for each page."
    ] = None,
    name: Annotated[str, "Name of the task in the exported data."] = "task",
    answers_per_input: Annotated[int, "Number of people who answer each input."] = 3,
    minutes: Annotated[
        int, "Minutes after which a page that was not sent is given to another person."
    ] = 60,
) -> Tool:
    """Make the tool.

    Raises:
        UserError: If a number is out of its range, or the name cannot be that of a folder.
    """
    check_number("answers-per-input", answers_per_input, 1, 1000)
    check_number("minutes", minutes, 1, 100_000)
    if not name.isprintable() or set(name) & set("/\\:") or not 0 < len(name.strip(". ")) <= 200:
        raise UserError(f"--name {name!r}: give the name of a folder, without slashes and colons.")

    async def prepare() -> None:
        with store.writing() as session:
            job.set_up(session, template, inputs, name, answers_per_input)

    return Tool(
        title="Fill in forms",
        folder=Path(__file__).parent,
        pages=pages(minutes),
        menu=[
            MenuItem("/", "Pages", ["annotator"]),
            MenuItem("/job", "Page and answers", ["administrator"]),
        ],
        prepare=prepare,
        progress=progress,
        folders={"dataset": dataset},
    )
