from webproctor.core.scores import Score
from webproctor.core.tasks import Task
from webproctor.harness.run_episodes import RunEpisodes
from webproctor.run.episode_results import Result

TASKS = [Task(id=name, benchmark="memory", instruction="") for name in ("a", "b")]


def result(task: str, epoch: int, cause: str | None = None) -> Result:
    return Result(task=task, epoch=epoch, cause=cause, void=cause is not None, score=Score(value=0))


def test_episodes_are_numbered_epoch_by_epoch() -> None:
    episodes = RunEpisodes(TASKS, 2, {})
    assert len(episodes) == 4
    assert list(episodes.keys(episodes.remaining)) == [("a", 1), ("b", 1), ("a", 2), ("b", 2)]


def test_finished_episodes_are_not_run_again() -> None:
    finished, void = result("a", 1), result("b", 1, "browser")
    episodes = RunEpisodes(TASKS, 1, {("a", 1): finished, ("b", 1): void})
    assert list(episodes.keys(episodes.remaining)) == [("b", 1)]
    assert [one.task for one in episodes.finished()] == ["a"]
    assert set(episodes.results) == {("a", 1), ("b", 1)}


def test_remaining_episodes_are_divided_into_batches() -> None:
    episodes = RunEpisodes(TASKS, 2, {("b", 1): result("b", 1)})
    assert list(episodes.batches(2)) == [[("a", 1), ("a", 2)], [("b", 2)]]


def test_results_of_other_tasks_are_ignored() -> None:
    episodes = RunEpisodes(TASKS, 1, {("c", 1): result("c", 1), ("a", 2): result("a", 2)})
    assert not episodes.results
    assert len(episodes.remaining) == 2
