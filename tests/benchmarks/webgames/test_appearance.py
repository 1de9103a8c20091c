"""The appearance of pages: it changes how they look, but not how they are scored."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import get_args

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st
from per_change import first, only

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.appearance import Appearance, page_appearance
from webproctor.benchmarks.webgames.benchmark import WebGames, webgames
from webproctor.benchmarks.webgames.oracle import Oracle
from webproctor.core.actions import web
from webproctor.core.loop import run_episode

APPEARANCES: tuple[Appearance, ...] = ("published", "varied")
BASE = [game.variants["base"].id for game in suite.games().values()]
# Run at every change: a game in frames.
CHOSEN = ("iframe-nest",)
SEEDS = st.integers(0, 10**6)


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=first("varied", "published"))
async def games(request: pytest.FixtureRequest, executable: object) -> AsyncIterator[WebGames]:
    entries = list(suite.entries().values())
    async with WebGames(entries, clock="virtual", appearance=request.param) as benchmark:
        yield benchmark


@pytest.mark.parametrize("id", only(CHOSEN, BASE))
async def test_the_oracle_wins_in_every_appearance(games: WebGames, id: str) -> None:
    [task] = [task for task in games.tasks() if task.tags["game"] == id]
    async with games.session(task) as session:
        episode = await run_episode(task, session, Oracle())
    score = games.score(task, episode)
    assert score.value == 1, episode.error
    assert not score.details["audit"]


SIZES = """[...document.querySelectorAll('main, main canvas, main .field')]
  .map((node) => [node.offsetWidth, node.offsetHeight])"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def plain_games(executable: object) -> AsyncIterator[WebGames]:
    async with WebGames(list(suite.entries().values()), clock="virtual") as benchmark:
        yield benchmark


@pytest.mark.parametrize("id", first("herding", "brick-buster"))
async def test_a_real_time_or_pixel_game_keeps_its_size_and_fits_the_window(
    games: WebGames, plain_games: WebGames, id: str
) -> None:
    [task] = [task for task in games.tasks() if task.tags["game"] == id]
    async with games.session(task) as session:
        sizes = await session.page.run(SIZES)
        height = await session.page.run("document.documentElement.scrollHeight")
    async with plain_games.session(task) as session:
        assert await session.page.run(SIZES) == sizes
    assert height <= 720


AXE = Path(__file__).parents[2] / "axe/axe.min.js"
VIOLATIONS = """axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations
  .filter(({impact}) => impact === 'serious' || impact === 'critical').map(({id}) => id))"""


@pytest.mark.parametrize("id", ["stock-market"])
async def test_page_content_around_a_game_is_accessible(games: WebGames, id: str) -> None:
    [task] = [task for task in games.tasks() if task.tags["game"] == id]
    async with games.session(task) as session:
        await session.page.run(AXE.read_text(encoding="utf-8") + ";0")
        assert await session.page.run(VIOLATIONS) == []


async def test_clicking_an_advertisement_or_the_menu_does_nothing() -> None:
    benchmark = WebGames([suite.entry("date")], [1], clock="virtual", appearance="varied")
    async with benchmark, benchmark.session(benchmark.tasks()[0]) as session:
        before = (session.page.url, await session.page.run("document.body.innerHTML"))
        elements = (await session.observe(frozenset({"elements"}))).read("elements")
        link_texts = await session.page.run(
            "[...document.querySelectorAll('aside [role=link]')].map((node) => node.innerText)"
        )
        all_text = " ".join(link_texts)
        links = [element for element in elements if element.label and element.label in all_text]
        assert len(links) > 3
        for link in links[:3] + links[-1:]:
            await session.act(web.Click(element=link.index))
        assert (session.page.url, await session.page.run("document.body.innerHTML")) == before
        evidence = await session.evidence()
    assert not any(evidence[key] for key in ("faults", "foreign", "errors", "refused"))


@given(seed=SEEDS, id=st.sampled_from(BASE), appearance=st.sampled_from(APPEARANCES))
def test_appearance_depends_only_on_task_and_seed(
    seed: int, id: str, appearance: Appearance
) -> None:
    entry = suite.entry(id)
    assert page_appearance(appearance, entry, seed) == page_appearance(appearance, entry, seed)
    assert page_appearance("plain", entry, seed) is None


@given(seed=SEEDS, id=st.sampled_from(BASE), appearance=st.sampled_from(APPEARANCES))
def test_advertisements_are_labelled_and_contain_no_number_or_password(
    seed: int, id: str, appearance: Appearance
) -> None:
    page = page_appearance(appearance, suite.entry(id), seed)
    assert page is not None
    assert page.texts["label"]
    texts = " ".join(
        f"{brand} {text}" for rail in page.rails for brand, text in rail.advertisements
    )
    assert not re.search(r"\d|\b(password|click|press)\b", f"{texts} {page.texts}", re.IGNORECASE)


def test_varied_appearance_differs_in_every_property() -> None:
    generated = (page_appearance("varied", suite.entry("date"), seed) for seed in range(60))
    pages = [page for page in generated if page is not None]
    assert len({page.language for page in pages}) == 5
    assert len({page.style for page in pages}) > 40
    placements = {re.findall(r"place-\w+", page.classes)[0] for page in pages}
    assert placements == {"place-left", "place-centre", "place-right"}
    assert {"compact", "normal", "roomy"} == {
        name for page in pages for name in page.classes.split() if name in "compact normal roomy"
    }
    assert len({len(rail.advertisements) for page in pages for rail in page.rails}) >= 3
    assert all(any(rail.advertisements for rail in page.rails) for page in pages)


def test_appearance_is_part_of_the_condition_but_not_of_tasks_or_puzzles() -> None:
    runs = {name: webgames(task=("date",), appearance=name) for name in get_args(Appearance)}
    assert [run.condition["appearance"] for run in runs.values()] == list(runs)
    assert len({repr(run.tasks()) for run in runs.values()}) == 1
