#!/usr/bin/env bash
# Makes sure that there is a Chromium for the browser tests.
set -euo pipefail
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || [ -n "${CHROMIUM:-}" ] && exit 0
sudo=""
[ "$(id -u)" = 0 ] || sudo="sudo"
$sudo apt-get update
$sudo apt-get install -y --no-install-recommends chromium
