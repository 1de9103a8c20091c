"""Websites that this machine serves."""

from collections.abc import Iterable

from webproctor.core.errors import UserError


def local_hosts(given: Iterable[str]) -> dict[str, int]:
    """Return the ports of the option `--local HOST=PORT`, by the names of their hosts.

    Raises:
        UserError: If one is not a name and a port.
    """
    return dict(map(_host, given))


def _host(given: str) -> tuple[str, int]:
    host, mark, port = given.partition("=")
    if not mark or not host or not port.isascii() or not port.isdigit() or int(port[:9]) > 65535:
        raise UserError(f"--local {given}: give HOST=PORT, such as shop.test=8000.")
    return host.lower(), int(port)
