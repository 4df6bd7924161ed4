package uploads

import (
	"bytes"
	"mime"
	"slices"
	"strings"

	"anbar/app/base/fault"
	"anbar/app/base/names"

	"github.com/gabriel-vasile/mimetype"
)

// headSize is the number of first bytes that tell the type of a file.
const headSize = 3072

// groups are the words for groups of extensions in a box's allowed types.
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

// NormalizeTypes normalizes the allowed types of a box: extensions in lower case without a dot, and
// groups of them.
func NormalizeTypes(list []string) ([]string, *fault.Fault) {
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

// isTypeAllowed reports whether a file of that ending may come into a box. One
// without an ending may not.
func isTypeAllowed(types []string, ending string) bool {
	if ending == "" {
		return false
	}
	return slices.ContainsFunc(types, func(t string) bool {
		if group, ok := groups[t]; ok {
			return slices.Contains(group, ending)
		}
		return t == ending
	})
}

const (
	zip = "application/zip"
	ole = "application/x-ole-storage"
)

// signs holds the types that the first bytes of a file must have, for the extensions that
// can be recognized by them.
var signs = map[string][]string{
	"pdf": {"application/pdf"}, "png": {"image/png"}, "jpg": {"image/jpeg"}, "jpeg": {"image/jpeg"}, "gif": {"image/gif"},
	"webp": {"image/webp"}, "bmp": {"image/bmp"}, "tif": {"image/tiff"}, "tiff": {"image/tiff"},
	"heic": {"image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"},
	"heif": {"image/heic", "image/heif", "image/heif-sequence"}, "avif": {"image/avif"}, "zip": {zip}, "docx": {zip}, "xlsx": {zip},
	"pptx": {zip}, "odt": {zip}, "ods": {zip}, "odp": {zip}, "doc": {ole}, "xls": {ole}, "ppt": {ole},
	"7z": {"application/x-7z-compressed"}, "rar": {"application/x-rar-compressed"}, "gz": {"application/gzip"}, "tgz": {"application/gzip"},
	"bz2": {"application/x-bzip2"}, "xz": {"application/x-xz"}, "zst": {"application/zstd"},
	"mp4": {"video/mp4", "video/quicktime", "audio/mp4"}, "m4v": {"video/mp4", "video/x-m4v", "video/quicktime"},
	"mov": {"video/quicktime", "video/mp4"}, "webm": {"video/webm", "video/x-matroska"}, "mkv": {"video/x-matroska", "video/webm"},
	"avi": {"video/x-msvideo"}, "flac": {"audio/flac"}, "wav": {"audio/wav"},
}

// programs are the first bytes of executable files. They are accepted only with their own
// extension, also when they are a valid picture or document at the same time. Scripts are
// text, and not among them.
var programs = []struct {
	begins string
	own    []string
}{
	{"\x7fELF", []string{"elf", "so", "o", "bin", "run", "core", "ko"}},
	{"\xfe\xed\xfa\xce", mach}, {"\xfe\xed\xfa\xcf", mach}, {"\xce\xfa\xed\xfe", mach}, {"\xcf\xfa\xed\xfe", mach},
	{"\xca\xfe\xba\xbe", append(mach, "class")}, // also that of Java
	{"\x00asm", []string{"wasm"}},
	{"dex\n", []string{"dex"}},
	{"L\x00\x00\x00\x01\x14\x02\x00", []string{"lnk"}},
}

var mach = []string{"dylib", "o", "bin", "bundle"}

// packed are programs in a form that is not only theirs.
var packed = map[string][]string{
	"application/java-archive":                {"jar", "war", "aar", "apk"},
	"application/vnd.android.package-archive": {"apk"},
	"application/x-ms-installer":              {"msi", "msp"},
}

const dosHeader = 64 // bytes, some of which are 0

// isDisguisedProgram reports whether the first bytes are those of an executable file whose extension
// says otherwise.
func isDisguisedProgram(ending string, head []byte) bool {
	if bytes.HasPrefix(head, []byte("MZ")) && bytes.IndexByte(head[:min(len(head), dosHeader)], 0) > 0 {
		return !slices.Contains([]string{"exe", "dll", "sys", "scr", "com", "efi", "ocx", "cpl"}, ending)
	}
	for _, p := range programs {
		if bytes.HasPrefix(head, []byte(p.begins)) {
			return !slices.Contains(p.own, ending)
		}
	}
	return false
}

// matchesExtension reports whether the first bytes can be those of a file with that extension.
func matchesExtension(ending string, head []byte) bool {
	if isDisguisedProgram(ending, head) {
		return false
	}
	want, known := signs[ending]
	found := false
	for m := mimetype.Detect(head); m != nil; m = m.Parent() {
		for kind, own := range packed {
			if m.Is(kind) && !slices.Contains(own, ending) {
				return false
			}
		}
		found = found || slices.ContainsFunc(want, m.Is)
	}
	return found || !known
}

const unknownType = "application/octet-stream"

// typeFromBrowser returns the type that the browser reports, or else the one of the name's extension. Types that could act as a
// page of this origin are kept: downloads make them harmless.
func typeFromBrowser(reported, ext string) string {
	kind, _, err := mime.ParseMediaType(reported)
	if err == nil && kind != unknownType && strings.Contains(kind, "/") {
		return kind
	}
	return typeByExtension(ext)
}

// typeByExtension returns the type of a name's extension, or unknownType.
func typeByExtension(ext string) string {
	if t, ok := extensionTypes[ext]; ok {
		return t
	}
	if kind, _, err := mime.ParseMediaType(mime.TypeByExtension("." + ext)); err == nil {
		return kind
	}
	return unknownType
}

// TypeByExtensionFirst returns the content type of a file that a program sends, which knows it less well than the extension tells it.
func TypeByExtensionFirst(reported, ext string) string {
	if kind := typeByExtension(ext); kind != unknownType {
		return kind
	}
	if kind := typeFromBrowser(reported, ext); kind != "application/x-www-form-urlencoded" {
		return kind
	}
	return unknownType
}

// extensionTypes are the endings that browsers and systems often do not know.
var extensionTypes = map[string]string{
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
