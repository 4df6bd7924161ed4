#!/usr/bin/env bash
# Makes sure that there are the programs that the tests let speak to the server as devices do. Without them those tests are
# skipped and say so.
set -uo pipefail
sudo=""
[ "$(id -u)" = 0 ] || sudo="sudo"
export DEBIAN_FRONTEND=noninteractive
updated=""
for package in litmus rclone davfs2 nextcloud-desktop-cmd owncloud-client-cmd nginx-light haproxy; do
	dpkg -s "$package" >/dev/null 2>&1 && continue
	[ -n "$updated" ] || { command -v apt-get >/dev/null && $sudo apt-get update && updated=1; }
	if [ -z "$updated" ] || ! $sudo apt-get install -y --no-install-recommends "$package"; then
		echo "$package cannot be installed here: the tests with it are skipped" >&2
	fi
done
