"""The allow-list of URL schemes and hosts, shared by all surfaces."""

import re
from collections.abc import Collection
from urllib.parse import urlsplit

BLANK = "about:blank"
_PAGES = frozenset({"http", "https"})
_SOCKETS = frozenset({"ws", "wss"})
# Content created by the page itself: no request leaves the page.
_OWN = frozenset({"data", "blob", "about"})
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
# Characters that browsers strip before they parse an address.
_STRIPPED = "".join(map(chr, range(0x21)))
_REMOVED = re.compile(r"[\t\r\n]")


class IncompleteAddress(ValueError):
    """An address has no scheme."""


def refusal(address: str, hosts: Collection[str]) -> str | None:
    """Return the reason why an address must not be opened in a tab.

    Args:
        address: An absolute address.
        hosts: The hosts of the task.

    Returns:
        The reason, or None if the address may be opened.

    Raises:
        IncompleteAddress: If the address has no scheme.
    """
    plain = _plain(address)
    if not scheme(plain):
        raise IncompleteAddress(f"{address!r} is not a complete address: start with http://")
    if plain == BLANK:
        return None
    if scheme(plain) not in _PAGES:
        return f"{address} cannot be opened: only http and https addresses are allowed"
    if host(plain) not in hosts:
        allowed = ", ".join(sorted(hosts)) or "none"
        return f"{address} cannot be reached: only the task's hosts are allowed ({allowed})"
    return None


def is_request(address: str, hosts: Collection[str], *, socket: bool = False) -> bool:
    """Whether a page may request an address (or, with `socket`, open a WebSocket to it)."""
    schemes = _SOCKETS if socket else _PAGES
    return scheme(address) in schemes and host(address) in hosts


def is_web(address: str) -> bool:
    """Whether an address uses the network, regardless of the host."""
    return scheme(address) in _PAGES | _SOCKETS


def is_own(address: str) -> bool:
    """Whether an address refers to content created by the page itself (data, blob, about)."""
    return scheme(address) in _OWN


def scheme(address: str) -> str:
    """Return the scheme of an address in lower case, or "" for a relative address."""
    match = _SCHEME.match(_plain(address))
    return match[1].lower() if match else ""


def _plain(address: str) -> str:
    return _REMOVED.sub("", address.strip(_STRIPPED))


def host(address: str) -> str:
    """Return the host of an address as a browser parses it, or "" if there is none."""
    try:
        return urlsplit(_plain(address).replace("\\", "/")).hostname or ""
    except ValueError:  # For example an unclosed bracket.
        return ""
