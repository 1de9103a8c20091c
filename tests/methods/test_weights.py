"""Errors of models that cannot be loaded."""

import json
from pathlib import Path
from typing import Any

import pytest

from webproctor.core.errors import UserError
from webproctor.methods.weights import loading, position_limit, writer


@pytest.mark.parametrize("error", [KeyError("x"), RuntimeError("size mismatch"), MemoryError()])
def test_an_error_of_the_library_becomes_a_user_error_with_the_source(error: Exception) -> None:
    message = r"^'folder' cannot be loaded: ."
    with pytest.raises(UserError, match=message) as caught, loading("folder"):
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


@pytest.mark.parametrize("source", ["/missing/model", "./missing", "models/rankers/missing"])
def test_the_error_of_a_missing_folder_says_so(source: str) -> None:
    with pytest.raises(UserError, match="cannot be loaded: folder not found"), loading(source):
        raise OSError("Repo id must use alphanumeric chars")


def test_an_error_of_several_lines_is_printed_in_one() -> None:
    with (
        pytest.raises(UserError, match=r"loaded: no connection\. Check it"),
        loading("owner/model"),
    ):
        raise OSError("no connection.\n  Check it")


@pytest.mark.parametrize(("kind", "limit"), [("Bert", 20), ("Roberta", 18), ("MPNet", 18)])
def test_the_position_limit_is_what_a_model_can_read(kind: str, limit: int) -> None:
    """The first positions of RoBERTa and its kind are of padding."""
    torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")
    library: Any = pytest.importorskip("transformers", reason="transformers is not installed")
    width = {"hidden_size": 8, "intermediate_size": 8, "num_attention_heads": 1}
    config = getattr(library, f"{kind}Config")(
        **width, num_hidden_layers=1, max_position_embeddings=20, vocab_size=9, pad_token_id=1
    )
    model = getattr(library, f"{kind}Model")(config)
    assert position_limit(model) == limit
    model(torch.full((1, limit), 5))
    with pytest.raises((IndexError, RuntimeError)):
        model(torch.full((1, limit + 1), 5))
