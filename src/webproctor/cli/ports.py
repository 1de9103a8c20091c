"""The option for the port of a server, and the error for a port that cannot be used."""

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import click

from webproctor.cli.numbers import Integer
from webproctor.cli.options import ConditionalOption
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf

_UNUSABLE = frozenset({errno.EADDRINUSE, errno.EADDRNOTAVAIL, errno.EACCES, errno.EPERM})
_port_option = partial(
    click.option,
    "--port",
    default=0,
    show_default=True,
    type=Integer(0, 65535),
    help="Port; 0 selects a free port.",
)
port_option = _port_option()


def port_only_if(only_if: OnlyIf) -> Callable[[Any], Any]:
    """Add `--port` to a command in which it has an effect only with certain values of others."""
    return _port_option(cls=ConditionalOption, only_if=only_if)


@contextmanager
def listening_on(port: int) -> Iterator[None]:
    """Convert the error of a server in the block that cannot listen on its port.

    Raises:
        UserError: If the port is in use, or the user may not listen on it.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in _UNUSABLE or error.filename is not None:  # Another error.
            raise
        raise UserError(
            f"cannot listen on port {port}: {error.strerror}. Choose another, or omit --port."
        ) from error
