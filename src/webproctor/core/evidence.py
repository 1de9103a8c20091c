"""Bounded lists of page events, as pages can cause any number of events."""

from webproctor.core.sanitize import clean_text

# Maximum number of entries, and maximum length of each in characters.
MOST_ENTRIES = 1000
LONGEST_ENTRY = 2000


class EntryList(list[str]):
    """A list that keeps the first entries and counts the others.

    Attributes:
        more: Number of entries left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self.more = 0

    def append(self, entry: str) -> None:
        """Add an entry, truncated to `LONGEST_ENTRY` characters, unless the list is full."""
        if len(self) >= MOST_ENTRIES:
            self.more += 1
            return
        if len(entry) > LONGEST_ENTRY:
            entry = f"{entry[:LONGEST_ENTRY]}... ({len(entry):,} characters)"
        super().append(clean_text(entry))

    def told(self) -> list[str]:
        """Return the entries as evidence; the last one says how many are left out, if any."""
        return [*self, *([f"[{self.more:,} more are left out]"] if self.more else [])]
