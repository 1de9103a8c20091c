"""Tab Sync: send a sequence of colours from one tab to another.

The receiver shows the sequence. The server requires a recorded press for every colour that is sent.
"""

from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

COLOURS = ("red", "blue", "yellow", "green")
LENGTH = 4  # Colours in the sequence.


def puzzle(random: Random, level: None) -> tuple[str, ...]:
    return tuple(random.choices(COLOURS, k=LENGTH))


class TabSync(Play[tuple[str, ...]]):
    """Stores the colours sent while a receiver is open; the receiver must request them."""

    persistent = True
    # The colours sent since a receiver was last opened; None before that.
    _sent: list[str] | None = None

    def view(self, path: str) -> Reply | None:
        if path == "receiver":
            self._sent = []
            return {"tab": path, "sequence": self.puzzle}
        if path == "sender":
            return {"tab": path, "colours": COLOURS}
        return None if path else {"tab": path}

    @message
    def send(self, colour: str) -> Reply:
        """Send a colour after a press on its button in the sender."""
        if self._sent is None:
            return {}  # No receiver was opened: the colour is lost.
        presses = [event for event in self.presses() if event.target == f"send-{colour}"]
        if colour not in COLOURS or len(presses) <= self._sent.count(colour):
            raise Refused("no press on this button was recorded")
        self._sent.append(colour)
        return {"receiver_open": True}

    @message
    def receive(self) -> Reply:
        """Return the last colours sent; the receiver requests them when the sender notifies it."""
        received = (self._sent or [])[-LENGTH:]
        return {"received": received} | (self.win() if tuple(received) == self.puzzle else {})


GAME = Game(
    family="tab-sync",
    icon="🔄",
    skills=("tabs", "mouse", "memory"),
    variants={
        "base": Variant(
            "tab-sync",
            "Tab Sync",
            "Open the sender and the receiver in separate tabs. The receiver shows four colours: "
            "send them in this order from the sender. The password appears in the receiver.",
            "medium",
            None,
        ),
    },
    puzzle=puzzle,
    play=TabSync,
    # The tabs can be opened by their addresses, without a press on a link.
    minimum_actions=lambda puzzle: LENGTH,
    # In the form that the receiver shows, and as JSON.
    hidden=lambda puzzle: (", ".join(puzzle), '", "'.join(puzzle)),
)
