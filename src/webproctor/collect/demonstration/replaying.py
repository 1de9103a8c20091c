"""Execute stored steps again in a fresh page, and say how the page differs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from webproctor.collect.demonstration.live import Performed, describe, perform, targets_of
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
    """Execute a stored step in the current page.

    The element is found by its path; if that leads to another element, by its role and name. What
    is masked in a stored step can be any text of the page.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    page_info = await session.page.call("webproctor.pageInfo")
    differences = _differences((page_info["url"], page_info["title"]), (step.url, step.title))
    target, target_differences = await _find_target(session, step.target)
    differences += target_differences
    if target is None:
        return Executed(None, differences)
    if step.op == "SELECT" and step.value not in target.options:
        options = ", ".join(target.options)
        return Executed(None, [*differences, f"The list has no option {step.value!r}: {options}."])
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
    string_indices = main["documentURL"], main["title"]
    url, title = (dom["strings"][index] if index >= 0 else "" for index in string_indices)
    return url, title


def _differences(current: tuple[str, str], stored: tuple[str, str]) -> list[str]:
    """Compare the addresses and the titles of two pages."""
    if not _same_text(_document(stored[0]), _document(current[0])):
        return [f"The address is {current[0]}, not {stored[0]}."]
    if not _same_text(stored[1], current[1]):
        return [f"The title is {current[1]!r}, not {stored[1]!r}."]
    return []


async def _find_target(session: WebSession, stored: Target) -> tuple[Target | None, list[str]]:
    """Return the element that a stored target refers to, and how it differs from it."""
    targets = await targets_of(session)
    description = f"{stored.role} {stored.name!r}"
    by_path = [
        target for target in targets if (target.frame, target.path) == (stored.frame, stored.path)
    ]
    if by_path and (_matches(by_path[0], stored) or await _same_name(session, by_path[0], stored)):
        return by_path[0], []
    matching = [target for target in targets if _matches(target, stored)]
    if len(matching) == 1:
        return matching[0], [f"The {description} is at another place: {matching[0].path}."]
    if matching:
        return None, [
            f"There are {len(matching)} elements {description}, but none at {stored.path}."
        ]
    if by_path:
        other = by_path[0]
        return None, [
            f"There is a {other.role} {other.label!r} at {stored.path}, not the {description}."
        ]
    return None, [f"There is no {description} on the page."]


def _matches(target: Target, stored: Target) -> bool:
    return target.tag == stored.tag and _same_text(stored.label, target.label)


async def _same_name(session: WebSession, target: Target, stored: Target) -> bool:
    """Whether role and accessible name are the same. Labels can contain a list's options."""
    current = await describe(session, target)
    return (
        current is not None
        and (current.tag, current.role) == (stored.tag, stored.role)
        and bool(stored.name)
        and _same_text(stored.name, current.name)
    )


def _same_text(stored: str, current: str) -> bool:
    """Whether a text of the page is the stored one."""
    return (
        re.fullmatch(".*".join(map(re.escape, stored.split(MASKED))), current, re.DOTALL)
        is not None
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
