"""Run inside a sandbox: create sockets for the harness outside, then execute the program.

    python gate.py CONTROL PROGRAM [ARGUMENT...]

CONTROL is a Unix socket. The harness sends one line of JSON,
`{"listen": [PORT...], "limits": {NAME: BYTES}}`, and receives a listening socket for each port.
A child process stays, which connects to the ports that the harness sends, one per line, and sends
back the connected sockets. Only the standard library can be imported here.
"""

import array
import contextlib
import ctypes
import json
import os
import resource
import socket
import sys

# The number of the system call `keyctl`, which the C library does not have, by machine.
_KEYCTL = {"x86_64": 250, "aarch64": 219}
_NEW_SESSION_KEYRING = (1, None)
_NOT_DUMPABLE = (4, 0, 0, 0, 0)  # prctl(PR_SET_DUMPABLE, 0): other processes cannot trace it.


def _send(control: socket.socket, status: bytes, *sockets: socket.socket) -> None:
    descriptors = array.array("i", [one.fileno() for one in sockets])
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)] if sockets else []
    control.sendmsg([status], rights)


def _connect_for(control: socket.socket, lines: socket.SocketIO) -> None:
    for line in lines:
        try:
            with socket.create_connection(("127.0.0.1", int(line))) as connection:
                _send(control, b"+", connection)
        except OSError:
            _send(control, b"-")


def _leave_session_keyring() -> None:
    """Join a new keyring: the user's has keys, and other programs could leave data there."""
    if (number := _KEYCTL.get(os.uname().machine)) is not None:
        ctypes.CDLL(None).syscall(number, *_NEW_SESSION_KEYRING)


def main() -> None:
    path, program, *arguments = sys.argv[1:]
    control = socket.socket(socket.AF_UNIX)
    control.connect(path)
    lines = control.makefile("rb", buffering=0)
    request = json.loads(lines.readline())
    listeners = [
        socket.create_server(("127.0.0.1", port), backlog=512) for port in request["listen"]
    ]
    _send(control, b"+", *listeners)
    for listener in listeners:
        listener.close()
    _leave_session_keyring()
    # Before the program runs, which could be faster than the child. It lasts until `execvp`.
    ctypes.CDLL(None).prctl(*_NOT_DUMPABLE)
    if os.fork() == 0:
        os.setsid()
        for descriptor in {*range(5)} - {control.fileno()}:
            with contextlib.suppress(OSError):
                os.close(descriptor)
        _connect_for(control, lines)
        os._exit(0)
    for name, limit in request["limits"].items():
        resource_kind = getattr(resource, f"RLIMIT_{name}")
        hard_limit = resource.getrlimit(resource_kind)[1]
        limit = limit if hard_limit == resource.RLIM_INFINITY else min(limit, hard_limit)
        resource.setrlimit(resource_kind, (limit, limit))
    control.close()
    os.execvp(program, [program, *arguments])


if __name__ == "__main__":
    main()
