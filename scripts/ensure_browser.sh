#!/bin/sh
# Makes sure that a Chromium is there, or says how to get one.
# PYTHON names the interpreter that has webproctor installed.
set -eu

has_browser() {
    "$PYTHON" -c 'from webproctor.browser import find_browser; find_browser()' 2>/dev/null
}

has_browser && exit 0

if [ "$(id -u)" = 0 ]; then as_root=""
elif sudo -n true 2>/dev/null; then as_root="sudo"
else as_root="none"
fi

if [ "$as_root" != none ] && command -v apt-get >/dev/null; then
    echo "No Chromium was found: installing the system's." >&2
    $as_root apt-get update -qq
    # The headless shell is smaller and starts faster, but not every system packages it.
    $as_root apt-get install -y -qq chromium-headless-shell >/dev/null 2>&1 ||
        $as_root apt-get install -y -qq chromium >/dev/null
    has_browser && exit 0
fi

"$PYTHON" -c '
from webproctor.browser import find_browser
from webproctor.errors import UserError
try:
    find_browser()
except UserError as error:
    raise SystemExit(str(error))
'
