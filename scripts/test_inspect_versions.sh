#!/usr/bin/env bash
# Run the tests of the harness with the oldest and the newest supported version of Inspect, each in
# a new environment. Give other versions as arguments.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:$PWD/.venv/bin"  # `make setup` puts uv there.
oldest=$(sed -n 's/.*"inspect-ai>=\([0-9.]*\),.*/\1/p' pyproject.toml)
versions=("$@")
[ "$#" -gt 0 ] || versions=("==$oldest" "")
for version in "${versions[@]}"; do
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  uv venv --quiet --python 3.11 "$folder"
  uv pip install --quiet --python "$folder/bin/python" --group dev --editable . "inspect-ai$version"
  uv pip show --python "$folder/bin/python" inspect-ai 2>/dev/null | grep ^Version
  "$folder/bin/python" -m pytest -n 2 --dist loadfile tests/harness tests/test_evaluation.py
  rm -rf "$folder"
done
