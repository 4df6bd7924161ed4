#!/bin/bash
# Makes decode/pdfium/pdfium.wasm.zst anew. See decode/pdfium/pdfium.md.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(cd "$(mktemp -d)" && go mod download -json github.com/klippa-app/go-pdfium@v1.18.0 | sed -n 's/.*"Dir": "\(.*\)",/\1/p')
zstd -q -19 --ultra -f -o decode/pdfium/pdfium.wasm.zst "$dir/webassembly/pdfium.wasm"
zstd -q -d -c decode/pdfium/pdfium.wasm.zst | sha256sum
