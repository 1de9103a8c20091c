"""Names of keys."""

import pytest

from webproctor.environments.browser.keyboard import combination


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("ctrl+plus", ["Control", "+"]),
        ("ctrl++", ["Control", "+"]),
        ("ctrl+minus", ["Control", "-"]),
        ("Page_Down", ["PageDown"]),
        ("alt_l+F4", ["Alt", "F4"]),
        ("shift+slash", ["Shift", "/"]),
    ],
)
def test_names_of_x_are_known(written: str, names: list[str]) -> None:
    assert combination(written)[0] == names
