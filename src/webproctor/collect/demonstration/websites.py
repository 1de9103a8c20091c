"""Websites that this machine serves."""

import re
from collections.abc import Iterable

from webproctor.core.errors import UserError

_LOCAL = re.compile(r"([A-Za-z0-9.-]+)=([0-9]{1,5})")


def local_hosts(options: Iterable[str]) -> dict[str, int]:
    """Return the ports of the option `--local HOST=PORT`, by the names of their hosts.

    Raises:
        UserError: If one is not a name and a port.
    """
    return dict(map(_host, options))


def _host(option: str) -> tuple[str, int]:
    match = _LOCAL.fullmatch(option)
    if match is None or int(match[2]) > 65535:
        raise UserError(f"--local {option}: give HOST=PORT, such as shop.test=8000.")
    return match[1].lower(), int(match[2])
