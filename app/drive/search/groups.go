package search

import (
	"strings"

	"anbar/db"
)

// group is a group of file types in a filter.
type group uint8

const (
	directory group = iota
	image
	video
	audio
	pdf
	document
	spreadsheet
	presentation
	archive
	code
	text
	other
	dead group = 255 // of a name that is no more
)

var groups = map[string]group{
	"directory": directory, "image": image, "video": video, "audio": audio, "pdf": pdf, "document": document, "spreadsheet": spreadsheet,
	"presentation": presentation, "archive": archive, "code": code, "text": text, "other": other,
}

// extensionGroups goes before the content type, which browsers and systems guess in different
// ways.
var extensionGroups = groupsByExtension(map[group]string{
	image:        "jpg jpeg png gif webp svg bmp tif tiff heic heif avif ico psd ai raw cr2 nef dng",
	video:        "mp4 mkv mov avi webm m4v wmv flv mpg mpeg 3gp ts",
	audio:        "mp3 wav flac ogg oga m4a aac wma opus amr mid midi",
	pdf:          "pdf",
	document:     "doc docx odt rtf pages epub eml mbox dot dotx dotm docm",
	spreadsheet:  "xls xlsx ods csv tsv numbers xlsm xltx xltm xlsb",
	presentation: "ppt pptx odp key pps ppsx ppsm potx potm pptm",
	archive:      "zip rar 7z tar gz tgz bz2 xz zst lz4 iso cab",
	code: "go js mjs jsx tsx py rb rs c h cc cpp hpp cs java kt swift php sh bash zsh ps1 sql css scss less vue html htm xml json yaml " +
		"yml toml ini conf lua pl r scala dart " +
		"dockerfile makefile gradle tex",
	text: "txt md markdown log rst srt vtt nfo",
})

func groupsByExtension(all map[group]string) map[string]group {
	m := map[string]group{}
	for g, list := range all {
		for e := range strings.FieldsSeq(list) {
			m[e] = g
		}
	}
	return m
}

func groupOf(n *db.IndexEntry) group {
	if n.Kind == db.Directory {
		return directory
	}
	if g, ok := extensionGroups[n.TypeKey]; ok {
		return g
	}
	head, _, _ := strings.Cut(n.ContentType, "/")
	switch head {
	case "image":
		return image
	case "video":
		return video
	case "audio":
		return audio
	case "text":
		return text
	}
	if n.ContentType == "application/pdf" {
		return pdf
	}
	return other
}

// Kinds of files, for sums.
const (
	Documents = "documents" // also texts and code
	Pictures  = "pictures"
	Video     = "video"
	Audio     = "audio"
	Archives  = "archives"
	Other     = "other"
)

// KindOfExtension returns the kind of files with an extension in small letters.
func KindOfExtension(extension string) string {
	switch extensionGroups[extension] {
	case image:
		return Pictures
	case video:
		return Video
	case audio:
		return Audio
	case archive:
		return Archives
	case pdf, document, spreadsheet, presentation, code, text:
		return Documents
	}
	return Other
}
