"""Tab Sync: send a sequence of colours from one tab to another."""

from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

COLOURS = ("red", "blue", "yellow", "green")
LENGTH = 4


def puzzle(random: Random, level: None) -> tuple[str, ...]:
    return tuple(random.choices(COLOURS, k=LENGTH))


class TabSync(Play[tuple[str, ...]]):
    """Collects the colours sent while a receiver is open; the receiver must fetch them."""

    lasting = True

    def view(self, path: str) -> Reply | None:
        if path == "receiver":
            self._sent: list[str] = []
            return {"tab": path, "wanted": self.puzzle}
        if path == "sender":
            return {"tab": path, "colours": COLOURS}
        return None if path else {"tab": path}

    @message
    def send(self, colour: str) -> Reply:
        """Send a colour after a press on its button in the sender."""
        presses = [
            one
            for one in self.evidence.inputs
            if one.target == f"send-{colour}" and one.kind in ("down", "key")
        ]
        if not hasattr(self, "_sent"):
            return {"sent": colour}
        if colour not in COLOURS or len(presses) <= self._sent.count(colour):
            raise Refused("no press on this button was recorded")
        self._sent.append(colour)
        return {"sent": colour, "listening": True}

    @message
    def look(self) -> Reply:
        """Return the received colours; the receiver calls this when it is notified."""
        last = getattr(self, "_sent", [])[-LENGTH:]
        return {"received": last} | (self.win() if tuple(last) == self.puzzle else {})


GAME = Game(
    family="tab-sync",
    icon="🔄",
    skills=("tabs", "mouse", "memory"),
    variants={
        "base": Variant(
            "tab-sync",
            "Tab Sync",
            "Open sender and receiver in tabs of their own. The receiver says which four colours "
            "it wants: send them in this order from the sender. The password appears in the "
            "receiver.",
            "medium",
            None,
        ),
    },
    puzzle=puzzle,
    play=TabSync,
    minimum_actions=lambda puzzle: 2 + LENGTH,
    # In the form that the receiver shows, and as JSON.
    hidden=lambda puzzle: (", ".join(puzzle), '", "'.join(puzzle)),
)
