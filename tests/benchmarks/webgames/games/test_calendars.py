"""The calendar games: wrong answers are counted, and guessing rarely wins."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from per_change import every

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.materials.calendar import Calendar, Puzzle
from webproctor.benchmarks.webgames.materials.week import DAYS, TITLES, Event, Week, clock
from webproctor.benchmarks.webgames.play import MISSES, Entry, ScriptedEvidence
from webproctor.core.actions import web

ENTRIES = [
    one
    for one in suite.entries().values()
    if one.game.family in ("calendar2", "calendar-comprehension")
]


def test_correct_answers_win_and_a_wrong_one_is_counted() -> None:
    play = Calendar(suite.entry("calendar2").puzzle(1), ScriptedEvidence())
    play.view("")
    keys = [question.key for question in play.puzzle.questions]
    assert play.check(answers=[*keys[:-1], "none"])["wrong"]
    assert play.evidence.episode[MISSES] == 1
    assert play.check(answers=keys)["won"]


@pytest.mark.parametrize("entry", every(3, ENTRIES), ids=lambda entry: entry.variant.id)
def test_guessing_the_most_frequent_answers_rarely_wins(entry: Entry) -> None:
    weeks = [entry.puzzle(seed).questions for seed in range(500)]
    chance = 1.0
    for answers in zip(*([one.key for one in week] for week in weeks), strict=True):
        [(_, count)] = Counter(answers).most_common(1)
        chance *= count / len(weeks)
    assert isinstance(entry.game.tries, int)
    assert entry.game.tries * chance < 0.01


def test_the_published_challenge_names_the_wrong_answers() -> None:
    play = Calendar(suite.entries("published")["calendar2"].puzzle(1), ScriptedEvidence())
    play.view("")
    first, *others = [question.key for question in play.puzzle.questions]
    assert play.check(answers=[first, *("none" for _ in others)]) == {"wrong": [2, 3]}


# For each event its day, its title and its times, as far as they can be read in the rendered page:
# each text lies inside the event, is not truncated, and nothing lies over it.
_READ = """(() => [...document.querySelectorAll('.event')].map((event) => {
  event.scrollIntoView({ block: 'center' });
  const box = event.getBoundingClientRect();
  const texts = [...event.children].map((child) => {
    const range = document.createRange();
    range.selectNodeContents(child);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const inside = left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
    const seen = [left + 2, right - 2].every((x) => [top + 2, bottom - 2].every(
      (y) => child.contains(document.elementFromPoint(x, y))));
    return inside && seen ? child.textContent : 'cut: ' + child.textContent;
  });
  return [event.closest('.day').getAttribute('aria-label'), ...texts];
}))()"""


async def readable(entry: Entry, seeds: Sequence[int], week: Week | None = None) -> None:
    """Check that every event of the weeks of some seeds, or of a given week, can be read."""
    if week:
        readable_puzzle = Puzzle(week, (), feedback=False)
        entry = replace(
            entry, game=replace(entry.game, puzzle=lambda random, level: readable_puzzle)
        )
    async with WebGames([entry], seeds, clock="virtual", salt="salt") as games:
        for task in games.tasks():
            async with games.session(task) as session:
                shown = week or session.game_session.puzzle.week
                read = await session.page.run(_READ)
            assert sorted(map(tuple, read)) == sorted(
                (DAYS[one.day], one.title, f"{clock(one.start)} \u2013 {clock(one.end)}")
                for one in shown.events
            )


async def test_every_title_is_readable_in_the_shortest_event(executable: Path) -> None:
    """The layout of an event depends on its title and its length only."""
    events = [
        Event(n % 5, 540 + 30 * (n // 5), 570 + 30 * (n // 5), title)
        for n, title in enumerate((*TITLES, "Team lunch"))
    ]
    await readable(suite.entry("calendar2-easy"), [0], Week(events, 9, 18))


@pytest.mark.parametrize(
    ("entry", "seeds"),
    [
        (suite.entry("calendar2-hard"), range(1)),
        *(pytest.param(one, range(30), marks=pytest.mark.exhaustive) for one in ENTRIES),
    ],
)
async def test_all_events_of_a_week_are_readable(
    entry: Entry, seeds: Sequence[int], executable: Path
) -> None:
    await readable(entry, seeds)


async def test_enter_before_all_questions_are_answered_costs_no_try(executable: Path) -> None:
    benchmark = WebGames([suite.entry("calendar2-easy")], clock="virtual")
    async with benchmark, benchmark.session(benchmark.tasks()[0]) as session:
        await session.page.run("document.getElementById('answer0').focus()")
        await session.act(web.Type(text="60"))
        await session.act(web.Press(keys="Enter"))
        assert session.game_session.misses == 0
        status = await session.page.run("document.getElementById('status').textContent")
        assert status == "Answer all questions."
