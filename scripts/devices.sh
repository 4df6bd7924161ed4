#!/usr/bin/env bash
# Makes sure that there are the programs that the tests let speak to the server as devices do. Without them those tests are
# skipped and say so.
set -uo pipefail
missing=()
for package in litmus rclone davfs2 nextcloud-desktop-cmd owncloud-client-cmd; do
	dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit
sudo=""
[ "$(id -u)" = 0 ] || sudo="sudo"
export DEBIAN_FRONTEND=noninteractive
if ! command -v apt-get >/dev/null || ! { $sudo apt-get update && $sudo apt-get install -y --no-install-recommends "${missing[@]}"; }; then
	echo "${missing[*]} cannot be installed here: the tests with them are skipped" >&2
fi
