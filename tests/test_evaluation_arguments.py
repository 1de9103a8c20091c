"""Wrong arguments of `webproctor.evaluate`, and functions that are called with results."""

from pathlib import Path
from typing import Any

import pytest

import webproctor
from webproctor import UserError
from webproctor.run.episode_results import Result


@pytest.mark.parametrize(
    ("argument", "value", "message"),
    [
        ("settings", ["targets"], r"settings \['targets'\]: .* dictionary"),
        ("agent_settings", "seed", "agent_settings 'seed': .* dictionary"),
        ("preset", 3, "preset 3: .* string"),
        ("limit", 1.5, "limit 1.5: .* integer"),
        ("epochs", None, "epochs None: .* integer"),
        ("out", 3, "out 3: .* path"),
        ("resume", "runs/one", "resume 'runs/one': .* boolean"),
        ("record", ["all"], r"record \['all'\]: .* string"),
        ("on_result", "print", "on_result 'print': .* callable"),
    ],
)
def test_an_argument_of_the_wrong_type_is_a_user_error(
    tmp_path: Path, argument: str, value: Any, message: str
) -> None:
    arguments: dict[str, Any] = {"out": tmp_path / "run", argument: value}
    with pytest.raises(UserError, match=message):
        webproctor.evaluate("grounding", "do-nothing", **arguments)


async def test_the_asynchronous_function_checks_arguments_too() -> None:
    with pytest.raises(UserError, match="epochs 'two'"):
        await webproctor.evaluate_async("grounding", "do-nothing", epochs="two")
    with pytest.raises(TypeError, match="unexpected keyword argument 'epoch'"):
        await webproctor.evaluate_async("grounding", "do-nothing", epoch=2)


def test_a_run_without_a_folder_cannot_be_resumed() -> None:
    with pytest.raises(UserError, match="resume needs the folder of the run: add `out`"):
        webproctor.evaluate("grounding", "do-nothing", resume=True)


def test_an_exception_of_on_result_stops_the_run_which_can_be_resumed(tmp_path: Path) -> None:
    seen: list[str] = []

    def fail(result: Result) -> None:
        seen.append(result.task)
        raise ZeroDivisionError("in on_result")

    arguments: dict[str, Any] = {"settings": {"targets": 6}, "out": tmp_path / "run"}
    with pytest.raises(ZeroDivisionError, match="in on_result"):
        webproctor.evaluate("grounding", "do-nothing", parallel=1, on_result=fail, **arguments)
    assert len(seen) == 1
    assert not webproctor.read_run(tmp_path / "run").complete
    assert webproctor.evaluate("grounding", "do-nothing", resume=True, **arguments).complete
