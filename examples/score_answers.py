"""Score your own answers on Mind2Web, and write a run with a report.

    python examples/score_answers.py

The answers are a JSON list with [step, element id, "OP value"] for each step. The same from the
command line:

    webproctor score mind2web --data DATA --predictions answers.json --out runs/answers
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from webproctor import evaluate, load_benchmark
from webproctor.benchmarks.mind2web.benchmark import Mind2Web


def answers_of(benchmark: Mind2Web) -> list[list[str]]:
    """Return [step, element, operation] for each step: put your model's answers here."""
    return [
        [step.key, step.negatives[0].id, "CLICK"]
        for demonstration in benchmark.demonstrations
        for step in benchmark.dataset.steps(demonstration)
    ]


if __name__ == "__main__":
    benchmark = load_benchmark("mind2web")  # The built-in sample; or data="data/mind2web".
    assert isinstance(benchmark, Mind2Web)
    with TemporaryDirectory() as folder:
        answers = Path(folder) / "answers.json"
        answers.write_text(json.dumps(answers_of(benchmark)))
        run = evaluate("mind2web", "replay", agent_settings={"predictions": answers})
    assert run.summary is not None
    json.dump(run.summary.figures, sys.stdout, indent=2)
    print(f"\nReport: {run.folder / 'report.html'}")
