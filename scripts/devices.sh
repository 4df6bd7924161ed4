#!/usr/bin/env bash
# Makes sure that there are the programs that the tests let speak to the server as devices do. Without them those tests are
# skipped and say so.
set -uo pipefail
sudo=""
[ "$(id -u)" = 0 ] || sudo="sudo"
for program in litmus rclone nextcloudcmd owncloudcmd; do
	command -v "$program" >/dev/null && continue
	package=$program
	[ "$program" = nextcloudcmd ] && package=nextcloud-desktop-cmd
	[ "$program" = owncloudcmd ] && package=owncloud-client-cmd
	if ! command -v apt-get >/dev/null || ! { $sudo apt-get update && $sudo apt-get install -y --no-install-recommends "$package"; }; then
		echo "$program cannot be installed here: the tests with it are skipped" >&2
	fi
done
