"""The proxy of a third-party program, as its session uses it."""

from typing import Any, Protocol

from webproctor.environments.isolation.network import Address


class ProxyInterface(Protocol):
    """The part of `proxy.DevToolsProxy` that a session uses.

    Attributes:
        port: Its port on the loopback interface.
        peers: The addresses of connections that need no token.
    """

    port: int
    peers: set[Address]

    @property
    def address(self) -> str:
        """The address that programs connect to."""
        ...

    @property
    def scripts(self) -> int:
        """Number of commands that ran or added a script, or changed the document."""
        ...

    def evidence(self) -> dict[str, Any]:
        """Return the data for scoring and auditing, as JSON data."""
        ...
