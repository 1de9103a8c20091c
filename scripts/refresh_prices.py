"""Convert the model list of litellm to the price table of webproctor.

    pip download --no-deps --dest /tmp/prices litellm
    python scripts/refresh_prices.py /tmp/prices/litellm-*.whl

The list is `model_prices_and_context_window_backup.json` of the package litellm, which is available
under the MIT license (https://github.com/BerriAI/litellm). Only chat models of the providers below
are kept, under the names that Inspect uses.
"""

import json
import sys
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parent.parent / "src/webproctor/harness/prices.json"
LIST = "litellm/model_prices_and_context_window_backup.json"
# Providers by litellm's names, with Inspect's names.
PROVIDERS = {
    "anthropic": "anthropic",
    "cerebras": "cerebras",
    "deepseek": "deepseek",
    "gemini": "google",
    "groq": "groq",
    "mistral": "mistral",
    "moonshot": "moonshot",
    "openai": "openai",
    "together_ai": "together",
    "xai": "grok",
    "zai": "zai",
}
# Fields of the table, with litellm's names.
FIELDS = {
    "input": "input_cost_per_token",
    "output": "output_cost_per_token",
    "cached_input": "cache_read_input_token_cost",
    "cache_write": "cache_creation_input_token_cost",
    "batch_input": "input_cost_per_token_batches",
    "batch_output": "output_cost_per_token_batches",
}


def prices(listed: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Return the prices in dollars per million tokens, by Inspect's name of the model."""
    found: dict[str, dict[str, float]] = {}
    for name, about in sorted(listed.items()):
        provider = PROVIDERS.get(about.get("litellm_provider", ""))
        chat = about.get("mode") in ("chat", "responses")
        priced = about.get("input_cost_per_token") and about.get("output_cost_per_token")
        if provider is None or not chat or not priced or name.startswith("ft:"):
            continue
        model = name.removeprefix(f"{about['litellm_provider']}/")
        found[f"{provider}/{model}"] = {
            field: round(about[key] * 1e6, 6) for field, key in FIELDS.items() if about.get(key)
        }
    return dict(sorted(found.items()))


def write(wheel: Path) -> int:
    """Write the table; return the number of its models."""
    with zipfile.ZipFile(wheel) as archive:
        listed = json.loads(archive.read(LIST))
    rows = prices(listed)
    head = {
        "source": f"litellm {wheel.name.split('-')[1]}, https://github.com/BerriAI/litellm (MIT)",
        "date": datetime.now(UTC).date().isoformat(),
        "unit": "dollars per million tokens",
    }
    lines = [f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items()]
    about = "".join(f" {json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items())
    text = "{\n" + about + ' "models": {\n' + ",\n".join(lines) + "\n }\n}\n"
    TABLE.write_text(text, encoding="utf-8")
    return len(rows)


if __name__ == "__main__":
    print(f"{write(Path(sys.argv[1]))} models: {TABLE}")
