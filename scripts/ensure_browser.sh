#!/bin/sh
# Install Chromium and bubblewrap, its sandbox, if they are missing and the user may install packages.
# Without Chromium, print how to install it and fail.
# PYTHON is the interpreter with webproctor installed.
set -eu

has_browser() {
    "$PYTHON" -c 'from webproctor.environments.browser import find_browser; find_browser()' 2>/dev/null
}

has_browser && command -v bwrap >/dev/null && exit 0

if [ "$(id -u)" = 0 ]; then as_root=""
elif sudo -n true 2>/dev/null; then as_root="sudo"
else as_root="none"
fi

if [ "$as_root" != none ] && command -v apt-get >/dev/null && ! command -v bwrap >/dev/null; then
    echo "Installing bubblewrap." >&2
    $as_root apt-get update -qq || true
    $as_root apt-get install -y -qq bubblewrap >/dev/null 2>&1 || true
fi

has_browser && exit 0

if [ "$as_root" != none ] && command -v apt-get >/dev/null; then
    echo "Chromium was not found: installing the system's package." >&2
    $as_root apt-get update -qq
    # The headless shell is smaller and starts faster, but not every system packages it.
    $as_root apt-get install -y -qq chromium-headless-shell >/dev/null 2>&1 ||
        $as_root apt-get install -y -qq chromium >/dev/null
    has_browser && exit 0
fi

"$PYTHON" -c '
from webproctor.environments.browser import find_browser
from webproctor.core.errors import UserError
try:
    find_browser()
except UserError as error:
    raise SystemExit(str(error))
'
