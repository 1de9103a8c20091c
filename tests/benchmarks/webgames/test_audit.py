"""The findings of the cheat audit."""

from webproctor.benchmarks.people import REPORTED
from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.audit import audit, findings
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.core.scores import Score

HONEST = {"password": "a-b-c-0000", "witnessed": True, "input_count": 3, "minimum_actions": 2}


def test_an_honest_win_has_no_findings() -> None:
    assert findings(HONEST) == []


def test_a_win_without_enough_inputs_is_a_finding() -> None:
    assert findings(HONEST | {"input_count": 1}) == ["win after 1 inputs, minimum 2"]
    assert findings(HONEST | {"witnessed": False}) == ["win without recorded inputs"]


def test_a_game_that_is_not_won_needs_no_inputs() -> None:
    assert findings(HONEST | {"password": "", "witnessed": False, "input_count": 0}) == []
    assert findings({}) == []


def test_a_persons_inputs_are_not_recorded() -> None:
    assert findings(HONEST | {"witnessed": False, "inputs": REPORTED}) == []


def test_each_kind_of_attempt_is_one_finding() -> None:
    evidence = HONEST | {
        "faults": ["a key of no page", "a key of no page"],
        "foreign": ["POST messages"],
        "refused": ["GET http://elsewhere.test/"],
        "visited": ["http://webgames.localhost/x"],
        "view_differences": ["a link"],
        "devtools": {"refused": {"Page.navigate": 3}},
        "scripts": 2,
    }
    assert findings(evidence) == [
        "message refused: a key of no page",
        "request not sent by the game's page: POST messages",
        "request outside the task: GET http://elsewhere.test/",
        "address opened by the agent: http://webgames.localhost/x",
        "not on the judged page: a link",
        "DevTools command refused: Page.navigate (3)",
        "scripts run by the agent: 2",
    ]


def test_a_run_lists_findings_by_task() -> None:
    [task] = WebGames([suite.entry("date")]).tasks()
    table = audit([(task, Score(value=0.0, details={"audit": ["scripts run by the agent: 1"]}))])
    assert table is not None
    assert table.rows == [["date@0", "not won", "scripts run by the agent: 1"]]


def test_no_findings_are_reported_for_audited_episodes() -> None:
    [task] = WebGames([suite.entry("date")]).tasks()
    audited, not_audited = Score(value=1.0, details={"audit": []}), Score(value=1.0)
    table = audit([(task, audited), (task, audited), (task, not_audited)])
    assert table is not None
    assert table.rows == [["2 episodes", "-", "no findings"]]
    assert audit([(task, not_audited)]) is None
    table = audit([(task, audited)])
    assert table is not None
    assert table.rows == [["1 episode", "-", "no findings"]]
