"""Seed tasks: by a model behind a loopback server, or from a file."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from collect.visitors import SITES, site, store_in
from models.server import Fault, ModelServer
from sqlalchemy import select

from webproctor.collect.store import Store
from webproctor.collect.tools.propose import propose
from webproctor.collect.tools.propose.seeds import ListedSeed, add_listed, listed_tasks, write
from webproctor.collect.tools.propose.tables import Seed, Website
from webproctor.collect.tools.propose.websites import add
from webproctor.core.errors import UserError
from webproctor.core.llm import Model, Reply
from webproctor.harness.accounting import EpisodeAccount
from webproctor.harness.models import InspectModel, ModelSettings, make_account, make_model

Start = Callable[[ModelServer], int]
ANSWER = """Here are the tasks:
1. Find a flight to Oslo on May 3 for less than 200 dollars
2) **Rent a red bicycle for two days in the old town**
- Find a flight to OSLO on May 3 for less than 200 dollars!
4. "Compare the prices of three hotels near the harbour"
"""


def model(start: Start, server: ModelServer) -> Model:
    settings = ModelSettings(
        name="openai-api/loopback/scripted",
        base_url=f"http://127.0.0.1:{start(server)}/v1",
        arguments={"api_key": "none"},
        price=(1.0, 10.0),
        retries=0,
    )
    return InspectModel(make_model(settings), EpisodeAccount(make_account(settings)))


@contextlib.contextmanager
def collection(folder: Path) -> Iterator[Store]:
    with store_in(folder) as store:
        with store.writing() as session:
            add(session, [site(name) for name in SITES])
        yield store


def seeds(store: Store) -> list[str]:
    with store.reading() as session:
        return [seed.task for seed in session.scalars(select(Seed).order_by(Seed.id))]


async def test_a_model_writes_seeds_until_there_are_enough(tmp_path: Path, start: Start) -> None:
    server = ModelServer(lambda messages, acting: Reply(ANSWER))
    with collection(tmp_path) as store:
        tool = propose(store, model(start, server), seed_tasks_per_site=2)
        await tool.prepare()
        assert len(seeds(store)) == 4
        # A second start has enough of them.
        count = len(server.requests)
        await tool.prepare()
        assert len(server.requests) == count == 2


async def test_every_website_with_new_seeds_is_a_line_of_progress(
    tmp_path: Path, start: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    server = ModelServer(lambda messages, acting: Reply(ANSWER))
    with collection(tmp_path) as store:
        tool = propose(store, model(start, server), seed_tasks_per_site=2)
        await tool.prepare()
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.startswith("Writing seed tasks for 2 websites\n")
        assert output.err.endswith(": 2 seed tasks (2 of 2 websites)\n")
        await tool.prepare()
        assert capsys.readouterr().err == ""


async def test_copies_are_dropped_and_the_prompt_contains_existing_seeds(
    tmp_path: Path, start: Start
) -> None:
    server = ModelServer(lambda messages, acting: Reply(ANSWER))
    with collection(tmp_path) as store:
        await propose(store, model(start, server), seed_tasks_per_site=10).prepare()
        # Three different tasks for each of two websites, after four requests for each.
        assert len(seeds(store)) == 6
        assert len(server.requests) == 8
        assert any("Do not repeat these:" in str(one) for one in server.requested_messages)


@pytest.mark.parametrize(
    ("server", "why"),
    [
        (
            ModelServer(lambda messages, acting: Reply("I cannot.")),
            r"no numbered list .* with --seed-tasks\.",
        ),
        (ModelServer(lambda messages, acting: Reply(""), always=Fault(401)), "seed tasks of "),
    ],
)
async def test_a_model_that_writes_no_seeds_is_a_user_error(
    start: Start, server: ModelServer, why: str
) -> None:
    website = Website(**site("Books").model_dump())
    with pytest.raises(UserError, match=why):
        await write(model(start, server), website, [], 5)


async def test_a_model_error_at_the_start_is_one_user_error(tmp_path: Path, start: Start) -> None:
    server = ModelServer(lambda messages, acting: Reply("I cannot."))
    with collection(tmp_path) as store, pytest.raises(UserError, match="seed tasks of "):
        await propose(store, model(start, server), seed_tasks_per_site=2).prepare()


def test_lists_written_by_models_are_parsed() -> None:
    assert listed_tasks(ANSWER)[1] == "Rent a red bicycle for two days in the old town"
    assert len(listed_tasks(ANSWER)) == 4
    assert listed_tasks("no list\n2024 was a year\n1." + "x" * 600) == []


def test_seeds_in_a_file_are_added_once_and_require_their_website(tmp_path: Path) -> None:
    with collection(tmp_path) as store:
        for _ in range(2):
            with store.writing() as session:
                add_listed(session, [ListedSeed(website=SITES[0], task="Buy a map")], "seeds.csv")
        assert seeds(store) == ["Buy a map"]
        with (
            pytest.raises(UserError, match="row 1: there is no website 'Maps'"),
            store.writing() as session,
        ):
            add_listed(session, [ListedSeed(website="Maps", task="Buy a map")], "seeds.csv")
