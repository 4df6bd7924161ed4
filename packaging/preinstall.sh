#!/bin/sh
# Before the files come: the settings are root's and readable by the group of the service, so its account has to be there.
# dpkg says: install [VERSION], upgrade VERSION, abort-upgrade VERSION. rpm says: 1 for the first installation, more for an upgrade.
set -e
case "$1" in
abort-upgrade) exit 0 ;;
esac

getent group anbar >/dev/null || groupadd --system anbar
getent passwd anbar >/dev/null ||
	useradd --system --gid anbar --home-dir /var/lib/anbar --no-create-home --shell /usr/sbin/nologin --comment "Anbar" anbar

# Packages before this script noted nowhere whether the service was enabled. Without a note it counts as new, and would begin.
if [ "$1" = upgrade ] && [ -e /usr/lib/systemd/system/anbar.service ] && ! deb-systemd-helper debian-installed anbar.service; then
	deb-systemd-helper update-state anbar.service >/dev/null
fi

# The program that serves is kept, so that the new one can be tried before it is used. One that is kept already serves still: the package
# that came after it was never configured.
program=/usr/bin/anbar
if [ -f "$program" ] && [ ! -L "$program" ]; then
	rm -f "$program.new" # of an earlier package
	[ -e "$program.before" ] || ln "$program" "$program.before"
fi
