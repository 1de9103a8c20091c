"""One episode on the server: its puzzle, its tries, and the state that survives page loads."""

from dataclasses import replace
from typing import Any

import httpx
import pytest

from webproctor.benchmarks.webgames.game_session import GameSession
from webproctor.benchmarks.webgames.host import Host
from webproctor.benchmarks.webgames.play import Entry, Game, Play, Reply, Variant, message


class Guess(Play[int]):
    def view(self, path: str) -> Reply | None:
        return {} if path == "" else None

    @message
    def guess(self, number: int) -> Reply:
        self.evidence.episode["guesses"] = self.evidence.episode.get("guesses", 0) + 1
        if number == self.puzzle:
            return self.win()
        self.miss()
        return {"guesses": self.evidence.episode["guesses"]}

    @message
    def guess_all(self, numbers: list[int]) -> Reply:
        return [self.guess(number=number) for number in numbers][-1]


_VARIANT = Variant("guess", "Guess", "Guess the number.", "easy", 10**9)
GUESS: Game[int, int] = Game(
    family="guess",
    icon="?",
    skills=(),
    variants={"base": _VARIANT},
    puzzle=lambda random, level: int(random.random() * level),
    play=Guess,
    minimum_actions=lambda puzzle: 0,
    tries=2,
)


def game_session(game: Game[Any, Any] = GUESS, **settings: Any) -> GameSession:
    return GameSession(Entry(game, "base", _VARIANT), seed=3, **settings)


async def guess(game_session: GameSession, number: int) -> Reply:
    load = game_session.loads[-1]
    message = {"key": load.key, "n": load.last_number + 1, "kind": "guess", "at": 0.0}
    return await game_session.handle_message(message | {"parameters": {"number": number}})


async def test_remaining_tries_survive_a_page_load() -> None:
    episode = game_session()
    for _ in range(2):
        episode.open("")
        assert "guesses" in await guess(episode, -1)
    page_data = episode.open("")
    assert page_data is not None
    assert page_data["over"]
    assert await guess(episode, episode.puzzle) == {"over": True}
    assert episode.password is None


async def test_a_win_in_the_message_that_uses_up_all_tries_does_not_count() -> None:
    episode = game_session()
    episode.open("")
    message = {"key": episode.loads[-1].key, "n": 1, "kind": "guess_all", "at": 0.0}
    numbers = [-1, -2, episode.puzzle]
    reply = await episode.handle_message(message | {"parameters": {"numbers": numbers}})
    assert reply["over"]
    assert episode.password is None


async def test_a_message_of_a_page_that_was_reloaded_has_no_effect_and_is_not_a_fault() -> None:
    host, episode = Host(), game_session()
    host.game_sessions[episode.token] = episode
    before_reload, after_reload = episode.open(""), episode.open("")
    assert before_reload is not None
    assert after_reload is not None
    transport = httpx.ASGITransport(host.application())  # type: ignore[arg-type]
    headers = {"origin": "http://games.test"}
    async with httpx.AsyncClient(
        transport=transport, base_url="http://games.test", headers=headers
    ) as client:

        async def send(key: str) -> dict[str, Any]:
            message = {"kind": "guess", "parameters": {"number": -1}, "n": 1, "at": 0, "key": key}
            return (await client.post(f"/{episode.token}/messages", json=message)).json()

        assert "loaded again" in (await send(before_reload["key"]))["refused"]
        assert episode.faults == []
        assert episode.misses == 0
        assert (await send(after_reload["key"]))["guesses"] == 1
        await send("a key of no page")
    assert episode.faults == ["no page of this episode has this key"]


async def test_state_kept_by_a_game_survives_a_page_load() -> None:
    episode = game_session()
    episode.open("")
    await guess(episode, -1)
    episode.open("")
    assert (await guess(episode, -1))["guesses"] == 2


async def test_a_wrong_answer_returns_the_number_of_tries_left() -> None:
    episode = game_session()
    page_data = episode.open("")
    assert page_data is not None
    assert page_data["tries_left"] is None
    assert (await guess(episode, -1))["tries_left"] == 1
    page_data = episode.open("")
    assert page_data is not None
    assert page_data["tries_left"] == 1
    assert (await guess(episode, -1))["tries_left"] == 0


@pytest.mark.parametrize("renews", [True, False])
async def test_a_renewing_game_shows_the_next_puzzle_after_a_wrong_answer(renews: bool) -> None:
    episode = game_session(replace(GUESS, renews=renews))
    first = episode.puzzle
    episode.open("")
    episode.open("")
    assert episode.puzzle == first
    await guess(episode, -1)
    episode.open("")
    assert (episode.puzzle != first) == renews
    assert "password" in await guess(episode, episode.puzzle)


def test_a_puzzle_cannot_be_computed_without_the_salt() -> None:
    assert game_session(salt="a").puzzle != game_session(salt="b").puzzle
    assert game_session(salt="a").puzzle == game_session(salt="a").puzzle
    assert game_session().puzzle == game_session().puzzle != game_session(salt="a").puzzle
