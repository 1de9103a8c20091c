"""The output of agents' programs."""

import asyncio
import json
import sys

import pytest

from webproctor.agents.program_output import ProgramOutput


async def printed(source: str, *secrets: str) -> ProgramOutput:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", source, stdout=pipe, stderr=pipe
    )
    output = ProgramOutput(secrets)
    await output.read(process)
    await output.rest()
    return output


async def test_a_program_that_was_terminated_before_it_was_read_has_no_output() -> None:
    output = ProgramOutput()
    await output.rest()
    assert (output.answer, output.text()) == (None, "")


async def test_the_answer_is_the_last_line_that_reports_no_usage() -> None:
    first = '{"webproctor_usage": {"requests": 2, "input_tokens": 900, "output_tokens": 40}}'
    last = '{"webproctor_usage": {"input_tokens": 100}}'
    output = await printed(f"print('{first}'); print('blue'); print('{last}'); print()")
    assert output.answer == "blue"
    assert [(one.requests, one.input_tokens) for one in output.reported] == [(2, 900), (1, 100)]


async def test_the_output_says_that_invalid_usage_is_not_counted() -> None:
    output = await printed("""print('{"webproctor_usage": {"input_tokens": -5}}'); print('blue')""")
    assert output.reported == []
    assert "the usage in this line is not counted: ('input_tokens',)" in output.text()
    assert output.answer == "blue"


async def test_numbers_of_usage_whose_sums_cannot_be_stored_are_not_counted() -> None:
    many = '{"webproctor_usage": {"input_tokens": 1%s}}' % ("0" * 400)
    dear = '{"webproctor_usage": {"dollars": 1e308}}'
    output = await printed(f"print('{many}'); print('{dear}'); print('blue')")
    assert (output.reported, output.answer) == ([], "blue")


async def test_the_number_of_usage_reports_is_limited() -> None:
    line = '{"webproctor_usage": {"requests": 1}}'
    output = await printed(f"for _ in range(10_005): print('{line}')\nprint('blue')")
    assert (len(output.reported), output.answer) == (10_000, "blue")
    assert output.text().endswith("[the usage is not counted: more than 10,000 reports]\nblue")


async def test_the_answer_is_read_after_a_line_that_cannot_be_parsed() -> None:
    line = '{"webproctor_usage": ' + "[" * 10_000
    output = await printed(f"print('{line}'); print('blue')")
    assert output.answer == "blue"


async def test_the_middle_of_a_long_output_is_omitted() -> None:
    output = await printed("for n in range(200_000): print('line', n)\nprint('x' * 10**6)")
    text = output.text()
    assert text.startswith("line 0\n")
    assert text.endswith("x" * 100)
    assert "characters are omitted]" in text
    assert len(text) < 110_000


async def test_a_secret_that_contains_another_one_is_redacted_as_a_whole() -> None:
    for secrets in (("user12345", "user12345:word"), ("user12345:word", "user12345")):
        assert (await printed("print('user12345:word')", *secrets)).text() == "[redacted]"


@pytest.mark.parametrize("secret", ["pässwörter", 'with "quotes"', "two\nlines\\"])
async def test_secrets_are_redacted_in_json_too(secret: str) -> None:
    for line in (
        secret,
        json.dumps([secret])[2:-2],
        json.dumps([secret], ensure_ascii=False)[2:-2],
    ):
        source = f"import sys; sys.stdout.buffer.write({line.encode()!r})"
        assert (await printed(source, secret)).text() == "[redacted]"


async def test_secrets_are_redacted_and_errors_are_kept() -> None:
    output = await printed("import sys; print('my word is hunter22'); sys.exit('no')", "hunter22")
    assert output.text().splitlines()[0] == "my word is [redacted]"
    assert output.last_error == "no"


NODE = """file:///agent.mjs:5

Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'ws'
    at packageResolve (node:internal/modules/esm/resolve:873:9) {
  code: 'ERR_MODULE_NOT_FOUND'
}

Node.js v20.20.2"""
PLAYWRIGHT = """Traceback (most recent call last):
playwright._impl._errors.TimeoutError: Locator.fill: Timeout 30000ms exceeded.
Call log:
  - waiting for get_by_label("Title")"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (NODE, "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'ws'"),
        (
            PLAYWRIGHT,
            "playwright._impl._errors.TimeoutError: Locator.fill: Timeout 30000ms exceeded.",
        ),
        ("KeyError: 'a'\nduring which\nValueError: no", "ValueError: no"),
        ("Loading errors: none\nno such file", "no such file"),
    ],
    ids=["Node.js", "Playwright", "two exceptions", "no exception"],
)
async def test_the_error_is_the_line_of_the_last_exception(text: str, line: str) -> None:
    output = await printed(f"import sys; sys.stderr.write({text!r})")
    assert output.last_error == line
