package sizes

import (
	"maps"
	"slices"
	"strings"

	"anbar/decode/extract"
)

const maxSource = 200 << 20

// Text is the content type of all texts whose first lines are a thumbnail, whatever their files call them.
const Text = "text/plain"

const textsSince = 3

// since holds the content types of blobs that have small pictures, each with the Version from which on they have them, or more of
// them have. Pictures of older blobs are drawn when Version grows.
var since = map[string]int{
	"image/jpeg": 1, "image/png": 1, "image/gif": 1, "image/bmp": 1, "image/tiff": 1, "application/pdf": 1,
	"image/webp": 2, // those that move
	"image/heic": 2, "image/heif": 2, "image/heic-sequence": 2, "image/heif-sequence": 2, "image/avif": 2, "image/svg+xml": 2,
}

// officePrefixes begin the content types of documents that may carry a picture of themselves.
var officePrefixes = []string{"application/vnd.openxmlformats-officedocument.", "application/vnd.oasis.opendocument."}

// Version is that of the rules by which blobs have thumbnails. It grows when more of them have one.
var Version = max(textsSince, slices.Max(slices.Collect(maps.Values(since))))

// TypeOf returns the content type by which the thumbnail of a file is made, and the Version since which it has one: Text when it
// has its first lines, and 0 when it has neither these nor pictures. The ending is that of its name, in lower case.
func TypeOf(contentType, ending string, size int64) (as string, version int) {
	if size <= 0 || size > maxSource {
		return "", 0
	}
	if v := since[contentType]; v > 0 {
		return contentType, v
	}
	for _, prefix := range officePrefixes {
		if strings.HasPrefix(contentType, prefix) {
			return contentType, 1
		}
	}
	if k := extract.KindOf(ending, contentType); k == extract.Plain || k == extract.HTML {
		return Text, textsSince
	}
	return "", 0
}
