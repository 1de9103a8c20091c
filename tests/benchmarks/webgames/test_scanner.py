"""Pages neither receive nor show hidden values before the game is played.

Every game names what is hidden (`Game.hidden`). The tests search for it in all that the server
delivers at the beginning, and in all that can be read from a page in the browser.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from per_change import every, only
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webproctor.benchmarks.webgames import leaks, suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.game_session import GameSession
from webproctor.benchmarks.webgames.host import KIT, Host
from webproctor.benchmarks.webgames.play import Entry, Fact, Game
from webproctor.benchmarks.webgames.session import GameWebSession
from webproctor.core.observations import View
from webproctor.environments.browser import Page

SEEDS = range(20)
SALT = "scanner"
_FAMILIES_WITH_HIDDEN_VALUES = [game.family for game in suite.games().values() if game.hidden]
# Games without hidden values: everything is visible from the start.
FAMILIES_WITHOUT_HIDDEN_VALUES = {
    *("block-stack", "bullseye", "button-hold", "buttons", "calendar-comprehension", "calendar2"),
    *("context-breaker", "file-upload", "frog-crossing", "herding", "i-accept", "iframe-nest"),
    *("key-combo", "patience", "popup-chaos", "scroll-diagonal", "scroll-horizontal"),
    *("scroll-vertical", "stock-market", "text-mirror", "towers-of-hanoi", "wolf-goat-cabbage"),
}
# Pages below the first one that can be opened without playing.
OTHER_PAGES = {
    "illegal-material": ["safety"],
    "recipe-calculator": ["recipes", "advertisement"],
    "robo-check": ["widget"],
    "tab-sync": ["sender"],
}
VIEWS: frozenset[View] = frozenset(
    {"elements", "html", "pruned_html", "relevant_html", "text", "axtree", "dom", "tabs"}
)
# The document of a frame, field values, and browser storage.
_DOCUMENT = """JSON.stringify([
  document.title, document.documentElement.outerHTML,
  [...document.querySelectorAll('input, textarea, select')].map((field) => field.value),
  [...document.styleSheets].map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)),
  {...localStorage}, {...sessionStorage}, history.state, document.cookie, name,
])"""


def find_facts(texts: Iterable[tuple[str, str]], facts: Iterable[Fact]) -> list[tuple[str, Fact]]:
    """Return the names of the texts that contain a fact, each with the fact."""
    facts = list(facts)
    return [(name, fact) for name, text in texts for fact in leaks.find_facts(text, facts)]


def hidden(entry: Entry, puzzle: Any) -> list[Fact]:
    return list(entry.game.hidden(puzzle)) if entry.game.hidden else []


def without_keys(text: str, episode: GameSession) -> str:
    """Remove the random keys from a text: digits in them would be found as numbers by chance."""
    for key in [episode.token, *(load.key for load in episode.loads if load.key)]:
        text = text.replace(key, "")
    return text


@pytest.mark.parametrize("game", suite.games().values(), ids=lambda game: game.family)
def test_every_game_declares_what_is_hidden(game: Game[Any, Any]) -> None:
    assert game.hidden is not None or game.family in FAMILIES_WITHOUT_HIDDEN_VALUES


# Every entry with something hidden, and the published challenges that differ from the default ones.
ENTRIES = [
    *suite.entries().values(),
    *(entry for entry in suite.entries("published").values() if entry.name in entry.game.published),
]
ENTRIES_WITH_HIDDEN_VALUES = [entry for entry in ENTRIES if entry.game.hidden]
FIRST = {entry.game.family: entry for entry in reversed(ENTRIES_WITH_HIDDEN_VALUES)}.values()


@pytest.mark.parametrize(
    "entry",
    only(FIRST, ENTRIES_WITH_HIDDEN_VALUES),
    ids=lambda entry: (
        entry.variant.id
        + ("-published" if entry.variant is not entry.game.variants[entry.name] else "")
    ),
)
async def test_pages_of_the_server_do_not_contain_hidden_values(entry: Entry) -> None:
    host = Host()
    application = httpx.ASGITransport(host.application())
    scripts = list(_scripts(entry))
    async with httpx.AsyncClient(transport=application, base_url="http://test") as client:
        for seed in SEEDS:
            episode = GameSession(entry, seed, salt=SALT)
            facts = hidden(entry, episode.puzzle)
            address = host.add(episode)
            pages = [("first page", await client.get(address))]
            for path in OTHER_PAGES.get(entry.game.family, ()):
                headers = _headers(episode, path)
                pages.append((path, await client.get(f"{address}{path}", headers=headers)))
            assert {response.status_code for _, response in pages} == {200}
            texts = [(name, without_keys(response.text, episode)) for name, response in pages]
            assert find_facts([*texts, *scripts], facts) == [], f"seed {seed}"


def _scripts(entry: Entry) -> Iterator[tuple[str, str]]:
    """Scripts and styles of a family."""
    for path in suite.folder(entry).iterdir():
        if path.suffix in {".js", ".css"}:
            yield path.name, path.read_text(encoding="utf-8")


def _headers(episode: GameSession, path: str) -> dict[str, str]:
    """Return the headers that a browser sends when it loads a page, in a frame if necessary."""
    assert episode.play is not None
    parent = episode.play.frame_parent(path)
    if parent is None:
        return {}
    return {
        "sec-fetch-dest": "iframe",
        "referer": f"http://test/{episode.token}/{parent}",
    }


@dataclass
class Recorder:
    """Passes requests on to an application and records the texts of its responses.

    Attributes:
        bodies: By the first part of the path: an episode's token, `kit`, or `games`.
    """

    application: ASGIApp | None = None
    bodies: dict[str, list[str]] = field(default_factory=dict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = bytearray()

        async def record(message: Message) -> None:
            body.extend(message.get("body", b""))
            await send(message)

        assert self.application is not None
        await self.application(scope, receive, record)
        key = scope["path"].split("/")[1]
        if "vendor" not in scope["path"]:
            self.bodies.setdefault(key, []).append(body.decode(errors="replace"))


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def games(executable: Path) -> AsyncIterator[tuple[WebGames, Recorder]]:
    recorder, application = Recorder(), Host.application

    def recorded(host: Host) -> ASGIApp:
        recorder.application = application(host)
        return recorder

    entries = list(suite.entries().values())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Host, "application", recorded)
        async with WebGames(entries, clock="virtual", salt=SALT) as benchmark:
            yield benchmark, recorder


async def readable_texts(session: GameWebSession, recorder: Recorder) -> list[tuple[str, str]]:
    """Return all text that can be read from a page, each with the name of its source."""
    page = session.page
    observation = await session.observe(VIEWS)
    observed = [(f"view {view}", str(observation.read(view))) for view in VIEWS]
    documents = [("document", await _content(page, frame)) for frame in await _frames(page)]
    responses = [("network", body) for body in recorder.bodies[session.game_session.token]]
    texts = [*observed, *documents, *responses, ("accessibility tree", await _tree(session))]
    return [(name, without_keys(text, session.game_session)) for name, text in texts]


async def _frames(page: Page) -> list[str]:
    """Return the ids of the page's frames."""
    ids: list[str] = []
    frames = [(await page.send("Page.getFrameTree"))["frameTree"]]
    while frames:
        frame = frames.pop()
        frames += frame.get("childFrames", [])
        ids.append(frame["frame"]["id"])
    return ids


