"""The policy's network: probabilities, choices, and files."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: extra `models`")

from webproctor.core.errors import UserError  # noqa: E402
from webproctor.methods.policy.network import Config, Policy, batch_of, load  # noqa: E402
from webproctor.methods.policy.operations import OPERATIONS, Choice  # noqa: E402
from webproctor.methods.policy.tokens import COPIED, Situation, Token, tokenize  # noqa: E402

TINY = Config(width=16, layers=1, heads=2, buckets=256)
PAGE = 'Wait 5 seconds\n[0 button "Go"] [1 button "Stop"]\n[end of the page]'


def seen(content: str = PAGE) -> list[Token]:
    return tokenize(Situation("Wait.", content))


def policy(seed: int = 0) -> Policy:
    torch.manual_seed(seed)
    return Policy(TINY).eval()


def choices(read: list[Token]) -> list[Choice]:
    """Return every choice that a situation allows."""
    elements = [at for at, one in enumerate(read) if one.kind == "element"]
    possible: list[Choice] = []
    for index, operation in enumerate(OPERATIONS):
        for target in elements if operation.target else [0]:
            if operation.copies == "nothing":
                possible.append(Choice(index, target))
                continue
            for start, one in enumerate(read):
                if one.kind not in COPIED:
                    continue
                if operation.copies == "number":
                    if one.amount is not None:
                        possible.append(Choice(index, target, start, start))
                    continue
                ends = [at for at in range(start, len(read)) if read[at].kind == one.kind]
                possible += [Choice(index, target, start, end) for end in ends]
    return possible


def test_probabilities_of_all_choices_sum_to_one() -> None:
    read = seen()
    all = choices(read)
    with torch.no_grad():
        batch = batch_of([read] * len(all), TINY.buckets)
        assert float(policy().log_probabilities(batch, all).exp().sum()) == pytest.approx(1, 1e-4)


def test_sampled_choices_are_possible_in_the_situation() -> None:
    read, generator = seen(), torch.Generator().manual_seed(1)
    allowed = set(choices(read))
    assert all(policy().choose(read, generator) in allowed for _ in range(40))


def test_without_elements_and_numbers_no_choice_that_requires_them_is_possible() -> None:
    read, generator = seen("Nothing here"), torch.Generator().manual_seed(1)
    drawn = [OPERATIONS[policy().choose(read, generator).operation] for _ in range(40)]
    assert not any(one.target or one.copies == "number" for one in drawn)


def test_probabilities_do_not_depend_on_other_situations_in_the_batch() -> None:
    short, long = seen(), seen(PAGE.replace("seconds", "seconds " * 50))
    choice = Choice(0, next(at for at, one in enumerate(short) if one.kind == "element"))
    with torch.no_grad():
        alone = policy().log_probabilities(batch_of([short], TINY.buckets), [choice])
        beside = policy().log_probabilities(batch_of([short, long], TINY.buckets), [choice] * 2)
    assert float(alone[0]) == pytest.approx(float(beside[0]), abs=1e-4)


def test_without_a_generator_the_most_probable_operation_is_chosen() -> None:
    read = seen()
    assert {policy().choose(read) for _ in range(5)} == {policy().choose(read)}


def test_a_saved_policy_makes_the_same_choices(tmp_path: Path) -> None:
    network = policy(3)
    network.save(tmp_path)
    same = load(tmp_path)
    batch, choice = batch_of([seen()], TINY.buckets), [Choice(len(OPERATIONS) - 1)]
    assert torch.equal(
        network.log_probabilities(batch, choice), same.log_probabilities(batch, choice)
    )


def test_a_folder_without_a_policy_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"policy\.json: file not found"):
        load(tmp_path)


def test_a_policy_with_other_operations_is_a_user_error(tmp_path: Path) -> None:
    policy().save(tmp_path)
    file = tmp_path / "policy.json"
    file.write_text(file.read_text().replace('"hover"', '"jump"'))
    with pytest.raises(UserError, match="other operations: train it again"):
        load(tmp_path)


def test_damaged_weights_are_a_user_error(tmp_path: Path) -> None:
    policy().save(tmp_path)
    (tmp_path / "policy.safetensors").write_bytes(b"no weights")
    with pytest.raises(UserError, match="cannot be loaded"):
        load(tmp_path)
