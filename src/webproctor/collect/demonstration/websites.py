"""Websites that this machine serves."""

import re
from collections.abc import Iterable

from webproctor.core.errors import UserError

_LOCAL = re.compile(r"([A-Za-z0-9.-]+)=([0-9]{1,5})")


def local_hosts(given: Iterable[str]) -> dict[str, int]:
    """Return the ports of the option `--local HOST=PORT`, by the names of their hosts.

    Raises:
        UserError: If one is not a name and a port.
    """
    return dict(map(_host, given))


def _host(given: str) -> tuple[str, int]:
    found = _LOCAL.fullmatch(given)
    if found is None or int(found[2]) > 65535:
        raise UserError(f"--local {given}: give HOST=PORT, such as shop.test=8000.")
    return found[1].lower(), int(found[2])
