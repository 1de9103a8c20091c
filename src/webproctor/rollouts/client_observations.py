"""Observations and results as clients get them: equal for equal episodes."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

from webproctor.core.errors import UserError
from webproctor.core.observations import Observation, View
from webproctor.core.sessions import Session

PICTURES: tuple[View, ...] = ("screenshot", "marked_screenshot")
"""The views that are PNG images; all others are texts."""


@dataclass(frozen=True)
class ClientObservation:
    """An observation as a client gets it.

    Attributes:
        texts: The instruction, the URL, the title and the text views by name; lists are JSON.
            Parts of addresses that are random are replaced, so that equal episodes look equal.
        pictures: The PNG bytes of the images by name.
        digest: SHA-256 of the texts in hexadecimal, without the texts that are random in every
            session, such as a password. Pictures are left out: the browser draws equal pages with
            small differences, for example at rounded corners.
    """

    texts: dict[str, str]
    pictures: dict[str, bytes]
    digest: str


def check_views(reads: frozenset[View], lacks: frozenset[View]) -> None:
    """Check that views can be sent to a client.

    Args:
        lacks: The views that the benchmark's data does not have.

    Raises:
        UserError: If one of the views is neither a text nor a picture, or the data lacks it.
    """
    if "dom" in reads:
        raise UserError("the view 'dom' is for agents in Python: read 'html' or 'axtree'.")
    available = sorted({*get_args(View)} - {"dom"} - lacks)
    if missing := sorted(reads - {*available}):
        raise UserError(
            f"there is no view {missing[0]!r} of these tasks: choose from {', '.join(available)}."
        )


def client_observation(
    observation: Observation, reads: frozenset[View], instruction: str, session: Session | None
) -> ClientObservation:
    """Return an observation as a client gets it.

    Args:
        reads: Its views.
        instruction: The task's instruction, if the observation has none.
        session: The session that was observed.
    """
    texts = {
        "instruction": observation.instruction or instruction,
        "url": observation.url,
        "title": observation.title,
    }
    pictures = {}
    for view in sorted(reads):
        value = getattr(observation, view)
        if view not in PICTURES:
            texts[view] = _json_list(value) if isinstance(value, tuple) else value or ""
        elif value is not None:
            pictures[view] = value
    texts = {name: stable_text(text, session) for name, text in texts.items()}
    comparable = _without_random_texts(json.dumps(texts, sort_keys=True), session)
    return ClientObservation(texts, pictures, hashlib.sha256(comparable.encode()).hexdigest())


def stable_text(text: str, session: Session | None) -> str:
    """Replace the random parts of a session's addresses in a text by names.

    The first part is `episode`, the others are `episode-1` and so on. Addresses with these names
    can be opened.
    """
    for name, part in _named_parts(session):
        text = text.replace(part, name)
    return text


def comparable_text(text: str, session: Session | None) -> str:
    """Return a text without its random parts, so that the texts of equal episodes are equal.

    The random parts of addresses are replaced by names; texts such as a password are removed.
    """
    return _without_random_texts(stable_text(text, session), session)


def real_address(address: str, session: Session | None) -> str:
    """Replace the names of `stable_text` in an address by the random parts."""
    parts = dict(_named_parts(session))
    return "/".join(parts.get(part, part) for part in address.split("/"))


def _without_random_texts(text: str, session: Session | None) -> str:
    for random_text in session.random_texts if session else ():
        text = text.replace(random_text, "")
    return text


def _named_parts(session: Session | None) -> list[tuple[str, str]]:
    parts = session.random_parts if session else ()
    return [(f"episode-{index}" if index else "episode", part) for index, part in enumerate(parts)]


def _json_list(values: Sequence[Any]) -> str:
    return json.dumps([value if isinstance(value, str) else value.model_dump() for value in values])
