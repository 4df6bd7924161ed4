package sizes

import (
	"maps"
	"slices"
	"strings"
)

const maxSource = 200 << 20

// since are the content types that have small pictures, with the Version in which that began, or in which more files of the
// type got some. Files that were there before are drawn when a larger number comes in.
var since = map[string]int{
	"image/jpeg": 1, "image/png": 1, "image/gif": 1, "image/bmp": 1, "image/tiff": 1, "application/pdf": 1,
	"image/webp": 2, // those that move
	"image/heic": 2, "image/heif": 2, "image/heic-sequence": 2, "image/heif-sequence": 2, "image/avif": 2, "image/svg+xml": 2,
}

// office are how the content types begin of documents that may carry a picture of themselves.
var office = []string{"application/vnd.openxmlformats-officedocument.", "application/vnd.oasis.opendocument."}

// Version is the newest one.
var Version = slices.Max(slices.Collect(maps.Values(since)))

// Since returns the Version since which such a blob has small pictures; 0 when it has none.
func Since(contentType string, size int64) int {
	if size <= 0 || size > maxSource {
		return 0
	}
	if v := since[contentType]; v > 0 {
		return v
	}
	for _, prefix := range office {
		if strings.HasPrefix(contentType, prefix) {
			return 1
		}
	}
	return 0
}
