"""Write docs/fidelity.md: for each row of the papers' results, the command that runs it.

    python scripts/write_fidelity.py          # prints the page

The rows are those of the `published.csv` files of the benchmarks.
"""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

BENCHMARKS = Path(__file__).parent.parent / "src/webproctor/benchmarks"
Row = dict[str, str]


class Line(NamedTuple):
    """One line of the page.

    Attributes:
        row: The row of the published table.
        figures: Its published figures, by name.
        command: Arguments of `webproctor` that run it; "" if it cannot be run.
        note: What the command needs, or why there is none.
    """

    row: str
    figures: Mapping[str, str]
    command: str
    note: str = ""


_HEAD = """\
# Fidelity

This page lists every row of the results of the four papers, with the command that runs it here, or
the reason why it cannot be run. `scripts/write_fidelity.py` writes the page; a test checks that
every command is accepted and that no row is missing.

The rows with models have not been run: they need keys, weights or a GPU. A row can be run as long
as its provider serves the model. `SERVER` is the address of an OpenAI-compatible server, such as
vLLM, with the model named in the row. `--preset paper` sets the published
[protocol](agents.md#presets). Reports show a published row next to a run only where the conditions
match.
"""

_SERVED = "--base-url SERVER"
_PROVIDERS = {
    "gpt-": "openai/",
    "o1": "openai/",
    "o3": "openai/",
    "o4": "openai/",
    "claude-": "anthropic/",
    "gemini-": "google/",
}


def model(name: str) -> str:
    """Return the options for a model: its provider's name, or your own server."""
    for prefix, provider in _PROVIDERS.items():
        if name.startswith(prefix):
            return f"--model {provider}{name}"
    return f"--model openai-api/own/{name} {_SERVED}"


def rows(benchmark: str) -> list[Row]:
    path = BENCHMARKS / benchmark / "published.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def listed(row: Row, names: Sequence[str]) -> dict[str, str]:
    """Return the figures of a row that are published, by name."""
    return {name.replace("_", " "): row[name] for name in names if row[name]}


# ---- WebGames


def webgames() -> Iterator[Line]:
    figures = ("technical_fluency", "realtime_responsiveness", "adversarial_resistance")
    figures += ("cognitive_abilities", "visual_comprehension", "average")
    for row in rows("webgames"):
        name = row["model"].removesuffix("-textonly").removesuffix("-computeruse")
        how = {
            "browser-use+vision": "--agent web --preset paper",
            "browser-use text": "--agent web --preset paper --text-only",
            "desktop": "--agent computer --surface desktop --challenges published",
        }[row["interface"]]
        run = joined("run webgames", how, model(name), "--rule published")
        yield Line(f"{row['model']}, {row['interface']}", listed(row, figures), run)


# ---- TurkingBench


def turkingbench() -> Iterator[Line]:
    for (source, *_), group in groupby(
        rows("turkingbench"),
        key=lambda one: (one["source"], one["model"], one["parameters"], one["condition"]),
    ):
        of = list(group)
        row = of[0]
        named = f"{row['model']} {row['parameters']}".strip()
        table = "Table 4" if "Table 4" in source else "by field type"
        label = f"{table}: {named}" + (f", {row['condition']}" if row["condition"] else "")
        metrics = {one["metric"]: f"{100 * float(one['value']):.4g}" for one in of}
        needs = "DUMP: `webproctor dump turkingbench --split train`"
        run = _turkingbench_run(row)
        yield Line(label, metrics, run, needs if "DUMP" in run else "")


def _turkingbench_run(row: Row) -> str:
    start = "run turkingbench --data data/turkingbench"
    if row["model"] in ("do-nothing", "oracle"):
        return f"{start} --split test --instances 20 --agent {row['model']}"
    condition = row["condition"]
    shots = next(part.split()[0] for part in condition.split(", ") if "demonstration" in part)
    encoding = "full" if "full HTML" in condition else "relevant"
    vision = "--vision" if "vision" in condition else "--text-only"
    how = f"--agent form --preset paper --shots {shots} --encoding {encoding} {vision}"
    return joined(start, how, "--demonstrations DUMP" if shots != "0" else "", model(row["model"]))


# ---- Mind2Web


def mind2web() -> Iterator[Line]:
    figures = (
        "element_accuracy",
        "operation_f1",
        "step_success_rate",
        "success_rate",
        "recall_at_50",
    )
    for row in rows("mind2web"):
        note = f" ({row['condition']})" if row["condition"] else ""
        run = _mind2web_run(row)
        made = (
            "FOLDER: `webproctor train predictor --kind generation`; its weights are not published"
        )
        yield Line(
            f"{row['method']}, {row['split']}{note}",
            listed(row, figures),
            run,
            made if "FOLDER" in run else "",
        )


def _mind2web_run(row: Row) -> str:
    data = f"mind2web --data data/mind2web --split {row['split']}"
    start = f"run {data} --agent mindact --preset paper"
    kind, _, name = row["method"].partition(" ")
    if kind == "ranker":
        return (
            f"rank {data} --ranker cross-encoder:osunlp/MindAct_CandidateGeneration_deberta-v3-base"
        )
    if kind == "classification":
        return f"{start} --predictor ranker"
    if kind == "generation":
        return f"{start} --predictor generation:FOLDER"
    if name.startswith("gpt-"):
        named, _, shots = name.partition(" ")
        pool = "--top-k 10 --sample 50" if named == "gpt-4" else ""
        return joined(
            start, "--predictor llm", f"--shots {shots.split('-')[0]}", pool, model(named)
        )
    if name.endswith("zero-shot"):
        return f"{start} --predictor multi-choice:google/flan-t5-xl"
    weights = f"osunlp/MindAct_ActionPrediction_{name}"
    return f"{start} --predictor multi-choice:{weights}"


