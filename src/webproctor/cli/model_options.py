"""Command-line options for the model of an agent and its requests."""

import json
from typing import Any

import click

from webproctor.cli.numbers import Integer, Number
from webproctor.core.errors import UserError

EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
# Options with values `KEY=VALUE`, by the name of the setting.
_PAIRS = {"model_args": ("arguments", "-M"), "generate": ("generation", "--generate")}


def model_options() -> list[click.Option]:
    """Return the options for the model and its requests."""
    return [*_model(), *_generation(), *_sending(), *_cost()]


def _model() -> list[click.Option]:
    return [
        click.Option(["--model"], help="Model in Inspect's notation: PROVIDER/NAME."),
        click.Option(
            ["--base-url"], help="Address of the model's server; default: the provider's."
        ),
        click.Option(
            ["-M", "model_args"],
            multiple=True,
            metavar="KEY=VALUE",
            help="Argument of the provider in Inspect, such as responses_api=false; repeatable.",
        ),
        click.Option(
            ["--fallback"],
            multiple=True,
            metavar="MODEL",
            help="Model that answers if the model refuses (Anthropic only); repeatable.",
        ),
    ]


def _generation() -> list[click.Option]:
    return [
        click.Option(["--temperature"], type=Number(0), help="Sampling temperature of the model."),
        click.Option(
            ["--top-p"],
            type=Number(0, 1),
            help="Share of probability to sample tokens from.",
        ),
        click.Option(["--model-seed"], type=int, help="Seed of the model's sampling."),
        click.Option(["--max-tokens"], type=Integer(1), help="Maximum tokens of one answer."),
        click.Option(
            ["--reasoning-effort"], type=click.Choice(EFFORTS), help="How much the model reasons."
        ),
        click.Option(["--reasoning-tokens"], type=Integer(0), help="Maximum tokens of reasoning."),
        click.Option(
            ["--generate"],
            multiple=True,
            metavar="KEY=VALUE",
            help="Other field of Inspect's GenerateConfig, such as verbosity=low; repeatable.",
        ),
    ]


def _sending() -> list[click.Option]:
    return [
        click.Option(
            ["--model-timeout"],
            type=Integer(1),
            help="Timeout of an answer in seconds, including retries; default: 600; "
            "with --batch, no timeout.",
        ),
        click.Option(
            ["--retries"],
            type=Integer(0),
            default=5,
            show_default=True,
            help="Maximum retries of a failed request.",
        ),
        click.Option(["--cache"], is_flag=True, help="Reuse cached answers to identical requests."),
        click.Option(
            ["--batch"],
            is_flag=True,
            help="Send requests through the provider's batch interface: cheaper, but an answer "
            "takes minutes to hours.",
        ),
    ]


def _cost() -> list[click.Option]:
    return [
        click.Option(["--budget"], type=Number(0), help="Maximum cost in dollars."),
        click.Option(
            ["--price"],
            metavar="IN,OUT[,CACHED]",
            help="Price in dollars per million input, output and cached input tokens; default: "
            "from the included price table.",
        ),
    ]


def model_and_budget(values: dict[str, Any]) -> tuple[dict[str, Any] | None, float | None]:
    """Return `model_settings` without the budget, and the budget, which needs no model if the agent
    reports its cost itself.

    Raises:
        UserError: If a value is invalid.
    """
    budget, values["budget"] = values["budget"], None
    return model_settings(values), budget


def model_settings(values: dict[str, Any]) -> dict[str, Any] | None:
    """Remove the model's options from the command line's values, and return them as settings.

    Returns:
        The settings, or None if no model was given.

    Raises:
        UserError: If a value is invalid, or another option is given without a model.
    """
    options = model_options()
    values_by_option = {option.name: values.pop(option.name) for option in options if option.name}
    if values_by_option["model"] is None:
        for option in options:
            if values_by_option[option.name] not in (None, False, (), option.default):
                raise UserError(f"{option.opts[0]} requires a model: add --model.")
        return None
    name, price = values_by_option.pop("model"), values_by_option.pop("price")
    for option, (setting, flag) in _PAIRS.items():
        values_by_option[setting] = _pairs(values_by_option.pop(option), flag)
    timeout = values_by_option.pop("model_timeout")
    values_by_option["seed"] = values_by_option.pop("model_seed")
    values_by_option["price"] = None if price is None else _price(price)
    settings = {
        "name": name,
        **{key: value for key, value in values_by_option.items() if value is not None},
    }
    if timeout is not None or values_by_option["batch"]:
        settings["timeout"] = timeout
    return settings


def _price(text: str) -> tuple[float, ...]:
    try:
        price = tuple(float(part) for part in text.split(","))
    except ValueError as error:
        raise _not_a_price(text) from error
    if len(price) not in (2, 3) or not all(0 <= part < 1e9 for part in price):
        raise _not_a_price(text)
    return price


def _not_a_price(text: str) -> UserError:
    return UserError(
        f"--price {text}: give IN,OUT or IN,OUT,CACHED in dollars per million tokens, such as "
        "1.25,10."
    )


def _pairs(texts: tuple[str, ...], flag: str) -> dict[str, Any]:
    """Parse `KEY=VALUE`; a value that is JSON is parsed, others are text."""
    pairs: dict[str, Any] = {}
    for text in texts:
        key, separator, value = text.partition("=")
        if not key or not separator:
            raise UserError(f"{flag} {text}: give KEY=VALUE.")
        try:
            pairs[key.strip().replace("-", "_")] = json.loads(value)
        except ValueError:
            pairs[key.strip().replace("-", "_")] = value
    return pairs
