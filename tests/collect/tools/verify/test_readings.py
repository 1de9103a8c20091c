"""Decisions: permissions, effects, and refused requests."""

import asyncio
import json
import re
import shutil
from typing import Any

import pytest
from collect.tools.demonstrate.shop import ERRANDS
from collect.tools.verify.conftest import Reader, Serve, Verifying
from collect.visitors import store_in
from per_change import first

from webproctor.collect.demonstration import dump
from webproctor.collect.store import Person
from webproctor.collect.tools.demonstrate.tables import Demonstration
from webproctor.collect.tools.verify import verify
from webproctor.collect.tools.verify.readings import state
from webproctor.collect.tools.verify.tables import Decision
from webproctor.core.errors import UserError


@pytest.mark.parametrize(
    ("decisions", "votes", "expected"),
    [
        ([], 1, "submitted"),
        (["keep"], 1, "kept"),
        (["discard"], 1, "discarded"),
        (["unsure"], 1, "unsure"),
        (["unsure", "unsure"], 1, "unsure"),
        (["unsure", "discard"], 1, "discarded"),
        (["keep"], 2, "submitted"),
        (["keep", "keep"], 2, "kept"),
        (["keep", "discard"], 2, "unsure"),
        (["keep", "discard", "discard"], 2, "discarded"),
        (["unsure", "keep"], 2, "unsure"),
    ],
)
def test_the_first_decision_with_enough_votes_settles(
    decisions: list[Decision], votes: int, expected: str
) -> None:
    assert state(decisions, votes) == expected


async def test_kept_demonstrations_are_exported_without_dropped_steps(start: Serve) -> None:
    it = await start((2, 1, 0))
    vera = await it.reader("vera")
    form = await vera.opened(1)
    assert (await vera.decide("keep", 1, keep=form["keep"][1:], task=" A <b>\n 北京 ")).is_redirect
    assert (await vera.decide("discard", 2)).is_redirect
    assert it.states() == ["kept", "discarded", "submitted"]
    [record] = it.records()
    assert record["confirmed_task"] == "A <b> 北京"
    assert record["action_reprs"] == ERRANDS[2].reprs[1:]
    first, second = it.decisions()
    assert first["verification"] == "keep"
    assert json.loads(first["verification_meta"]) == {
        "action_decisions": [0, 1, 1, 1],
        "confirmed_task": "A <b> 北京",
    }
    assert second["verifier"] == "vera"


async def test_unsure_demonstrations_go_to_another_verifier_with_the_note(start: Serve) -> None:
    it = await start()
    vera, will = await it.reader("vera"), await it.reader("will")
    await vera.decide("unsure", note="Is <i>Monday</i> enough?")
    assert it.states() == ["unsure"]
    assert "/verify/1" not in (await vera.visitor.get("/verify/")).text
    assert "/verify/1" in (await will.visitor.get("/verify/")).text
    assert "Is &lt;i&gt;Monday" in (await will.visitor.get("/verify/1")).text
    await will.decide("keep")
    assert it.states() == ["kept"]
    # The first one cannot change the decision any more, and sees that it is so.
    assert "has read it after you" in (await vera.visitor.get("/verify/1")).text
    form = {"csrf": await vera.visitor.csrf(), "decision": "discard", "task": "x"}
    assert (await vera.send(form)).status_code == 409
    assert it.states() == ["kept"]


async def test_nobody_verifies_their_own_demonstration(start: Serve) -> None:
    it = await start()
    vera = await it.reader("vera")
    with it.collection.store.writing() as session:
        person = session.query(Person).filter_by(name="vera").one()
        session.get_one(Demonstration, 1).person_id = person.id
    assert "/verify/1" not in (await vera.visitor.get("/verify/")).text
    for path in ("", "/steps/0/before.jpg", "/replay"):
        assert (await vera.visitor.get(f"/verify/1{path}")).status_code == 404
    assert (await vera.visitor.post("/verify/1", decision="keep")).status_code == 404
    assert (await vera.visitor.post("/verify/1/replay")).status_code == 404
    assert it.states() == ["submitted"]


