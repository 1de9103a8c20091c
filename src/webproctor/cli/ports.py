"""The option for the port of a server, and the error for a port that cannot be used."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import click

from webproctor.cli.numbers import Integer
from webproctor.core.errors import UserError

port_option = click.option(
    "--port", default=0, type=Integer(0, 65535), help="Port; 0 selects a free port."
)
_UNUSABLE = frozenset({errno.EADDRINUSE, errno.EADDRNOTAVAIL, errno.EACCES, errno.EPERM})


@contextmanager
def listening_on(port: int) -> Iterator[None]:
    """Convert the error of a port that a server in the block cannot listen on; others pass.

    Raises:
        UserError: If the port is in use, or needs the rights of another user.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in _UNUSABLE or error.filename is not None:  # Not of the port.
            raise
        raise UserError(
            f"cannot listen on port {port}: {error.strerror}. Choose another, or omit --port."
        ) from error