# ---- RealWebAssist

_GROUNDERS = {
    "set-of-mark": "--grounder set-of-mark --model openai/gpt-4o",
    "os-atlas": "--grounder os-atlas",
    "aria-ui": "--grounder aria-ui",
    "uground-v1": "--grounder uground",
    "ui-tars": "--grounder ui-tars",
    "gta-1": "--grounder gta1",
    "gta-1-f": "--grounder gta1",
    "gui-actor": "--grounder gui-actor",
}
_PLANNERS = {
    "qwen-2.5-72b": "qwen2.5-72b-instruct",
    "claude-3.7-sonnet": "claude-3-7-sonnet-20250219",
}


_TRANSCRIPTS = {
    "ground-truth": "",
    "whisper-large-v3": "--transcripts TRANSCRIPTS",
    "whisper-large-v3+noise": "--transcripts TRANSCRIPTS",
}


def realwebassist() -> Iterator[Line]:
    figures = ("task_success", "progress", "step_accuracy")
    for row in rows("realwebassist"):
        label = " + ".join(part for part in (row["planner"], row["grounder"]) if part)
        heard = "" if row["transcript"] == "ground-truth" else f", {row['transcript']}"
        human = row["category"] == "human"
        yield Line(
            f"{row['category']}: {label}{heard}",
            listed(row, figures),
            "" if human else _realwebassist_run(row),
            "People, not an agent" if human else _realwebassist_note(row),
        )


def _realwebassist_run(row: Row) -> str:
    grounder = row["grounder"]
    server = f"--server SERVER --served-as {grounder}"
    if grounder == "gui-actor":
        server = "--weights microsoft/GUI-Actor-7B-Qwen2.5-VL"
    elif grounder == "set-of-mark":
        server = ""
    planner = row["planner"]
    return joined(
        "run realwebassist --data data/realwebassist --preset paper",
        f"--agent {'planner' if planner else 'grounder'}",
        _GROUNDERS[grounder],
        server,
        model(_PLANNERS.get(planner, planner)) if planner else "",
        _TRANSCRIPTS[row["transcript"]],
    )


def _realwebassist_note(row: Row) -> str:
    if row["category"] == "finetuned":
        return (
            "The weights are not published: `webproctor train grounder` trains such a model by "
            "the published recipe"
        )
    if row["transcript"] == "ground-truth":
        return ""
    heard = "speech realwebassist --data data/realwebassist --recogniser faster-whisper:large-v3"
    if row["transcript"] == "whisper-large-v3":
        return f"TRANSCRIPTS: `clean.json` of `webproctor {heard}`"
    return (
        f"TRANSCRIPTS: `SNR-dB.json` of `webproctor {heard} --snr SNR --noise NOISE`; the paper's "
        "ratio and noise are not published"
    )


PAPERS = (
    (
        "WebGames, Table 1",
        webgames,
        """
The paper's agents used browser-use's observations and actions; `web` has its own, by the same
protocol (steps, plans, actions per step). Puzzles depend on a secret of the run instead of being
the same for everyone.
""",
    ),
    (
        "TurkingBench, Table 4 and the results by field type",
        turkingbench,
        """
The wording of the prompts and the nine examples of the paper are published in part; the rest is
ours. The sample of 20 instances per job is not published: `--sample-seed` draws one.
""",
    ),
    (
        "Mind2Web, main results and section 4",
        mind2web,
        """
Prompts, options, truncation and decoding are those of the released code. The groups of candidates
are random in the original; here the seed determines them (the paper's Table 5: standard deviation
below one point).
""",
    ),
    (
        "RealWebAssist, Tables 2 to 4",
        realwebassist,
        """
The prompts are in the formats that the models were trained on. The audio noise of Table 4 is not
published.
""",
    ),
)


def page() -> Iterator[str]:
    """Return the lines of the page."""
    yield _HEAD
    for title, lines_of, differs in PAPERS:
        lines = list(lines_of())
        names = dict.fromkeys(name for one in lines for name in one.figures)
        shared = _shared_notes(lines)
        yield f"## {title}\n\n{differs.strip()}\n"
        yield from (f"`{note.replace(':', '`:', 1)}.\n" for note in shared)
        yield f"| row | {' | '.join(names)} | command |\n|---|{'---:|' * len(names)}---|"
        for one in lines:
            run = f"`webproctor {one.command}`" if one.command else ""
            how = ". ".join(part for part in (run, one.note) if part and part not in shared)
            figures = " | ".join(one.figures.get(name, "") for name in names)
            yield f"| {one.row} | {figures} | {how} |"
        yield ""


def _shared_notes(lines: Sequence[Line]) -> list[str]:
    """Return the notes on a placeholder, such as `DUMP: ...`, that several lines have."""
    counts = Counter(one.note for one in lines if one.note.partition(":")[0].isupper())
    return [note for note, count in counts.items() if count > 1]


def main() -> None:
    print("\n".join(page()).rstrip())


if __name__ == "__main__":
    main()