async def test_unsubmitted_and_decided_demonstrations_are_closed(
    start: Serve,
) -> None:
    it = await start((2, 1))
    vera, will = await it.reader("vera"), await it.reader("will")
    with it.collection.store.writing() as session:
        session.get_one(Demonstration, 2).state = "open"
    await vera.decide("keep")
    for id, status in ((1, 409), (2, 404), (9, 404), (2**40, 404)):
        assert (await will.visitor.get(f"/verify/{id}")).status_code == status
        answer = await will.visitor.post(f"/verify/{id}", decision="discard", task="x")
        assert answer.status_code == status
    assert it.states() == ["kept", "open"]


async def test_annotators_and_strangers_have_no_page(start: Serve) -> None:
    it = await start()
    ann, nobody = await it.collection.person("ann"), await it.collection.stranger()
    for path in ("/verify/", "/verify/mine", "/verify/1", "/verify/1/steps/0/after.jpg"):
        assert (await ann.get(path)).status_code == 403
        assert (await nobody.get(path)).status_code == 401


async def test_requests_of_other_sites_are_refused(start: Serve) -> None:
    it = await start()
    vera = await it.reader("vera")
    form = await vera.opened() | {"decision": "keep"}
    for path in ("/verify/1", "/verify/1/replay"):
        evil = {"origin": "http://evil.test"}
        answer = await vera.visitor.http.post(path, data=form, headers=evil)
        assert answer.status_code == 403
        answer = await vera.visitor.http.post(path, data=form | {"csrf": "0"})
        assert answer.status_code == 403
    assert it.states() == ["submitted"]
    assert (await vera.send(form)).is_redirect


async def test_only_one_of_two_concurrent_decisions_counts(
    start: Serve, database: str | None
) -> None:
    it = await start(database=database)
    readers = [await it.reader(f"v{number}") for number in range(4)]
    forms = [await one.opened() | {"decision": "keep"} for one in readers]
    answers = await asyncio.gather(
        *(one.send(form) for one, form in zip(readers, forms, strict=True))
    )
    assert sorted(answer.status_code for answer in answers) == [303, 409, 409, 409]
    assert "Another verifier has decided" in max(answers, key=lambda one: one.status_code).text
    assert len(it.decisions()) == 1


async def test_a_form_sent_twice_counts_once_and_an_outdated_one_changes_nothing(
    start: Serve,
) -> None:
    it = await start()
    vera = await it.reader("vera")
    form = await vera.opened() | {"decision": "keep"}
    assert [(await vera.send(form)).status_code for _ in range(2)] == [303, 303]
    old = await vera.send(form | {"decision": "discard"})
    assert old.status_code == 409
    assert "has changed since you opened the page" in old.text
    assert it.states() == ["kept"]
    assert (await vera.decide("discard", note="Wrong shop.")).is_redirect
    assert it.states() == ["discarded"]
    assert len(it.decisions()) == 1


@pytest.mark.parametrize("change", ["description", "step"])
async def test_a_demonstration_that_changes_during_verification_is_shown_again(
    start: Serve, change: str
) -> None:
    it = await start()
    vera = await it.reader("vera")
    form = await vera.opened() | {"decision": "keep", "task": "My description"}
    if change == "step":
        dump.remove_last(it.folder(1))
    else:
        with it.collection.store.writing() as session:
            session.get_one(Demonstration, 1).task_text = "Another description"
    answer = await vera.send(form)
    assert answer.status_code == 409
    assert "has changed since you opened the page" in answer.text
    assert "My description" in answer.text
    assert it.states() == ["submitted"]
    assert (await vera.decide("keep")).is_redirect


