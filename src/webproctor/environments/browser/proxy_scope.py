"""What a program sees through a DevTools proxy, and the log of its commands."""

import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from webproctor.environments.browser.devtools import DevTools, DevToolsError
from webproctor.environments.browser.proxy_policy import INPUT, SCRIPTS, Permissions
from webproctor.environments.browser.replica import Replica

# Maximum number of inputs kept per episode.
_MAX_INPUTS = 10_000
# Maximum number of refused commands whose names are kept per episode, and of characters of a name.
_MAX_REFUSED, _MAX_NAME = 1000, 100
# Types of targets that programs can see. Tabs contain pages; only Puppeteer asks for them.
_VISIBLE_TYPES = frozenset({"tab", "page", "iframe", "worker", "shared_worker", "service_worker"})


@dataclass
class CommandLog:
    """A log of a program's commands.

    Attributes:
        counts: Number of allowed commands, by name.
        refused: Number of refused commands, by name; a program can make up any number of names, so
            further ones are counted together.
        inputs: The names of the first input commands, each with the seconds since the log began;
            not their texts, which can be of any length.
    """

    counts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    inputs: list[tuple[float, str]] = field(default_factory=list)
    started_at: float = field(default_factory=time.perf_counter)

    def note(self, method: str) -> None:
        """Record an allowed command."""
        self.counts[method] += 1
        if method in INPUT and len(self.inputs) < _MAX_INPUTS:
            self.inputs.append((time.perf_counter() - self.started_at, method))

    def note_refusal(self, method: str) -> None:
        """Record a refused command."""
        name = method[:_MAX_NAME]
        if name not in self.refused and len(self.refused) >= _MAX_REFUSED:
            name = "other commands"
        self.refused[name] += 1

    @property
    def scripts(self) -> int:
        """Number of commands that ran or added a script, or changed the document."""
        return sum(count for method, count in self.counts.items() if method in SCRIPTS)


class Scope:
    """The targets and worlds that programs see, the limits of their commands, and a log.

    Attributes:
        log: The log of the programs' commands.
        limits: What programs may do.
        replica: The replica with the judged page; None if the program's page is judged.
        context: The browser context that programs see.
    """

    def __init__(
        self,
        devtools: DevTools,
        context: str,
        limits: Permissions,
        replica: Replica | None,
        worlds: Callable[[], Collection[str]],
    ) -> None:
        self.log = CommandLog()
        self.limits = limits
        self.replica = replica
        self.context = context
        self._devtools = devtools
        self._worlds = worlds

    def hides(self, world: object) -> bool:
        """Whether this is the name of one of the harness's isolated worlds."""
        return world in self._worlds() or (
            self.replica is not None and world in self.replica.worlds
        )

    def shows(self, target: dict[str, Any]) -> bool:
        """Whether programs see a target, by its `TargetInfo`."""
        return target.get("browserContextId") == self.context and target["type"] in _VISIBLE_TYPES

    async def find_target(self, target: object) -> dict[str, Any] | None:
        """Return the `TargetInfo` of a target id; None if programs do not see the target."""
        if not isinstance(target, str):
            return None
        try:
            [found] = await self._devtools.send(
                None, [("Target.getTargetInfo", {"targetId": target})]
            )
        except DevToolsError:
            return None
        info = found["targetInfo"]
        return info if self.shows(info) else None
