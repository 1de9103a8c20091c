"""Bounded lists of page events: the first entries are kept, the rest are counted."""

from webproctor.core.evidence import LONGEST_ENTRY, MOST_ENTRIES, EntryList


def test_the_first_entries_are_kept_and_the_rest_is_counted():
    entries = EntryList()
    for number in range(50_000):
        entries.append(f"line {number}")
    assert len(entries) == MOST_ENTRIES
    assert entries.told()[-2:] == [f"line {MOST_ENTRIES - 1}", "[49,000 more are left out]"]


def test_a_long_entry_is_cut_and_says_so():
    entries = EntryList()
    entries.append("x" * 1_000_000)
    assert len(entries[0]) < LONGEST_ENTRY + 40
    assert entries[0].endswith("... (1,000,000 characters)")


def test_a_short_list_is_told_as_it_is():
    entries = EntryList()
    entries.append("half \ud83d")
    assert entries.told() == ["half \ufffd"]