async def test_a_demonstration_whose_steps_change_after_the_decision_is_not_exported(
    start: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    it = await start((2, 1))
    vera = await it.reader("vera")
    for id in (1, 2):
        await vera.decide("keep", id)
    dump.remove_last(it.folder(1))
    with caplog.at_level("WARNING"):
        assert [one["action_reprs"] for one in it.records()] == [ERRANDS[1].reprs]
    assert "is left out: its steps have changed" in caplog.text


@pytest.mark.parametrize(
    ("fields", "why"),
    first(
        ({"decision": "keep", "task": "  "}, "description must have 1 to 2000"),
        ({"decision": "keep", "keep": []}, "Keep at least 2 steps"),
        ({"decision": "unsure"}, "Write a note"),
        ({"decision": "keep", "task": "x" * 2001}, "description must have 1 to 2000"),
        ({"decision": "discard", "note": "x" * 2001}, "at most 2000"),
        count=4,
    ),
)
async def test_incomplete_forms_are_refused_and_kept(
    start: Serve, fields: dict[str, Any], why: str
) -> None:
    it = await start()
    vera = await it.reader("vera")
    given: dict[str, Any] = {"task": "<script>1</script>"} | fields
    answer = await vera.decide(**given)
    assert answer.status_code == 422
    assert why in answer.text
    assert "<script>1" not in answer.text
    assert it.states() == ["submitted"]


async def test_an_unknown_decision_and_unknown_steps_are_refused(start: Serve) -> None:
    it = await start()
    vera = await it.reader("vera")
    assert (await vera.decide("love")).status_code == 400
    answer = await vera.decide("keep", keep=["one", "two"])
    assert "Keep at least 2 steps" in answer.text


async def test_a_demonstration_without_files_can_only_be_discarded(start: Serve) -> None:
    it = await start()
    shutil.rmtree(it.folder(1))
    vera = await it.reader("vera")
    assert "files of this demonstration are missing" in (await vera.visitor.get("/verify/1")).text
    assert (await vera.decide("keep")).status_code == 422
    assert (await vera.decide("discard")).is_redirect


async def test_selected_demonstrations_require_two_equal_decisions(start: Serve) -> None:
    it = await start((2, 1), two_verifiers=100)
    readers = [await it.reader(name) for name in ("vera", "will", "xena")]
    for id, chosen in ((1, ["keep", "keep"]), (2, ["keep", "discard", "keep"])):
        for reader, decision in zip(readers, chosen, strict=False):
            form = await reader.opened(id)
            keep = form["keep"][1:] if reader is readers[0] else form["keep"]
            assert (await reader.decide(decision, id, keep=keep)).is_redirect
    assert it.states() == ["kept", "kept"]
    assert [len(one["actions"]) for one in it.records()] == [4, 4]
    assert await agreement(it) == {
        "Demonstrations read twice": "2",
        "Same decision, of those that both decided": "1 of 2 (50 %)",
        "Krippendorff&#39;s alpha of the decision": "0.00",
        "Steps that both keep or both drop": "6 of 8 (75 %)",
        "Same description": "2 of 2 (100 %)",
    }


async def agreement(it: Verifying) -> dict[str, str]:
    """Return the last table that the administrator sees."""
    administrator = await it.collection.enter(it.collection.administrator)
    page = (await administrator.get("/people")).text
    sheet = page[page.index("Agreement of first and second readers") :].split("</table>")[0]
    return dict(re.findall(r"<tr><td[^>]*>(.*?)</td><td>(.*?)</td>", re.sub(r"\n\s*", "", sheet)))


async def test_the_administrator_sees_progress(start: Serve) -> None:
    it = await start((2, 1, 0))
    vera: Reader = await it.reader("vera")
    form = await vera.opened(1)
    await vera.decide("keep", 1, keep=form["keep"][:2])
    await vera.decide("unsure", 2, note="?")
    administrator = await it.collection.enter(it.collection.administrator)
    page = (await administrator.get("/people")).text
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr>.*?</tr>", page)]
    assert ["ann", "0", "1", "1", "0", "1"] in rows  # Open, submitted, kept, discarded, unsure.
    assert ["vera", "1", "0", "1", "2"] in rows


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"two_verifiers": 101}, "--two-verifiers must be 0 to 100, not 101"),
        ({"replays": 0}, "--replays must be 1 to 100"),
        ({"local": ("shop.test",)}, "give HOST=PORT"),
        ({"mask": ("(",)}, "--mask"),
    ],
)
def test_invalid_options_are_user_errors(tmp_path: Any, settings: Any, why: str) -> None:
    with store_in(tmp_path) as store, pytest.raises(UserError, match=why):
        verify(store, **settings)
