"""Access control for X screens: only processes with the key can connect."""

import os
import secrets
import socket
import struct
import threading
from pathlib import Path

from Xlib import display

_LOCAL, _ANY = 256, 0xFFFF
_KIND = b"MIT-MAGIC-COOKIE-1"
_one_at_a_time = threading.Lock()


def write_key(path: Path, name: str = "", cookie: bytes = b"") -> bytes:
    """Write a screen's key to a file that only its owner can read.

    Args:
        path: The file.
        name: The display name, such as `:7`; empty if it is not known yet.
        cookie: The key (16 bytes); by default a new random one.

    Returns:
        The key's bytes.
    """
    cookie = cookie or secrets.token_bytes(16)
    number = name.removeprefix(":").encode()
    # Some clients look for an entry of the host name, others use the wildcard entry.
    entries = _entry(_LOCAL, socket.gethostname().encode(), number, cookie)
    entries += _entry(_ANY, b"", number, cookie)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(entries)
    return cookie


def _entry(family: int, address: bytes, number: bytes, cookie: bytes) -> bytes:
    parts = (address, number, _KIND, cookie)
    return struct.pack(">H", family) + b"".join(struct.pack(">H", len(p)) + p for p in parts)


def connect(name: str, key: Path) -> display.Display:
    """Connect to a screen with its key.

    Raises:
        Xlib.error.DisplayError: If the screen is gone or has another key.
    """
    with _one_at_a_time:
        # The library reads the key only from the process's environment.
        previous = os.environ.get("XAUTHORITY")
        os.environ["XAUTHORITY"] = str(key)
        try:
            return display.Display(name)
        finally:
            if previous is None:
                del os.environ["XAUTHORITY"]
            else:
                os.environ["XAUTHORITY"] = previous
