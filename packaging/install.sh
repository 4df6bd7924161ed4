#!/usr/bin/env bash
# Installs Anbar on a machine with systemd: sudo bash packaging/install.sh [path of the program]
# What is there already stays: the data, the settings, the account it runs under.
set -euo pipefail
here="$(cd "$(dirname "$0")/.." && pwd)"
program="${1:-$here/anbar}"
[ "$(id -u)" = 0 ] || { echo "run this as root" >&2; exit 1; }
[ -x "$program" ] || { echo "there is no program at $program: build it with \"make build\", or name it" >&2; exit 1; }

getent group anbar >/dev/null || groupadd --system anbar
getent passwd anbar >/dev/null || useradd --system --gid anbar --home-dir /var/lib/anbar --no-create-home --shell /usr/sbin/nologin anbar
install -D -m 0755 "$program" /usr/bin/anbar
[ -e /etc/anbar/anbar.conf ] || install -D -m 0640 -g anbar "$here/packaging/anbar.conf" /etc/anbar/anbar.conf
install -D -m 0644 "$here/systemd/anbar.service" /etc/systemd/system/anbar.service
install -D -m 0644 "$here/systemd/anbar-check.service" /etc/systemd/system/anbar-check.service
install -D -m 0644 "$here/systemd/anbar-check.timer" /etc/systemd/system/anbar-check.timer
systemctl daemon-reload
systemctl enable --now anbar.service anbar-check.timer
echo "Anbar runs. The address and the set-up link stand in: journalctl -u anbar -n 20"
