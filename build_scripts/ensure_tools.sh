#!/bin/sh
# What tests need beside the project: a Chromium, and nginx for the configuration that is shipped; where there is none,
# Debian's is fetched. Most browser tests run in Chromium's headless shell, the same engine at a third of the work, which
# is installed too where that asks nobody for a password. nginx is only unpacked (build/tools): nothing is to serve here.
set -eu
have() {
    for name in "$@"; do
        if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then return 0; fi
    done
    return 1
}
as_root=""
[ "$(id -u)" -eq 0 ] || as_root="sudo"

wanted=""
if ! have "${HELIOS_CHROMIUM:-}"; then
    if ! have chromium chromium-browser google-chrome; then
        wanted="chromium chromium-headless-shell"
    elif ! have chromium-headless-shell && have apt-get && [ -z "$as_root" ]; then
        wanted="chromium-headless-shell"
    fi
fi
for name in openssl rsync; do
    have "$name" || wanted="$wanted $name"
done
nginx=""
PATH="$PATH:/usr/sbin" have nginx || [ -x build/tools/usr/sbin/nginx ] || nginx=yes
[ -n "$wanted$nginx" ] || exit 0
if ! have apt-get; then
    echo "The tests need Chromium (or one named in HELIOS_CHROMIUM), nginx, openssl and rsync. Install what is missing." >&2
    exit 1
fi
$as_root apt-get update -qq || true
for package in $wanted; do
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y --no-install-recommends "$package" >/dev/null ||
        have chromium
done
if [ -n "$nginx" ]; then
    mkdir -p build/tools/fetched
    (cd build/tools/fetched && apt-get download -qq nginx)
    dpkg-deb --extract build/tools/fetched/nginx_*.deb build/tools
fi
