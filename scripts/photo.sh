#!/bin/bash
# Makes decode/photo/*.wasm.zst anew. See decode/photo/photo.md.
set -euo pipefail
cd "$(dirname "$0")/.."
pack() { # module, its file, ours
	local dir
	dir=$(cd "$(mktemp -d)" && go mod download -json "$1" | sed -n 's/.*"Dir": "\(.*\)",/\1/p')
	gzip -d -c "$dir/$2" | zstd -q -22 --ultra -f -o "decode/photo/$3"
	zstd -q -d -c "decode/photo/$3" | sha256sum
}
pack github.com/gen2brain/heic@v0.4.5 lib/heif.wasm.gz heif.wasm.zst
pack github.com/gen2brain/avif@v0.4.4 lib/decode.wasm.gz avif.wasm.zst
