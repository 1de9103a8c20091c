"""Fuzz every entry point ("target") with many inputs, and measure its growth with input size.

    python -m fuzz [--target NAME]... [--inputs N] [--seed S] [--first K]

Run by `make fuzz`. An input is determined by the seed and its number: `--first` continues after an
earlier run, and with `--inputs 1` it repeats one input.
"""

import argparse
import sys
import time

from fuzz.target import fuzz, growth
from fuzz.targets import MISSING, TARGETS


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument(
        "--inputs", type=int, default=100_000, help="number of inputs for each target"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    given = parser.parse_args()
    print(
        f"{'target':24}{'read':>9}{'refused':>9}{'crashed':>9}{'slow':>6}{'most s':>8}{'in s':>8}"
    )
    failed = False
    for name in given.target or TARGETS:
        if name in MISSING:
            print(f"{name:24}left out: {MISSING[name]}")
            continue
        started = time.monotonic()
        count = fuzz(TARGETS[name], given.inputs, seed=given.seed, first=given.first)
        counts = [count.kinds[what] for what in ("read", "refused", "crashed", "slow")]
        columns = f"{counts[0]:9,}{counts[1]:9,}{counts[2]:9,}{counts[3]:6,}"
        print(f"{name:24}{columns}{count.slowest:8.2f}{time.monotonic() - started:8.0f}")
        for place, (number, how) in count.faults.items():
            print(f"    input {number}: {place}: {how!a}")
        steep = growth(TARGETS[name])
        for one in steep:
            print(f"    repeated: {one}")
        sys.stdout.flush()
        failed = failed or bool(count.faults or steep)
    sys.exit(failed)


if __name__ == "__main__":
    main()
