"""Texts for people use plain words, and one word for one thing.

The tests check the documentation, the docstrings and comments of all Python files, what the command
line prints, and the names of tests.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# A banned expression, and what to write instead.
BANNED = {
    r"full marks": "full score",
    r"\bmarking\b": "scoring",
    r"\bsittings?\b": "episode, game session",
    r"\bseats?\b|\bseated\b": "session",
    r"\bdeeds?\b": "inputs",
    r"\bbr(eak|oke)s? off\b": "errored",
    r"\bmisread\b": "invalid action",
    r"\b(in|out of) sight\b": "in the viewport",
    r"\banew\b": "again",
    r"\b(go|goes|going|gone) on with\b": "resume",
    r"\bin vain\b": "without effect",
    r"\b(is|are|was|were) told (in|by|of|that)\b": "printed, reported",
    r"\bhow sure\b": "confidence interval",
    r"\bcan(not)? be had\b": "available",
    r"\bnothing can be done\b": "not available",
    r"\bput (it|them) back\b": "restore",
    r"\bmistakes?\b": "user error",
    r"\bexamin(e|es|ed)\b|\bexams?\b": "evaluate",
    r"\bwho(ever|so)\b": "the user, the program",
    r"\bthe catalogue\b": "the paper's section, or a public address",
    r"\bcannot bear\b|\bdoes not bear\b": "does not support",
    r"\bmend(s|ed)?\b": "fix",
    r"\bthereof\b|\bwherein\b|\bwhereby\b": "plain words",
}
# Banned only in names of tests, which start with their subject or a condition.
BANNED_IN_NAMES = {
    r"^(of|what|where|who|beside) ": "the subject",
    r"\b(told|tells?)\b": "reported, printed, returned",
    r"\bis marked\b|\bmarked (again|by)\b": "scored",
    r"\bhad\b": "available",
    r"\bbeg(in|ins|an|un)\b": "start",
    r"\bgo(es)? on\b": "continue, resume",
    r"\bmade again\b": "reproduced",
    r"\b(stands?|stood)\b(?! ins?\b)": "is",
    r"\bhands\b": "input",
    r"\bthat (is|are) (no(?! longer)|none)\b": "invalid",
}
# The identifier of the game, the name of a class, and the same word in another sense.
ALLOWED = re.compile(
    r"`[^`\n]*`|elements of the page are examined|Attributes:\n(.|\n)*", re.MULTILINE
)
PATTERNS = {re.compile(pattern, re.IGNORECASE): use for pattern, use in BANNED.items()}
IN_NAMES = PATTERNS | {re.compile(pattern): use for pattern, use in BANNED_IN_NAMES.items()}
TEST = re.compile(r"^ *(?:async )?def test_(\w+)", re.MULTILINE)
# Finds every text in lower case with a banned expression, and others too, 15 times as fast.
ANY = re.compile("|".join(BANNED).replace(r"\b", ""))


def documents() -> Iterator[Path]:
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"))
    yield from (ROOT / "docs").rglob("*.md")
    yield ROOT / "bench/README.md"


def programs() -> Iterator[Path]:
    for folder in ("src", "tests", "bench", "examples", "scripts"):
        yield from (ROOT / folder).rglob("*.py")


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Docstrings and comments of a Python file, and the strings of a command, with their lines."""
    text = path.read_text(encoding="utf-8")
    # Reading tokens is slow, and few files have such a word at all. Strings of commands may be
    # written in parts.
    if "cli" not in path.parts and not ANY.search(text.lower()):
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if documented := ast.get_docstring(node):
                yield getattr(node, "lineno", 1), documented
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "cli" in path.parts:
            yield node.lineno, node.value


def names_of_tests(path: Path) -> Iterator[tuple[int, str]]:
    """Names of the tests of a Python file as text, with their lines."""
    text = path.read_text(encoding="utf-8")
    for match in TEST.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match[1].replace("_", " ")


def found(
    texts: Iterator[tuple[int, str]], name: str, patterns: Mapping[re.Pattern[str], str] = PATTERNS
) -> list[str]:
    errors = []
    for line, text in texts:
        plain = ALLOWED.sub("", text)
        for pattern, use in patterns.items():
            if match := pattern.search(plain):
                errors.append(f"{name}:{line}: {match[0]!r}: write {use!r}")
    return errors


@pytest.mark.parametrize("path", list(documents()), ids=lambda path: path.name)
def test_the_documentation_uses_plain_words(path: Path) -> None:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    assert found(iter(lines), path.name) == []


def test_docstrings_comments_and_commands_use_plain_words() -> None:
    errors = [
        one
        for path in programs()
        if path.resolve() != Path(__file__).resolve()
        for one in found(prose(path), str(path.relative_to(ROOT)))
    ]
    assert errors == []


def test_names_of_tests_use_plain_words() -> None:
    errors = [
        one
        for path in (ROOT / "tests").rglob("test_*.py")
        for one in found(names_of_tests(path), str(path.relative_to(ROOT)), IN_NAMES)
    ]
    assert errors == []


@pytest.mark.parametrize(
    "name",
    [
        "of_two_runs_the_first_is_shown",
        "what_is_no_run_is_refused",
        "a_missing_file_is_told",
        "a_mistake_is_printed",
        "a_folder_that_is_none_is_refused",
        "a_killed_run_goes_on",
    ],
)
def test_a_banned_expression_in_the_name_of_a_test_is_found(tmp_path: Path, name: str) -> None:
    (tmp_path / "test_x.py").write_text(f"\n\nasync def test_{name}():\n    pass\n")
    first, *_ = found(names_of_tests(tmp_path / "test_x.py"), "test_x.py", IN_NAMES)
    assert first.startswith("test_x.py:3: ")


@pytest.mark.parametrize("text", ["x = 1\n# Nothing can be done\n", '"""Two.\n\nIn vain."""\n'])
def test_comments_and_docstrings_of_a_file_are_checked(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.py").write_text(text)
    assert len(found(prose(tmp_path / "x.py"), "x.py")) == 1


def test_strings_of_a_command_written_in_parts_are_checked(tmp_path: Path) -> None:
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli/x.py").write_text('x = "in " "vain"\n')
    assert len(found(prose(tmp_path / "cli/x.py"), "x.py")) == 1


def test_a_banned_word_is_found_with_its_line() -> None:
    assert found(iter([(3, "All fields earn full marks.")]), "x.py") == [
        "x.py:3: 'full marks': write 'full score'"
    ]
