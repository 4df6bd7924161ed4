#!/bin/sh
# Before the files go: what runs is stopped. During an upgrade it serves on until the new program is there.
# dpkg says: remove, upgrade VERSION, failed-upgrade VERSION, deconfigure. rpm says: 0 for the removal, 1 for an upgrade.
set -e
units="anbar.service anbar-check.timer anbar-check.service"
case "$1" in
remove | 0) ;;
*) exit 0 ;;
esac

if [ -d /run/systemd/system ]; then
	# shellcheck disable=SC2086 # three units
	if command -v deb-systemd-invoke >/dev/null; then deb-systemd-invoke stop $units; else systemctl stop $units; fi
fi
if [ "$1" = 0 ] && command -v systemctl >/dev/null; then
	systemctl --quiet disable anbar.service anbar-check.timer
fi
