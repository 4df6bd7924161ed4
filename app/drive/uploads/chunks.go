package uploads

import (
	"mime"
	"strings"
)

// The part size of SPEC: 5 MiB, growing in steps of 1 MiB until the parts are
// 1,000 at most.
const (
	chunkDefault = 5 << 20
	chunkStep    = 1 << 20
	chunkMax     = 1000
)

// chunkSize returns the size of the parts of a file of that size. A limit makes
// them smaller, in whole steps, however many they then are.
func chunkSize(size, limit int64) int64 {
	chunk := int64(chunkDefault)
	if size > chunk*chunkMax {
		chunk = (size + chunkMax - 1) / chunkMax
		chunk = (chunk + chunkStep - 1) / chunkStep * chunkStep
	}
	if limit > 0 {
		chunk = min(chunk, limit/chunkStep*chunkStep)
	}
	return chunk
}

// chunkCount returns how many parts there are; an empty file has one.
func chunkCount(size, chunk int64) int {
	return int(max(1, (size+chunk-1)/chunk))
}

const unknownType = "application/octet-stream"

// contentType returns the type that the browser reports, or else the one of the name's
// extension. Types that could act as a page of this origin are kept: downloads make them
// harmless.
func contentType(said, ext string) string {
	kind, _, err := mime.ParseMediaType(said)
	if err == nil && kind != unknownType && strings.Contains(kind, "/") {
		return kind
	}
	if t, ok := types[ext]; ok {
		return t
	}
	if kind, _, err = mime.ParseMediaType(mime.TypeByExtension("." + ext)); err == nil {
		return kind
	}
	return unknownType
}

// TypeOf returns the content type of a file that a program sends, which knows it less well than the extension tells it.
func TypeOf(said, ext string) string {
	if kind := contentType("", ext); kind != unknownType {
		return kind
	}
	if kind := contentType(said, ext); kind != "application/x-www-form-urlencoded" {
		return kind
	}
	return unknownType
}

// types are the endings that browsers and systems often do not know.
var types = map[string]string{
	"md": "text/markdown", "markdown": "text/markdown", "txt": "text/plain", "log": "text/plain", "csv": "text/csv", "go": "text/x-go",
	"rs": "text/x-rust", "py": "text/x-python", "ts": "text/x-typescript", "tsx": "text/x-typescript", "jsx": "text/javascript",
	"js": "text/javascript", "json": "application/json", "yaml": "application/yaml", "yml": "application/yaml", "toml": "application/toml",
	"sh": "application/x-sh", "sql": "application/sql", "xml": "application/xml", "html": "text/html", "htm": "text/html",
	"css": "text/css", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
	"webp": "image/webp", "avif": "image/avif", "heic": "image/heic", "heif": "image/heif", "bmp": "image/bmp",
	"tif": "image/tiff", "tiff": "image/tiff",
	"mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "mkv": "video/x-matroska", "mov": "video/quicktime",
	"avi": "video/x-msvideo", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg",
	"wav": "audio/wav", "flac": "audio/flac", "aac": "audio/aac", "pdf": "application/pdf", "zip": "application/zip",
	"docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	"pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation", "odt": "application/vnd.oasis.opendocument.text",
	"ods": "application/vnd.oasis.opendocument.spreadsheet", "odp": "application/vnd.oasis.opendocument.presentation",
	"doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
	"rtf": "application/rtf", "eml": "message/rfc822", "mbox": "application/mbox", "epub": "application/epub+zip",
	"psd": "image/vnd.adobe.photoshop", "apk": "application/vnd.android.package-archive", "7z": "application/x-7z-compressed",
	"rar": "application/vnd.rar", "tar": "application/x-tar", "gz": "application/gzip", "zst": "application/zstd",
}
