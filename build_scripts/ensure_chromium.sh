#!/bin/sh
# The browser tests need a Chromium. Debian's headless shell is the same engine without a desktop browser around it:
# a visitor's first page costs it a third of the work, so it is installed where that asks nobody for a password.
set -eu
have() { [ -n "$1" ] && command -v "$1" >/dev/null 2>&1; }
have_any() { for name; do if have "$name"; then return 0; fi; done; return 1; }
install() { DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y --no-install-recommends "$1" >/dev/null; }

if have_any "${HELIOS_CHROMIUM:-}" chromium-headless-shell; then
    exit 0
fi
as_root=""
[ "$(id -u)" -eq 0 ] || as_root="sudo"
others="chromium chromium-browser google-chrome"
# shellcheck disable=SC2086
if have_any $others && { [ -n "$as_root" ] || ! have apt-get; }; then
    exit 0
fi
if ! have apt-get; then
    echo "The browser tests need Chromium. Install it, or name one in HELIOS_CHROMIUM." >&2
    exit 1
fi
$as_root apt-get update -qq || true
# shellcheck disable=SC2086
install chromium-headless-shell || have_any $others || install chromium
