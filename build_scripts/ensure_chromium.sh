#!/bin/sh
# The browser tests need a Chromium; where there is none, Debian's is installed. Most of them run in its headless shell,
# the same engine at a third of the work, which is installed too where that asks nobody for a password.
set -eu
have() {
    for name in "$@"; do
        if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then return 0; fi
    done
    return 1
}

if have "${HELIOS_CHROMIUM:-}"; then exit 0; fi
wanted="chromium chromium-headless-shell"
if have chromium chromium-browser google-chrome; then
    if have chromium-headless-shell || ! have apt-get || [ "$(id -u)" -ne 0 ]; then exit 0; fi
    wanted="chromium-headless-shell"
elif ! have apt-get; then
    echo "The browser tests need Chromium. Install it, or name one in HELIOS_CHROMIUM." >&2
    exit 1
fi
as_root=""
[ "$(id -u)" -eq 0 ] || as_root="sudo"
$as_root apt-get update -qq || true
for package in $wanted; do
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y --no-install-recommends "$package" >/dev/null ||
        have chromium
done
