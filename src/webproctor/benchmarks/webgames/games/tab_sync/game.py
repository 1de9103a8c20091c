"""Tab Sync: carry a sequence of colours from one tab to another."""

from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

COLOURS = ("red", "blue", "yellow", "green")
LENGTH = 4


def puzzle(random: Random, level: None) -> tuple[str, ...]:
    return tuple(random.choices(COLOURS, k=LENGTH))


class TabSync(Play[tuple[str, ...]]):
    """What was sent counts for a receiver that is open: it must come and look itself."""

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
        """The sender's button of a colour was pressed."""
        presses = [
            one
            for one in self.table.inputs
            if one.target == f"send-{colour}" and one.kind in ("down", "key")
        ]
        if not hasattr(self, "_sent"):
            return {"sent": colour}
        if colour not in COLOURS or len(presses) <= self._sent.count(colour):
            raise Refused("no press of this button was seen")
        self._sent.append(colour)
        return {"sent": colour}

    @message
    def look(self) -> Reply:
        """The receiver has been told that something came."""
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
    effort=lambda puzzle: 2 + LENGTH,
)
