"""Execute stored steps again in a fresh page, and say how the page differs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from webproctor.collect.demonstration.live import Performed, described, perform, targets_of
from webproctor.collect.demonstration.masking import MASKED
from webproctor.collect.demonstration.steps import Step, Target
from webproctor.core.errors import UserError
from webproctor.environments.browser.session import WebSession


@dataclass(frozen=True)
class Executed:
    """A step that was executed again.

    Attributes:
        performed: The step as it was performed now; None if that was not possible.
        differences: How the page differed from the stored step, as sentences.
    """

    performed: Performed | None
    differences: Sequence[str]


async def execute(session: WebSession, step: Step) -> Executed:
    """Execute a stored step in the page as it is now.

    The element is found by its path; if that leads to another element, by its role and name. What
    is masked in a stored step can be any text of the page.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    seen = await session.page.call("webproctor.look")
    differences = _differences((seen["url"], seen["title"]), (step.url, step.title))
    target, why = await _found(session, step.target)
    differences += why
    if target is None:
        return Executed(None, differences)
    if missing := step.op == "SELECT" and step.value not in target.options:
        options = ", ".join(target.options)
        differences.append(f"The list has no option {step.value!r}: {options}.")
    if missing:
        return Executed(None, differences)
    if step.op == "TYPE" and MASKED in step.value:
        differences.append(f"The text is masked in the data: {step.value!r} is typed.")
    try:
        return Executed(
            await perform(session, target, step.op, step.value, fake=step.fake), differences
        )
    except UserError as error:
        return Executed(None, [*differences, str(error)])


def compare(now: dict[str, Any], stored: dict[str, Any]) -> list[str]:
    """Return how the page after a step differs from the stored one, as sentences.

    Args:
        now: The DOM snapshot after the step was executed again.
        stored: The stored DOM snapshot after the step.
    """
    return _differences(_page(now), _page(stored))


def _page(dom: dict[str, Any]) -> tuple[str, str]:
    """Return the address and the title of a DOM snapshot."""
    main = dom["documents"][0]
    places = main["documentURL"], main["title"]
    url, title = (dom["strings"][place] if place >= 0 else "" for place in places)
    return url, title


def _differences(seen: tuple[str, str], stored: tuple[str, str]) -> list[str]:
    """Compare the addresses and the titles of two pages."""
    if not _like(_document(stored[0]), _document(seen[0])):
        return [f"The address is {seen[0]}, not {stored[0]}."]
    if not _like(stored[1], seen[1]):
        return [f"The title is {seen[1]!r}, not {stored[1]!r}."]
    return []


async def _found(session: WebSession, wanted: Target) -> tuple[Target | None, list[str]]:
    """Return the element that a stored target means, and how it differs from it."""
    targets = await targets_of(session)
    named = f"{wanted.role} {wanted.name!r}"
    by_path = [one for one in targets if (one.frame, one.path) == (wanted.frame, wanted.path)]
    if by_path and (_same(by_path[0], wanted) or await _same_name(session, by_path[0], wanted)):
        return by_path[0], []
    alike = [one for one in targets if _same(one, wanted)]
    if len(alike) == 1:
        return alike[0], [f"The {named} is at another place: {alike[0].path}."]
    if alike:
        return None, [f"There are {len(alike)} elements {named}, but none at {wanted.path}."]
    if by_path:
        there = by_path[0]
        return None, [f"There is a {there.role} {there.label!r} at {wanted.path}, not the {named}."]
    return None, [f"There is no {named} on the page."]


def _same(one: Target, wanted: Target) -> bool:
    return one.tag == wanted.tag and _like(wanted.label, one.label)


async def _same_name(session: WebSession, one: Target, wanted: Target) -> bool:
    """Whether role and accessible name are the same. Labels can contain a list's options."""
    now = await described(session, one)
    return (
        now is not None
        and (now.tag, now.role) == (wanted.tag, wanted.role)
        and bool(wanted.name)
        and _like(wanted.name, now.name)
    )


def _like(stored: str, seen: str) -> bool:
    """Whether a text of the page is the stored one."""
    return (
        re.fullmatch(".*".join(map(re.escape, stored.split(MASKED))), seen, re.DOTALL) is not None
    )


def _document(url: str) -> str:
    """Return an address without its query, which may hold numbers of a session, and fragment."""
    try:
        parts = urlsplit(url)
    except ValueError:  # Such as one whose host is masked.
        return url
    # The port of a server on this machine differs between runs.
    host = parts.hostname or ""
    local = host == "localhost" or host.endswith(".localhost") or host.startswith("127.")
    return f"{parts.scheme}://{host if local else parts.netloc}{parts.path}"