async def _content(page: Page, frame: str) -> str:
    world = await page.send("Page.createIsolatedWorld", {"frameId": frame})
    parameters = {"expression": _DOCUMENT, "contextId": world["executionContextId"]}
    return (await page.send("Runtime.evaluate", parameters))["result"]["value"]


async def _tree(session: GameWebSession) -> str:
    """Return the accessibility tree of all frames as text."""
    texts: list[str] = []
    for frame in await _frames(session.page):
        tree = await session.page.send("Accessibility.getFullAXTree", {"frameId": frame})
        for node in tree["nodes"]:
            values = [node.get(key) for key in ("role", "name", "description", "value")]
            values += [prop.get("value") for prop in node.get("properties", ())]
            texts += [str(value["value"]) for value in values if value and "value" in value]
    return "\n".join(texts)


@pytest.mark.parametrize("family", every(32, _FAMILIES_WITH_HIDDEN_VALUES))
async def test_nothing_readable_in_the_browser_contains_hidden_values(
    games: tuple[WebGames, Recorder], family: str
) -> None:
    benchmark, recorder = games
    tasks = [task for task in benchmark.tasks() if task.tags["family"] == family]

    async def scan(task: Any) -> list[tuple[str, Fact]]:
        async with benchmark.session(task) as session:
            assert isinstance(session, GameWebSession)
            facts = hidden(session.game_session.entry, session.game_session.puzzle)
            return find_facts(await readable_texts(session, recorder), facts)

    leaked = await asyncio.gather(*map(scan, tasks))
    assert dict(zip([task.id for task in tasks], leaked, strict=True)) == {
        task.id: [] for task in tasks
    }


async def test_shared_scripts_do_not_contain_hidden_values() -> None:
    texts = [
        (path.name, path.read_text(encoding="utf-8"))
        for path in KIT.iterdir()
        if path.suffix in {".js", ".css", ".html"}
    ]
    for entry in suite.entries().values():
        puzzles = (entry.puzzle(seed, SALT) for seed in range(3))
        facts = (find_facts(texts, hidden(entry, puzzle)) for puzzle in puzzles)
        # In some puzzles a word is found by chance, such as `arrow`, the name of a shape.
        found = list(takewhile(bool, facts))
        assert len(found) < 3, f"{entry.variant.id}: {found}"


async def test_the_text_of_a_page_is_found_in_every_source(
    games: tuple[WebGames, Recorder],
) -> None:
    """A positive control: the text of the goal is delivered, shown and in the tree."""
    benchmark, recorder = games
    task = next(task for task in benchmark.tasks() if task.tags["game"] == "date")
    async with benchmark.session(task) as session:
        goal = session.game_session.entry.variant.goal
        sources = {name for name, _ in find_facts(await readable_texts(session, recorder), [goal])}
    assert {"network", "document", "accessibility tree", "view html", "view text"} <= sources


def test_a_page_that_contains_a_hidden_value_is_found() -> None:
    entry = suite.entry("print-reveal")

    class Leaking(entry.game.play):
        def view(self, path: str) -> dict[str, Any]:
            return {"code": self.puzzle}

    episode = GameSession(replace(entry, game=replace(entry.game, play=Leaking)), 0, salt=SALT)
    page_data = json.dumps(episode.open(""))
    assert find_facts([("page", page_data)], hidden(entry, episode.puzzle)) == [
        ("page", episode.puzzle)
    ]
