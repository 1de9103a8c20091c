"""Errors of models that cannot be loaded."""

import json
from pathlib import Path

import pytest

from webproctor.core.errors import UserError
from webproctor.methods.weights import loading, writer


@pytest.mark.parametrize("error", [KeyError("x"), RuntimeError("size mismatch"), MemoryError()])
def test_an_error_of_the_library_becomes_a_user_error_with_the_source(error: Exception) -> None:
    told = r"^'folder' cannot be loaded: ."
    with pytest.raises(UserError, match=told) as caught, loading("folder"):
        raise error
    assert caught.value.__cause__ is error


def test_a_user_error_is_raised_unchanged() -> None:
    with pytest.raises(UserError, match=r"^give another$"), loading("folder"):
        raise UserError("give another")


@pytest.mark.parametrize("config", [[], {}, {"base_model_name_or_path": 3}])
def test_lora_weights_name_their_base_model(tmp_path: Path, config: object) -> None:
    pytest.importorskip("transformers", reason="transformers is not installed")
    (tmp_path / "adapter_config.json").write_text(json.dumps(config))
    with pytest.raises(
        UserError, match=r"adapter_config\.json: base_model_name_or_path is missing"
    ):
        writer(str(tmp_path))
