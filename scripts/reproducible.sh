#!/bin/bash
# Builds the packages of the last commit twice, at two places, at two times, in two time zones and with two umasks, and fails when a byte differs.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build() {
	git clone --quiet . "$work/$1/anbar"
	cd "$work/$1/anbar"
	TZ=$2 make --silent package >"$work/log" 2>&1 || { tail -n 20 "$work/log" && return 1; }
	sha256sum anbar packages/anbar*
}
(build one UTC) >"$work/one.sums"
(umask 077 && build a/longer/path Asia/Tehran) >"$work/two.sums"
diff "$work/one.sums" "$work/two.sums"
cat "$work/one.sums"
