"""What a session knows of the proxy by which a third-party program uses its browser."""

from typing import Any, Protocol


class LentBrowser(Protocol):
    """The DevTools proxy of a third-party program; `proxy.DevToolsProxy` is one.

    Attributes:
        port: Its port on the loopback interface.
    """

    port: int

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
