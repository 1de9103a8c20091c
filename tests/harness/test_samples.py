"""Results of logged samples."""

from typing import Any

from inspect_ai.log import EvalError, EvalSample
from inspect_ai.scorer import Score as InspectScore

from webproctor.core.episodes import Episode, StepRecord
from webproctor.core.outcomes import EpisodeError
from webproctor.harness.samples import SampleResults, result_of
from webproctor.run.episode_results import STOPPED, Result
from webproctor.run.logs import EPISODE
from webproctor.run.packed import PackedResults

FAILED = EvalError(message="the solver failed", traceback="", traceback_ansi="")


def step(*names: str) -> StepRecord:
    actions = [{"name": name, "arguments": {}} for name in names]
    return StepRecord(actions=actions, results=[], seconds=1)


def sample(episode: Episode | None, *, scored: bool = True, **fields: Any) -> EvalSample:
    """Return the logged sample of an episode, with the score 1 if it is scored."""
    store = {} if episode is None else {EPISODE: episode.model_dump(mode="json")}
    score = InspectScore(value=1.0, metadata={"details": {"a": 1}})
    return EvalSample(
        id="one",
        epoch=1,
        input="",
        target="",
        metadata={"task": {"id": "one"}, "epoch": 2},
        scores={"episode_score": score} if scored else {},
        store=store,
        **fields,
    )


def read(episode: Episode | None, **fields: Any) -> Result:
    result = result_of(sample(episode, **fields))
    assert result is not None
    return result


def test_a_result_counts_the_steps_and_actions_of_its_episode() -> None:
    steps = [step("click", "invalid_action"), step(), step("invalid_action")]
    episode = Episode(
        task="one",
        steps=steps,
        seconds=2.5,
        evidence={"refused": ["a", "b"]},
        usage={"tokens": 7},
    )
    result = read(episode, error_retries=[FAILED.model_dump()] * 2)
    assert (result.steps, result.actions, result.invalid_actions) == (3, 3, 2)
    assert (result.seconds, result.refused, result.tries) == (2.5, 2, 3)
    assert (result.task, result.epoch, result.usage) == ("one", 2, {"tokens": 7})
    assert (result.score.value, result.score.details) == (1, {"a": 1})
    assert (result.cause, result.message, result.void) == (None, None, False)


def test_the_error_of_an_episode_precedes_that_of_its_sample() -> None:
    error = EpisodeError(cause="browser", message="it has crashed", void=True)
    result = read(Episode(task="one", error=error), error=FAILED)
    assert (result.cause, result.message, result.void) == ("browser", "it has crashed", True)


def test_a_failed_solver_is_an_error_of_the_agent() -> None:
    result = read(Episode(task="one"), error=FAILED)
    assert (result.cause, result.message, result.void) == ("agent", "the solver failed", False)


def test_a_failed_solver_without_an_episode_is_void() -> None:
    result = read(None, error=FAILED)
    assert (result.cause, result.message, result.void) == ("no record", "the solver failed", True)


def test_results_are_collected_without_stopped_and_unscored_episodes() -> None:
    found: list[Result] = []
    collected = SampleResults(PackedResults(), found.append)
    stopped = EpisodeError(cause=next(iter(STOPPED)), message="interrupted")
    collected.add(sample(Episode(task="one", error=stopped)))
    collected.add(sample(Episode(task="one"), scored=False))
    collected.add(sample(Episode(task="one"), scored=False, error=FAILED))
    assert (len(collected.results), found) == (0, [])
    assert collected.stopped == ["interrupted"]
    assert collected.errors == ["one: the solver failed"]
    error = EpisodeError(cause="browser", message="it has crashed", void=True)
    for episode in (Episode(task="one", error=error), Episode(task="one", steps=[step()])):
        collected.add(sample(episode))
    assert (len(collected.results), len(found)) == (1, 2)
    kept = collected.results["one", 2]
    assert (kept.steps, kept.cause, kept.tries) == (1, None, 2)
