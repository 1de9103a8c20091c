"""Propose: submissions, refusals, decisions of verifiers, and exports."""

import asyncio
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from collect.visitors import SEED, SITES, TASKS, Collection, collecting, store_in

from webproctor.collect.task_list import read_tasks
from webproctor.collect.tools.propose import propose
from webproctor.collect.tools.propose.export import tasks
from webproctor.collect.tools.propose.tables import Proposal
from webproctor.core.errors import UserError


def stored(collection: Collection) -> list[dict[str, Any]]:
    with collection.store.reading() as session:
        return tasks(session)


async def test_near_copies_of_seeds_are_refused_with_the_reason(simple: Collection) -> None:
    ann = await simple.person("ann")
    for copy, reason in (
        (SEED, f"the example “{SEED}”: 100 %"),
        (SEED.upper() + "!!", "100 % of the text is the same"),
        ("Under 20 dollars find Moby-Dick, a used hardcover of", "the example"),
        (SEED.replace("20", "30"), "80 % is the limit"),
    ):
        answer = await ann.propose(copy)
        assert answer.status_code == 422, copy
        assert reason in answer.text
        checked = await ann.http.get("/propose/websites/1/check", params={"task": copy})
        assert reason in checked.text
    # The same text is no copy on another website.
    assert (await ann.propose(copy, website=2)).status_code == 303


async def test_near_copies_of_tasks_by_others_are_refused_without_showing_them(
    simple: Collection,
) -> None:
    ann, bob = await simple.person("ann"), await simple.person("bob")
    assert (await ann.propose(TASKS[0])).status_code == 303
    own = await ann.propose(TASKS[0] + ".")
    other = await bob.propose("reserve two window seats for the FIRST night train in May")
    assert "your task “" in own.text
    assert other.status_code == 422
    assert "a task that someone else has written" in other.text
    assert TASKS[0] not in other.text


async def test_texts_that_are_not_tasks_are_refused(simple: Collection) -> None:
    ann = await simple.person("ann")
    for text in ("", "   ", "Buy", "x " * 300):
        assert (await ann.propose(text)).status_code == 422


async def test_scripts_in_texts_are_shown_as_text(simple: Collection) -> None:
    script = "<script>alert('1')</script> and \"quotes\" for a book"
    ann, vera = await simple.person("ann"), await simple.person("vera", "verifier")
    assert (await ann.propose(script)).status_code == 303
    await vera.post("/propose/review/1", decision="return", note="<img src=x onerror=alert(1)>")
    for visitor, path in (
        (ann, "/propose/mine"),
        (ann, "/propose/mine/1"),
        (ann, "/propose/websites/1"),
    ):
        page = (await visitor.get(path)).text
        assert "&lt;script&gt;" in page or "&lt;img" in page
        assert "<script>" not in page
        assert "<img" not in page


async def test_a_person_can_write_up_to_the_limit(tmp_path: Path) -> None:
    async with collecting(tmp_path, None, per_person=2) as collection:
        ann = await collection.person("ann")
        csrf = await ann.csrf()
        assert [(await ann.propose(task)).status_code for task in TASKS[:2]] == [303, 303]
        assert "You have written 2 tasks" in (await ann.get("/propose/websites/1")).text
        form = {"csrf": csrf, "task": TASKS[2]}
        answer = await ann.http.post("/propose/websites/1", data=form)
        assert answer.status_code == 422
        assert "You have written 2 tasks" in answer.text


async def test_a_website_closes_at_its_quota_and_reopens_when_a_task_is_returned(
    tmp_path: Path,
) -> None:
    async with collecting(tmp_path, None, quota=2) as collection:
        ann, bob = await collection.person("ann"), await collection.person("bob")
        vera = await collection.person("vera", "verifier")
        csrf = await bob.csrf()
        for task in TASKS[:2]:
            assert (await ann.propose(task)).status_code == 303
        assert "Closed: it has enough tasks" in (await bob.get("/propose/")).text
        form = {"csrf": csrf, "task": TASKS[2]}
        answer = await bob.http.post("/propose/websites/1", data=form)
        assert answer.status_code == 422
        assert "This website has enough tasks" in answer.text
        assert TASKS[2] in answer.text  # What bob wrote is not lost.
        await vera.post("/propose/review/1", decision="return", note="Say which.")
        assert (await bob.http.post("/propose/websites/1", data=form)).status_code == 303


async def test_a_returned_task_can_be_changed_accepted_and_exported(
    collection: Collection, tmp_path: Path
) -> None:
    ann = await collection.person("ann")
    vera = await collection.person("vera", "verifier")
    await ann.propose(TASKS[0])
    await ann.propose(TASKS[1])
    empty = await vera.post("/propose/review/1", decision="return", note=" ")
    assert empty.status_code == 422
    assert "Write a note" in empty.text
    await vera.post("/propose/review/1", decision="return", note="Which month?\nSay it.")
    assert "Which month?\nSay it." in (await ann.get("/propose/mine")).text
    assert stored(collection) == []
    assert (await ann.post("/propose/mine/1", task=TASKS[2])).status_code == 303
    for id in (1, 2):
        assert (await vera.post(f"/propose/review/{id}", decision="accept")).status_code == 303
    administrator = await collection.enter(collection.administrator)
    answer = await administrator.get("/propose/tasks.json")
    listed = tmp_path / "tasks.json"
    listed.write_bytes(answer.content)
    assert [(one.website, one.task, one.proposed_by) for one in read_tasks(listed)] == [
        (SITES[0], TASKS[2], "ann"),
        (SITES[0], TASKS[1], "ann"),
    ]
    assert stored(collection) == json.loads(answer.content)


