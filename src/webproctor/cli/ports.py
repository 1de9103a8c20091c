"""The option for the port of a server, and the error for a port that cannot be used."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import click

from webproctor.cli.numbers import Integer
from webproctor.core.errors import UserError

port_option = click.option(
    "--port",
    default=0,
    show_default=True,
    type=Integer(0, 65535),
    help="Port; 0 selects a free port.",
)
_UNUSABLE = frozenset({errno.EADDRINUSE, errno.EADDRNOTAVAIL, errno.EACCES, errno.EPERM})


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
