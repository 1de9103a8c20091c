"""Bounded lists of page events: the first entries are kept, the rest are counted."""

from webproctor.core.evidence import MAX_ENTRIES, MAX_ENTRY_LENGTH, EntryList


def test_the_first_entries_are_kept_and_the_number_of_others_is_given():
    entries = EntryList()
    for number in range(50_000):
        entries.append(f"line {number}")
    assert len(entries) == MAX_ENTRIES
    assert entries.as_evidence()[-2:] == [f"line {MAX_ENTRIES - 1}", "[49,000 more are left out]"]


def test_a_long_entry_is_truncated_with_a_note_of_its_length():
    entries = EntryList()
    entries.append("x" * 1_000_000)
    assert len(entries[0]) < MAX_ENTRY_LENGTH + 40
    assert entries[0].endswith("... (1,000,000 characters)")


def test_surrogates_in_entries_are_replaced():
    entries = EntryList()
    entries.append("half \ud83d")
    assert entries.as_evidence() == ["half \ufffd"]
