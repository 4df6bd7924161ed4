#!/bin/sh
set -e
getent group anbar >/dev/null || groupadd --system anbar
getent passwd anbar >/dev/null || useradd --system --gid anbar --home-dir /var/lib/anbar --no-create-home --shell /usr/sbin/nologin anbar
