#!/usr/bin/env bash
# Makes sure that there are the browsers of the tests and the benchmarks: Chromium, and its headless shell where the
# distribution has one, which takes two thirds of the time.
set -euo pipefail
[ -z "${CHROMIUM:-}" ] || exit 0
missing() { ! command -v "$1" >/dev/null; }
sudo=""
[ "$(id -u)" = 0 ] || sudo="sudo"
if missing chromium && missing chromium-browser; then
	$sudo apt-get update
	$sudo apt-get install -y --no-install-recommends chromium
fi
if missing chromium-headless-shell && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
	$sudo apt-get install -y --no-install-recommends chromium-headless-shell || echo "the tests take the full browser"
fi
