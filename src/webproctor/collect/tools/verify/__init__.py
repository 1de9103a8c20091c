"""Verify: people check demonstrations of tasks before they become data.

The decisions are those of Mind2Web's verification: keep, discard or unsure for a demonstration,
keep or drop for each step, and the final description (appendix of the paper).
"""

from functools import partial
from pathlib import Path
from typing import Annotated

from webproctor.collect.demonstration.masking import Mask
from webproctor.collect.demonstration.websites import local_hosts
from webproctor.collect.store import Store
from webproctor.collect.tool import MenuItem, Tool, check_number, on_existing_collection
from webproctor.collect.tools.verify.export import decisions, progress, raw_dump, records
from webproctor.collect.tools.verify.pages import pages
from webproctor.collect.tools.verify.replays import Replays


@on_existing_collection
def verify(
    store: Store,
    *,
    two_verifiers: Annotated[
        int, "Percent of the demonstrations, drawn at random, that two verifiers must agree on."
    ] = 0,
    local: Annotated[
        tuple[str, ...],
        "HOST=PORT of a website that this machine serves; replays then reach no others. "
        "Repeatable.",
    ] = (),
    replays: Annotated[int, "Replays that run at the same time."] = 2,
    mask: Annotated[
        tuple[str, ...], "Regular expression of texts to mask in what replays report. Repeatable."
    ] = (),
) -> Tool:
    """Make the tool.

    Raises:
        UserError: If an option is invalid.
    """
    check_number("two-verifiers", two_verifiers, 0, 100)
    check_number("replays", replays, 1, 100)
    replay_runner = Replays(store, local_hosts(local), replays, Mask.from_expressions(mask))

    async def prepare() -> None:
        _ = store.folder  # Without one, the command ends here.

    return Tool(
        title="Verify demonstrations",
        folder=Path(__file__).parent,
        pages=pages(replay_runner, two_verifiers),
        menu=[
            MenuItem("/", "To verify", ["verifier"]),
            MenuItem("/mine", "Your decisions", ["verifier"]),
        ],
        prepare=prepare,
        running=replay_runner.running,
        progress=progress,
        exports={"records": partial(records, store), "decisions": decisions},
        folders={"dump": partial(raw_dump, store)},
    )
