package uploads

import (
	"slices"
	"strings"

	"anbar/app/fault"
	"anbar/app/names"

	"github.com/gabriel-vasile/mimetype"
)

// headSize is how much of a content tells what it is.
const headSize = 3072

// groups are the words that stand for many endings in what a box takes.
var groups = map[string][]string{
	"image":    {"jpg", "jpeg", "png", "gif", "webp", "bmp", "tif", "tiff", "heic", "heif", "avif", "svg"},
	"video":    {"mp4", "m4v", "mov", "webm", "mkv", "avi", "mpg", "mpeg", "3gp"},
	"audio":    {"mp3", "m4a", "aac", "ogg", "oga", "opus", "wav", "flac", "amr"},
	"document": {"pdf", "doc", "docx", "odt", "rtf", "txt", "md", "xls", "xlsx", "ods", "csv", "ppt", "pptx", "odp"},
	"archive":  {"zip", "7z", "rar", "tar", "gz", "tgz", "bz2", "xz", "zst"},
}

const (
	maxTypes  = 50
	maxEnding = 16
)

// Types brings what a box takes into the form that is kept: endings in lower case
// without a dot, and groups of them.
func Types(list []string) ([]string, *fault.Fault) {
	if len(list) > maxTypes {
		return nil, fault.TooLong
	}
	all := []string{}
	for _, s := range list {
		s = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(s), "."))
		if s == "" || len(s) > maxEnding || strings.ContainsAny(s, "./\\*: \t") {
			return nil, fault.InvalidValue
		}
		if _, err := names.Parse(s); err != nil {
			return nil, fault.InvalidValue
		}
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all, nil
}

// endingAllowed reports whether a file of that ending may come into a box. One
// without an ending may not.
func endingAllowed(types []string, ending string) bool {
	if ending == "" {
		return false
	}
	return slices.ContainsFunc(types, func(t string) bool { return t == ending || slices.Contains(groups[t], ending) })
}

const (
	zip = "application/zip"
	ole = "application/x-ole-storage"
)

// signs are the endings whose contents are known by their first bytes, and what
// these have to be.
var signs = map[string][]string{
	"pdf": {"application/pdf"}, "png": {"image/png"}, "jpg": {"image/jpeg"}, "jpeg": {"image/jpeg"}, "gif": {"image/gif"}, "webp": {"image/webp"}, "bmp": {"image/bmp"},
	"tif": {"image/tiff"}, "tiff": {"image/tiff"}, "heic": {"image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"}, "heif": {"image/heic", "image/heif", "image/heif-sequence"}, "avif": {"image/avif"},
	"zip": {zip}, "docx": {zip}, "xlsx": {zip}, "pptx": {zip}, "odt": {zip}, "ods": {zip}, "odp": {zip}, "doc": {ole}, "xls": {ole}, "ppt": {ole},
	"7z": {"application/x-7z-compressed"}, "rar": {"application/x-rar-compressed"}, "gz": {"application/gzip"}, "tgz": {"application/gzip"}, "bz2": {"application/x-bzip2"}, "xz": {"application/x-xz"},
	"zst": {"application/zstd"}, "mp4": {"video/mp4", "video/quicktime", "audio/mp4"}, "m4v": {"video/mp4", "video/x-m4v", "video/quicktime"}, "mov": {"video/quicktime", "video/mp4"},
	"webm": {"video/webm", "video/x-matroska"}, "mkv": {"video/x-matroska", "video/webm"}, "avi": {"video/x-msvideo"}, "flac": {"audio/flac"}, "wav": {"audio/wav"},
}

// programs are contents that a machine runs. They come in under no other ending
// than their own. Scripts are text, and not among them.
var programs = map[string][]string{
	"application/vnd.microsoft.portable-executable": {"exe", "dll", "sys", "scr", "com", "efi"},
	"application/x-elf":                             {"elf", "so", "o", "bin", "run", "core"},
	"application/x-mach-binary":                     {"dylib", "o", "bin"},
	"application/x-java-applet":                     {"class"},
	"application/java-archive":                      {"jar", "war", "aar", "apk"},
	"application/vnd.android.package-archive":       {"apk"},
	"application/wasm":                              {"wasm"},
	"application/x-ms-shortcut":                     {"lnk"},
	"application/x-ms-installer":                    {"msi", "msp"},
}

// contentFits reports whether the first bytes of a content can be those of a file
// of that ending.
func contentFits(ending string, head []byte) bool {
	found := mimetype.Detect(head)
	for m := found; m != nil; m = m.Parent() {
		for kind, own := range programs {
			if m.Is(kind) && !slices.Contains(own, ending) {
				return false
			}
		}
	}
	want, known := signs[ending]
	if !known {
		return true
	}
	for m := found; m != nil; m = m.Parent() {
		if slices.ContainsFunc(want, m.Is) {
			return true
		}
	}
	return false
}
