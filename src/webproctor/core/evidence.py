"""Bounded lists of page events, as pages can cause any number of events."""

from webproctor.core.sanitize import clean_text, shortened

# Maximum number of entries, and maximum length of each in characters.
MAX_ENTRIES = 1000
MAX_ENTRY_LENGTH = 2000


class EntryList(list[str]):
    """A list that keeps the first entries and counts the others.

    Attributes:
        omitted: Number of entries left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self.omitted = 0

    def append(self, entry: str) -> None:
        """Add an entry, truncated to `MAX_ENTRY_LENGTH` characters, unless the list is full."""
        if len(self) >= MAX_ENTRIES:
            self.omitted += 1
            return
        super().append(clean_text(shortened(entry, MAX_ENTRY_LENGTH)))

    def as_evidence(self) -> list[str]:
        """Return the entries as evidence; the last one says how many are left out, if any."""
        return [*self, *([f"[{self.omitted:,} more are left out]"] if self.omitted else [])]
