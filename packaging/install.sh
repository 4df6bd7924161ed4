#!/usr/bin/env bash
# Installs or upgrades Anbar on a machine with systemd, without a package: sudo bash packaging/install.sh [path of the program]
# What is there already stays: the data, the settings, the account it runs under.
set -euo pipefail
here="$(cd "$(dirname "$0")/.." && pwd)"
program="${1:-$here/anbar}"
[ "$(id -u)" = 0 ] || { echo "run this as root" >&2; exit 1; }
[ -x "$program" ] || { echo "there is no program at $program: build it with \"make build\", or name it" >&2; exit 1; }
if [ -e /usr/lib/systemd/system/anbar.service ]; then
	echo "Anbar is installed here by a package: upgrade or remove that" >&2
	exit 1
fi
round=1 # as rpm counts: 1 for the first installation
[ ! -e /etc/systemd/system/anbar.service ] || round=2

sh "$here/packaging/preinstall.sh" "$round"
install -D -m 0755 "$program" /usr/bin/anbar
[ -e /etc/anbar/anbar.conf ] || install -D -m 0640 -g anbar "$here/packaging/anbar.conf" /etc/anbar/anbar.conf
for unit in anbar.service anbar-check.service anbar-check.timer; do
	install -D -m 0644 "$here/systemd/$unit" "/etc/systemd/system/$unit"
done
complete() {
	install -d "${2%/*}"
	anbar completion "$1" >"$2"
	chmod 0644 "$2"
}
complete bash /usr/share/bash-completion/completions/anbar
complete zsh /usr/local/share/zsh/site-functions/_anbar
complete fish /usr/share/fish/vendor_completions.d/anbar.fish
sh "$here/packaging/postinstall.sh" "$round"
