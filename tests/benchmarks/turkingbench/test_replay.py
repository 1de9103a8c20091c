"""Tests of the replay agent, which executes an answer up to its first failure."""

import json
from dataclasses import dataclass

import pytest
from per_change import first

from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.benchmarks.turkingbench.replay import Replay
from webproctor.benchmarks.turkingbench.scoring import InstanceScore, score_instance
from webproctor.core.episodes import Episode
from webproctor.core.loop import run_episode
from webproctor.core.tasks import Task

TEMPLATE = """<p><input name=text value=old><p><input type=radio name=radio value=1>
    <input type=radio name=radio value=2><p><input type=checkbox name=box value=a>
    <input type=checkbox name=box value=b><p><select name=list><option value=x>X<option value=y>Y
    </select><p><textarea name=area></textarea><p><input type=range name=range value=50>
    <p hidden><input name=unseen></p>"""
FIELDS = ["text", "radio", "box", "list", "area", "range", "unseen"]
GOLD = {
    "text": ["new"],
    "radio": [2],
    "box": ["a|b"],
    "list": ["y"],
    "area": ["a line"],
    "range": [30],
    "unseen": ["x"],
}
RIGHT = {
    "text": "self.actions.modify_text('text', 'new')",
    "radio": "self.actions.modify_radio('radio', 2)",
    "box": "self.actions.modify_checkbox('box', 'a|b')",
    "list": 'self.actions.modify_select(input_name="list", input_value="y")',
    "area": "self.actions.modify_text('area', 'a line')",
    "range": "self.actions.modify_range('range', 30)",
}


@dataclass
class Replayed:
    episode: Episode
    score: InstanceScore

    @property
    def marks(self) -> dict[str, float]:
        """The scores of the counted fields."""
        return {field.name: field.score for field in self.score.fields if field.counted}

    @property
    def answers(self) -> dict[str, str]:
        return {field.name: field.answer for field in self.score.fields}


@pytest.fixture
def replayed(open_form):
    """`await replayed(answers)` returns a page on which the answers, by field, were executed."""

    async def replay(answers: dict[str, str]) -> Replayed:
        form = await open_form(TEMPLATE, *FIELDS)
        task = Task(id="T/0", benchmark="", instruction="", tags={"task": "T", "row": 0})
        episode = await run_episode(task, form.session, Replay({("T", 0): answers}))
        assert episode.error is None
        return Replayed(episode, score_instance(episode.evidence["fields"], GOLD))

    return replay


async def test_correct_answers_get_the_full_score(replayed):
    worked = await replayed(RIGHT)
    assert worked.score.value == 1.0
    assert worked.marks == dict.fromkeys(RIGHT, 1.0)


async def test_wrong_answers_get_partial_scores(replayed):
    wrong = {
        "text": "self.actions.modify_text('text', 'new words')",
        "radio": "self.actions.modify_radio('radio', '1')",
        "range": "self.actions.modify_range('range', 60)",
    }
    worked = await replayed(RIGHT | wrong)
    # ROUGE-L of one word of two; 1 - |30 - 60| / 60
    assert worked.marks == {
        "text": pytest.approx(2 / 3),
        "radio": 0.0,
        "box": 1.0,
        "list": 1.0,
        "area": 1.0,
        "range": 0.5,
    }
    # The range enters as 1.
    assert worked.score.value == pytest.approx((2 / 3 + 0 + 1 + 1 + 1 + 1) / 6)


async def test_fields_without_an_answer_are_unchanged(replayed):
    worked = await replayed({"text": RIGHT["text"]})
    assert len(worked.episode.steps) == 1
    assert worked.answers == {
        "text": "new",
        "radio": "",
        "box": "",
        "list": "x",
        "area": "",
        "range": "50",
        "unseen": "",
    }
    # The range enters as 1.
    assert worked.score.value == pytest.approx(2 / 6)


