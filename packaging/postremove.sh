#!/bin/sh
# After the files went. Data are never deleted by a package.
# dpkg says: remove, purge, and upgrade, failed-upgrade, abort-install, abort-upgrade, disappear. rpm says: 0 for the removal, 1 for an
# upgrade.
set -e
case "$1" in
remove | purge | 0) ;;
*) exit 0 ;;
esac

rm -f /usr/bin/anbar.before /usr/bin/anbar.previous /usr/bin/anbar.new /usr/bin/anbar.upgrade
if [ "$1" != 0 ] && command -v deb-systemd-helper >/dev/null; then
	deb-systemd-helper purge anbar.service anbar-check.timer >/dev/null
fi
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	systemctl reset-failed anbar.service anbar-check.service 2>/dev/null || true # those that did not fail are no failure
fi
if [ "$1" = purge ]; then
	rm -rf /etc/anbar /var/lib/systemd/timers/stamp-anbar-check.timer
	[ ! -d /var/lib/anbar ] || echo "The data stay in /var/lib/anbar with their account anbar; a package never deletes them."
else
	[ ! -d /var/lib/anbar ] || echo "The data stay in /var/lib/anbar."
fi
