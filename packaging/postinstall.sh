#!/bin/sh
# After the files came: the service begins, or begins anew when it ran, and the end says where it is.
# dpkg says: configure [VERSION], abort-remove, abort-upgrade VERSION, abort-deconfigure. rpm says: 1 for the first installation, more
# for an upgrade. A service that does not begin is no failure of the package: dpkg would refuse all other work until it is mended.
set -e
units="anbar.service anbar-check.timer"

booted() { [ -d /run/systemd/system ]; }

# control ACTION UNIT...: on Debian as the machine's policy-rc.d allows.
control() {
	if command -v deb-systemd-invoke >/dev/null; then deb-systemd-invoke "$@"; else systemctl "$@"; fi
}

runs() {
	case "$(systemctl show --property=ActiveState --value anbar.service)" in
	active | activating | reloading) ;;
	*) return 1 ;;
	esac
}

tellFailure() {
	echo "Anbar did not start. The end of its log:"
	journalctl --unit=anbar.service --lines=15 --no-pager --output=cat || true
	echo "When the reason is mended: systemctl restart anbar"
}

# tellAddress waits for the service at most 20 seconds.
tellAddress() {
	tries=20
	while runs; do
		if anbar setup-link --data /var/lib/anbar 2>/dev/null; then return; fi
		tries=$((tries - 1))
		if [ "$tries" = 0 ]; then
			echo "Anbar is still starting. Its address comes with: anbar setup-link --data /var/lib/anbar"
			return
		fi
		sleep 1
	done
	tellFailure
}

# begin ACTION UNIT... starts or restarts units and says how it went.
begin() {
	if ! control "$@"; then
		tellFailure
	elif runs; then
		tellAddress
	else
		echo "Anbar was not started, as the policy of this machine says. To start it: systemctl start anbar"
	fi
}

# mayRestart reports whether the policy of this machine lets the service be restarted.
mayRestart() {
	[ ! -x /usr/sbin/policy-rc.d ] || /usr/sbin/policy-rc.d anbar.service restart >/dev/null 2>&1
}

# isInterrupted reports whether an upgrade began and did not end.
isInterrupted() { [ -e /usr/bin/anbar.upgrade ] && ! grep -Eq '"phase": "(done|returned)"' /usr/bin/anbar.upgrade; }

# isUntried reports whether there may be a new program that is not in use yet, or an upgrade that was interrupted.
isUntried() {
	[ -e /usr/bin/anbar.new ] || isInterrupted ||
		{ [ -f /usr/bin/anbar.before ] && ! cmp -s /usr/bin/anbar /usr/bin/anbar.before; }
}

# upgrade tries the new program on a copy of the data, restarts the service with it and watches it. Otherwise the old program has the
# name again, and serves.
upgrade() {
	program=/usr/bin/anbar
	if [ -x "$program.new" ]; then program=$program.new; fi # an earlier call that was interrupted put it there
	if "$program" upgrade --package --program /usr/bin/anbar --data /var/lib/anbar; then return; fi
	echo "The package is installed, and its program is not in use, for the reason above."
}

# enableUnits has the units start with the machine and sets fresh when the package was not there before. What administrators disabled
# stays so.
enableUnits() {
	fresh=""
	if [ "$1" = configure ]; then
		deb-systemd-helper debian-installed anbar.service || fresh=1
		for unit in $units; do
			if deb-systemd-helper --quiet was-enabled "$unit"; then
				deb-systemd-helper enable "$unit" >/dev/null
			else
				deb-systemd-helper update-state "$unit" >/dev/null
			fi
		done
	elif [ "$1" = 1 ]; then
		fresh=1
		# shellcheck disable=SC2086 # two units
		! command -v systemctl >/dev/null || systemctl --quiet enable $units
	fi
}

case "$1" in
abort-upgrade | abort-deconfigure) exit 0 ;; # nothing was stopped
abort-remove)
	# shellcheck disable=SC2086 # two units
	! booted || control start $units
	exit 0
	;;
esac

# Packages before this script left the settings to root alone, and the service could not read them.
conf=/etc/anbar/anbar.conf
if [ -e "$conf" ] && [ "$(stat -c %U:%G:%a "$conf")" = root:root:640 ]; then chgrp anbar "$conf"; fi

enableUnits "$1"
if ! booted; then
	rm -f /usr/bin/anbar.before
	echo "Anbar is installed. systemd does not run here; the service starts with the machine."
	exit 0
fi
systemctl daemon-reload
if [ -n "$fresh" ]; then
	# shellcheck disable=SC2086 # two units
	begin start $units
elif runs; then
	if isUntried && mayRestart; then
		upgrade
		if runs; then tellAddress; else tellFailure; fi
	else
		begin restart anbar.service
		rm -f /usr/bin/anbar.before
	fi
	if systemctl --quiet is-enabled anbar-check.timer; then control start anbar-check.timer; fi
else
	rm -f /usr/bin/anbar.before
	echo "Anbar is upgraded. It did not run before, and was not started: systemctl start anbar"
fi
