#!/usr/bin/env bash
# Prints where tests keep what they write: in memory where that is large and may hold programs, because they wait for
# the disk half of their time. TMPDIR and FULL=1, which is for the disk as it is, come before that.
set -euo pipefail
memory=/dev/shm
roomy() {
	[ "$(df -Pk "$memory" 2>/dev/null | awk 'NR == 2 { print $4 }')" -gt 4000000 ] &&
		[ "$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)" -gt 6000000 ]
}
runs() {
	local probe
	probe=$(mktemp "$memory/anbar-probe-XXXXXX") || return 1
	printf '#!/bin/sh\n' >"$probe" && chmod +x "$probe" && "$probe" 2>/dev/null
	local ran=$?
	rm -f "$probe"
	return $ran
}
if [ -z "${TMPDIR:-}${FULL:-}" ] && roomy 2>/dev/null && runs; then echo "$memory"; else echo "${TMPDIR:-/tmp}"; fi
