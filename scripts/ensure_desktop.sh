#!/bin/sh
# Install the programs of the desktop, tesseract, flite and chromedriver, if the user may install
# packages. They are optional: the script succeeds without them.
# PYTHON is the interpreter with webproctor installed.
set -eu

has_desktop() {
    "$PYTHON" -c '
from webproctor.environments.browser import find_browser
from webproctor.environments.desktop import find_programs
find_programs()
find_browser(window=True)' 2>/dev/null
}

has_programs() {
    command -v tesseract >/dev/null && command -v flite >/dev/null
}

has_desktop && has_programs && exit 0

if [ "$(id -u)" = 0 ]; then as_root=""
elif sudo -n true 2>/dev/null; then as_root="sudo"
else exit 0
fi

if command -v apt-get >/dev/null; then
    echo "Installing a desktop, tesseract, flite and chromedriver." >&2
    $as_root apt-get update -qq || true
    $as_root apt-get install -y -qq xvfb openbox chromium >/dev/null 2>&1 || true
    $as_root apt-get install -y -qq tesseract-ocr flite >/dev/null 2>&1 || true
    $as_root apt-get install -y -qq chromium-driver >/dev/null 2>&1 || true
fi
