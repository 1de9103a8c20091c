"""Steps of a person on pages whose fields none of the eleven form actions can reach.

On these pages the fields are hidden until something is clicked that is not a form control. The
oracle clicks it and fills in the fields with `web` actions: clicks and keys.
"""

from collections.abc import Mapping, Sequence

from webproctor.benchmarks.turkingbench.session import WebPageSession
from webproctor.core.actions import Action, form, web
from webproctor.core.episodes import Step
from webproctor.core.observations import Element
from webproctor.core.recorder import EpisodeRecorder

REVEALED_BY: Mapping[str, tuple[str, ...]] = {
    "Annotation Rating": ("Show Questions",),
    "Gun violence structured extraction": (
        "Time and place",
        "Details about alleged shooters",
        "Details about victims",
        "Circumstances of shooting",
    ),
}
"""For each of these tasks, the starts of the labels to click, in order."""


async def reveal(session: EpisodeRecorder, page: WebPageSession, labels: Sequence[str]) -> None:
    """Click the first element whose label starts with each of the texts; skip those without one."""
    for label in labels:
        for element in await _elements(page):
            if (element.label or element.value).startswith(label):
                await session.step(Step(actions=[web.Click(element=element.index)]))
                break


async def by_person(page: WebPageSession, action: Action) -> list[Action]:
    """Return the clicks and keys that enter what a form action enters.

    Each action's element is valid until the page changes.
    """
    match action:
        case form.ModifyText(input_name=name, input_value=value):
            target = await _target(page, name)
            return [web.Type(element=target.index, text=str(value), clear=True)] if target else []
        case form.ModifySelect(input_name=name, input_value=value):
            target = await _target(page, name)
            return [web.SelectOption(element=target.index, option=str(value))] if target else []
        case form.ModifyRange(input_name=name, input_value=value):
            target = await _target(page, name)
            return [web.SetRange(element=target.index, value=float(str(value)))] if target else []
        case form.ModifyRadio(input_name=name, input_value=value):
            found = await page.page.call("fields.radio", name, [str(value)])
            chosen = [found["index"]] if found and "index" in found else []
        case form.ModifyCheckbox(input_name=name, input_value=value):
            values = str(value).split("|")
            boxes = await page.page.call("fields.boxes", name)
            chosen = [box["index"] for box in boxes if box["value"] in values]
        case _:
            return []
    targets = [await _target(page, name, index) for index in chosen]
    return [web.Click(element=target.index) for target in targets if target]


async def _target(page: WebPageSession, name: str, index: int = 0) -> Element | None:
    """Return the listed control of a name, of several the one with this index, or None."""
    named = [element for element in await _elements(page) if element.name == name]
    return named[index] if index < len(named) else None


async def _elements(page: WebPageSession) -> Sequence[Element]:
    return (await page.observe(frozenset({"elements"}))).read("elements")
