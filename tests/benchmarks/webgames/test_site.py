"""The site for people: cards, episodes, and solved games."""

import json
import re

import httpx
import pytest
from playwright.async_api import Page

from webproctor.benchmarks.webgames.benchmark import webgames
from webproctor.benchmarks.webgames.site import application
from webproctor.environments.serving import serve


@pytest.fixture
def client() -> httpx.AsyncClient:
    transport = httpx.ASGITransport(application(webgames()))  # type: ignore[arg-type]
    return httpx.AsyncClient(transport=transport, base_url="http://games.test")


async def test_the_home_page_has_a_card_for_every_family(client: httpx.AsyncClient) -> None:
    home = (await client.get("/")).text
    [data] = re.findall(r'type="application/json"[^>]*>(.*?)</script>', home, re.S)
    cards = json.loads(data)["cards"]
    assert len(cards) == 53
    assert sum(len(card["variants"]) for card in cards) == 150


async def test_the_home_page_counts_tasks_and_families_in_words(reader: Page) -> None:
    async with serve(application(webgames(task=("date",)))) as port:
        await reader.goto(f"http://127.0.0.1:{port}/")
        assert await reader.locator("#count").inner_text() == "1 task in 1 family, 0 solved."


async def test_every_click_on_a_card_starts_an_episode(client: httpx.AsyncClient) -> None:
    first = await client.get("/play/date")
    second = await client.get("/play/date")
    assert first.status_code == 303
    assert first.headers["location"] != second.headers["location"]
    assert "Today" in (await client.get(first.headers["location"])).text


async def test_a_seed_can_be_requested(client: httpx.AsyncClient) -> None:
    async def board(seed: str) -> bytes:
        response = await client.get("/play/slider-symphony", params={"seed": seed})
        address = response.headers["location"]
        await client.get(address)
        return (await client.get(f"{address}file/board-0.png")).content

    assert await board("7") == await board("7")
    assert await board("7") != await board("8")


async def test_no_game_is_solved_initially(client: httpx.AsyncClient) -> None:
    assert (await client.get("/solved")).json() == {}


@pytest.mark.parametrize("path", ["/play/nothing", "/nothing/"])
async def test_a_missing_page_is_not_found(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code == 404


@pytest.mark.parametrize("seed", ["x", "", "1.5", "1" * 5000, "\u0665"])
async def test_an_invalid_seed_is_a_bad_request(client: httpx.AsyncClient, seed: str) -> None:
    response = await client.get("/play/date", params={"seed": seed})
    assert response.status_code == 400
    assert response.text.startswith("seed: must be an integer")
