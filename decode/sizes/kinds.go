package sizes

import (
	"maps"
	"slices"
	"strings"
)

const maxSource = 200 << 20

// since holds the content types of blobs that have small pictures, each with the Version from which on they have them, or more of
// them have. Pictures of older blobs are drawn when Version grows.
var since = map[string]int{
	"image/jpeg": 1, "image/png": 1, "image/gif": 1, "image/bmp": 1, "image/tiff": 1, "application/pdf": 1,
	"image/webp": 2, // those that move
	"image/heic": 2, "image/heif": 2, "image/heic-sequence": 2, "image/heif-sequence": 2, "image/avif": 2, "image/svg+xml": 2,
}

// officePrefixes begin the content types of documents that may carry a picture of themselves.
var officePrefixes = []string{"application/vnd.openxmlformats-officedocument.", "application/vnd.oasis.opendocument."}

// Version is that of the rules by which blobs have small pictures. It grows when more of them have one.
var Version = slices.Max(slices.Collect(maps.Values(since)))

// HasPicture reports whether such a blob has small pictures.
func HasPicture(contentType string, size int64) bool { return Since(contentType, size) > 0 }

// Since returns the Version since which such a blob has small pictures; 0 when it has none.
func Since(contentType string, size int64) int {
	if size <= 0 || size > maxSource {
		return 0
	}
	if v := since[contentType]; v > 0 {
		return v
	}
	for _, prefix := range officePrefixes {
		if strings.HasPrefix(contentType, prefix) {
			return 1
		}
	}
	return 0
}