# At every change one that the page refuses, one the schema, and one the parser.
@pytest.mark.parametrize(
    "answer",
    first(
        "self.actions.modify_radio('radio', '3')",
        "self.actions.modify_radio('radio')",
        "driver.find_element('radio').click()",
        "self.actions.modify_rodeo('radio', '2')",
        "self.actions.modify_radio('radio', 2",
        "I would choose the second.",
        "",
        "self.actions.modify_radio('nowhere', 2)",
        "self.actions.modify_radio('radio', [2])",
        "self.actions.modify_radio('radio', 1e999)",
        count=3,
    ),
)
async def test_an_answer_that_fails_leaves_its_field_unchanged(replayed, answer: str):
    worked = await replayed(RIGHT | {"radio": answer})
    assert worked.marks == dict.fromkeys(RIGHT, 1.0) | {"radio": 0.0}


async def test_actions_after_a_failed_one_are_not_executed(replayed):
    answer = "self.actions.modify_radio('radio', '3')\nself.actions.modify_text('text', 'changed')"
    worked = await replayed({"radio": answer})
    assert worked.answers["text"] == "old"
    assert len(worked.episode.steps) == 1


async def test_actions_before_a_failed_one_are_executed(replayed):
    answer = "self.actions.modify_text('text', 'new')\nself.actions.modify_text('text')"
    assert (await replayed({"text": answer})).marks["text"] == 1.0


async def test_the_reason_for_not_executing_an_answer_is_recorded(replayed):
    worked = await replayed({"radio": "self.actions.modify_rodeo('radio', '2')"})
    [step] = worked.episode.steps
    assert [call["name"] for call in step.actions] == ["invalid_action"]
    assert "there is no action 'modify_rodeo'" in step.results[0].message
    assert step.thought == "self.actions.modify_rodeo('radio', '2')"


async def test_the_text_of_an_answer_is_recorded_as_the_thought(replayed):
    worked = await replayed({"text": "Surely: self.actions.modify_text('text', 'new')"})
    assert worked.episode.steps[0].thought == "Surely: self.actions.modify_text('text', 'new')"


async def test_answers_can_observe_before_they_act(replayed):
    looks = [
        "scroll_to_element('text')",
        "wait_for_element('text')",
        "take_element_screenshot('text')",
        "take_full_screenshot()",
        "maximize_window()",
        "load_jquery()",
        "get_html('http://x/')",
        "execute_js_command('1')",
    ]
    typed = "self.actions.modify_text('text', 'new')"
    answer = "".join(f"self.actions.{look}\n" for look in looks) + typed
    worked = await replayed({"text": answer})
    assert all(one.ok for step in worked.episode.steps for one in step.results)
    assert worked.marks["text"] == 1.0


@pytest.mark.parametrize("form", ["Here it is:\n```\n{}\n```", "self.actions.get_html(); {}"])
async def test_answers_can_contain_other_text(replayed, form: str):
    answer = form.format("self.actions.modify_text('text', 'new')")
    assert (await replayed({"text": answer})).marks["text"] == 1.0


async def test_answers_for_invisible_fields_are_not_executed(replayed):
    worked = await replayed({"unseen": "self.actions.modify_text('text', 'changed')"})
    assert worked.episode.steps == []


async def test_an_answer_can_act_on_another_field(replayed):
    worked = await replayed({"text": "self.actions.modify_radio('radio', 2)"})
    assert worked.marks["radio"] == 1.0
    assert worked.marks["text"] == 0.0


async def test_answers_to_other_instances_are_not_used(write_task, work, tmp_path):
    rows = [{"i": n, "Answer.q": "yes"} for n in "12"]
    folder = write_task("T", "<p>${i}<input name=q>", rows)
    record = {"row": 1, "input_name": "q", "output": "self.actions.modify_text('q', 'yes')"}
    (tmp_path / "T.jsonl").write_text(json.dumps(record), encoding="utf-8")
    benchmark = turkingbench(data=folder, split="all")
    worked = await work(benchmark, "replay", predictions=tmp_path / "T.jsonl")
    assert [one.score.value for one in worked] == [0.0, 1.0]
