"""Session: a person says what to do, another acts; annotators label where clicks are right.

The steps are those of RealWebAssist's collection: sound and screenshots are recorded, the sound is
divided into instructions with transcripts, each linked to the steps that follow it; annotators draw
the accepted boxes of each screenshot, and a verifier decides where they do not agree. The export is
data for the benchmark `realwebassist`.
"""

from pathlib import Path
from typing import Annotated

from webproctor.collect.demonstration.masking import Mask
from webproctor.collect.store import Store
from webproctor.collect.tool import MenuItem, Tool, check_number
from webproctor.collect.tools.session import editing, labelling, recording, verifying
from webproctor.collect.tools.session.export import progress, write
from webproctor.collect.tools.session.settings import ANNOTATOR, VERIFIER, Drafts, Settings
from webproctor.core.errors import UserError
from webproctor.files.reading import read_text

_FOLDER = Path(__file__).parent


def session(
    store: Store,
    *,
    consent: Annotated[
        Path | None, "Text file that participants agree to; default: a general text."
    ] = None,
    annotators: Annotated[int, "Annotators who label each recording."] = 3,
    mask: Annotated[
        tuple[str, ...], "Regular expression of texts to mask, such as names; repeatable."
    ] = (),
    recogniser: Annotated[
        str, "Speech recogniser for drafts of transcripts; see `webproctor speech`."
    ] = "",
) -> Tool:
    """Make the tool.

    Args:
        store: The collection; it needs a folder.

    Raises:
        UserError: If a setting is invalid.
    """
    check_number("annotators", annotators, 1, 20)
    text = read_text(consent or _FOLDER / "consent.txt").strip()
    if not text:
        raise UserError(f"--consent {consent}: is empty.")
    settings = Settings(text, annotators, Mask.from_expressions(mask), Drafts(recogniser))

    async def prepare() -> None:
        _ = store.folder  # Without one, the command ends here.
        settings.drafts.prepare()

    return Tool(
        title="Record sessions",
        folder=_FOLDER,
        pages=[
            *recording.pages(settings),
            *editing.pages(settings),
            *labelling.pages(),
            *verifying.pages(),
        ],
        menu=[
            MenuItem("/", "Recordings", ANNOTATOR),
            MenuItem("/label", "Labels", ANNOTATOR),
            MenuItem("/agreement", "Agreement", VERIFIER),
        ],
        prepare=prepare,
        progress=progress,
        folders={"realwebassist": lambda session, folder: write(store, session, folder)},
    )
