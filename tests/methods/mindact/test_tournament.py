"""The tournament and its edge cases."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.methods.mindact.answers import Choice
from webproctor.methods.mindact.tournament import Ask, Tournament, tournament


def preferring(*best: int) -> Ask:
    """Return an `Ask` that chooses the first of these in a group, or none."""

    async def ask(groups: Sequence[Sequence[int]]) -> list[tuple[Choice, str]]:
        chosen = [next((one for one in best if one in group), None) for group in groups]
        return [(Choice(one, "CLICK"), f"said {one}") for one in chosen]

    return ask


@given(st.sets(st.integers(0, 200), min_size=1, max_size=60), st.data(), st.integers(2, 7))
async def test_the_preferred_candidate_wins_from_any_position(
    pool: set[int], data: st.DataObject, group: int
) -> None:
    best = data.draw(st.sampled_from(sorted(pool)))
    done = await tournament(sorted(pool), preferring(best), seed="s", group_size=group)
    assert done.choice == Choice(best, "CLICK")


async def test_no_candidate_is_chosen_if_none_is_preferred() -> None:
    assert (await tournament(range(50), preferring(), seed="s")).choice == Choice()


async def test_the_seed_determines_the_groups() -> None:
    async def groups(seed: str) -> list[tuple[int, ...]]:
        done = await tournament(range(50), preferring(7), seed=seed)
        return [one.group for one in done.rounds]

    assert await groups("a") == await groups("a")
    assert await groups("a") != await groups("b")


async def test_independent_questions_are_asked_together() -> None:
    sizes: list[int] = []
    inner = preferring(*range(50))

    async def ask(groups: Sequence[Sequence[int]]) -> Sequence[tuple[Choice, str]]:
        sizes.append(len(groups))
        return await inner(groups)

    await tournament(range(50), ask, seed="s")
    assert sizes == [10, 2, 1]


async def test_a_single_candidate_is_asked_about() -> None:
    assert (await tournament([3], preferring(3), seed="s")).choice == Choice(3, "CLICK")


async def test_in_the_published_variant_a_single_candidate_is_not_asked_about() -> None:
    done = await tournament([3], preferring(3), seed="s", last_candidate="published")
    assert done == Tournament()


async def _with_a_late_loss(last_candidate: str) -> Tournament:
    """Run six candidates: the winner of the first five is in a last group where none is chosen."""
    seen_groups: list[tuple[int, ...]] = []

    async def ask(groups: Sequence[Sequence[int]]) -> list[tuple[Choice, str]]:
        seen_groups.extend(map(tuple, groups))
        first = len(seen_groups) == 1
        return [(Choice(group[0], "CLICK") if first else Choice(), "") for group in groups]

    return await tournament(range(6), ask, seed="s", last_candidate=last_candidate)  # pyright: ignore


@pytest.mark.parametrize("last_candidate", ["ask", "published"])
async def test_a_candidate_that_wins_and_later_loses_is_not_chosen(last_candidate: str) -> None:
    assert (await _with_a_late_loss(last_candidate)).choice == Choice()


async def test_a_remaining_candidate_is_asked_about_alone() -> None:
    """Six candidates, none chosen among the first five: the sixth remains without a question."""
    done = await tournament(range(6), preferring(), seed="s")
    assert [len(one.group) for one in done.rounds] == [5, 1]