async def test_a_task_is_decided_once(collection: Collection) -> None:
    ann = await collection.person("ann")
    await ann.propose(TASKS[0])
    await ann.propose(TASKS[1])
    verifiers = [await collection.person(f"v{number}", "verifier") for number in range(4)]
    csrfs = [await one.csrf() for one in verifiers]
    answers = await asyncio.gather(
        *(
            one.http.post("/propose/review/1", data={"csrf": csrf, "decision": "accept"})
            for one, csrf in zip(verifiers, csrfs, strict=True)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [303, 422, 422, 422]
    assert (await ann.post("/propose/mine/1", task=TASKS[2])).status_code == 422


async def test_a_task_and_a_decision_that_are_sent_twice_count_once(
    collection: Collection,
) -> None:
    ann = await collection.person("ann")
    vera = await collection.person("vera", "verifier")
    for _ in range(2):
        assert (await ann.propose(TASKS[0])).status_code == 303
    for _ in range(2):
        answer = await vera.post("/propose/review/1", decision="return", note="Which month?")
        assert answer.status_code == 303
    with collection.store.reading() as session:
        assert [one.state for one in session.query(Proposal)] == ["returned"]


async def test_tasks_of_other_people_are_not_found(collection: Collection) -> None:
    ann, bob = await collection.person("ann"), await collection.person("bob")
    await ann.propose(TASKS[0])
    assert (await ann.get("/propose/mine/1")).status_code == 200
    assert (await bob.get("/propose/mine/1")).status_code == 404
    assert (await bob.post("/propose/mine/1", task=TASKS[1])).status_code == 404
    assert (await bob.get("/propose/mine/999")).status_code == 404
    assert TASKS[0] not in (await bob.get("/propose/mine")).text


async def test_twenty_concurrent_people_lose_and_mix_nothing(collection: Collection) -> None:
    """Each writes three tasks for two websites, all at the same time."""

    def task(person: int, number: int) -> str:
        """Return a text that is similar to no other."""
        return sha256(f"{person} {number}".encode()).hexdigest()

    people = [await collection.person(f"p{number:02}") for number in range(20)]
    csrfs = await asyncio.gather(*(one.csrf() for one in people))

    async def write(person: int) -> list[tuple[str, str, str]]:
        accepted = []
        for number in range(3):
            website = number % 2 + 1
            form = {"csrf": csrfs[person], "task": task(person, number)}
            answer = await people[person].http.post(f"/propose/websites/{website}", data=form)
            assert answer.status_code in (303, 422), answer.text
            if answer.status_code == 303:
                accepted.append((f"p{person:02}", SITES[website - 1], form["task"]))
        return accepted

    submitted = [one for many in await asyncio.gather(*map(write, range(20))) for one in many]
    # The quota is 20 tasks for each of both websites: exactly that number was accepted.
    assert len(submitted) == 40
    with collection.store.writing() as session:
        for one in session.query(Proposal):
            one.state = "accepted"
    found = [(one["proposed_by"], one["website"], one["task"]) for one in stored(collection)]
    assert sorted(found) == sorted(submitted)


async def test_the_administrator_sees_progress(collection: Collection) -> None:
    ann = await collection.person("ann")
    await ann.propose(TASKS[0])
    administrator = await collection.enter(collection.administrator)
    page = (await administrator.get("/people")).text
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr>.*?</tr>", page)]
    assert [SITES[0], "1", "1", "0", "0", "20"] in rows
    assert [SITES[1], "0", "0", "0", "0", "20"] in rows
    assert ["ann", "1", "0", "0"] in rows


async def upload(collection: Collection, content: bytes, name: str = "sites.csv") -> httpx.Response:
    administrator = await collection.enter(collection.administrator)
    page = (await administrator.get("/propose/websites")).text
    found = re.search(r'name="csrf" value="(\w+)"', page)
    assert found is not None
    return await administrator.http.post(
        "/propose/websites", data={"csrf": found[1]}, files={"file": (name, content)}
    )


async def test_the_administrator_can_add_and_update_websites(simple: Collection) -> None:
    rows = b"name,url,description\nBooks,https://b.example,New text\nMaps,https://m.example,Maps\n"
    answer = await upload(simple, rows)
    assert "Websites added: 1. Updated: 1." in answer.text
    assert "New text" in answer.text


async def test_invalid_lists_of_websites_are_refused(simple: Collection) -> None:
    for content, why in (
        (b"", "has no rows"),
        (b"name,url\nA,https://a.example\n", "row 1: description"),
        (b"name,url,description\nA,javascript:alert(1),text\n", "must begin with http"),
        (b"name,url,description\nA,https://a.example\n", "has 2 fields"),
        (b"\xff\xfe\x00", "is not UTF-8"),
        (b'{"name": 1}', "must be a JSON array"),
        (b'[{"name": ', "sites.csv"),
        (
            b"name,url,description\nA,https://a.example,t\nA,https://a.example,t\n",
            "row 2: the website",
        ),
    ):
        answer = await upload(simple, content)
        assert answer.status_code == 422, content
        assert why in answer.text


def test_numbers_out_of_range_are_user_errors(tmp_path: Path) -> None:
    with (
        store_in(tmp_path) as store,
        pytest.raises(UserError, match="--quota must be 1 to 100000, not 0"),
    ):
        propose(store, quota=0)
