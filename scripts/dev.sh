#!/usr/bin/env bash
# The program on ./.dev with a seeded team, and vite with hot reload before it. Ctrl-C stops both.
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0 GOFLAGS=-trimpath
touch ui/dist/.keep
go build -o .dev/anbar .
port=8090
.dev/anbar serve --data .dev/data --listen "127.0.0.1:$port" --log debug --log-messages > >(tee .dev/log) 2>&1 &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null' EXIT
for _ in $(seq 100); do grep -q 'serves at' .dev/log && break; sleep 0.1; done
go run ./bench/seed --url "http://127.0.0.1:$port" --log .dev/log
.dev/anbar user list --data .dev/data | grep -q omid@example.org ||
  .dev/anbar user add --data .dev/data --email omid@example.org --first-name Omid --last-name Nazari --language en --password-stdin <<<'Zagros-1405!'
ANBAR_DEV_API="http://127.0.0.1:$port" npm --prefix ui run dev
