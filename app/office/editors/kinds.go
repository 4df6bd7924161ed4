package editors

import (
	"path"
	"strings"
)

// Kind is the kind of a document.
type Kind string

// The kinds.
const (
	Word  Kind = "word"
	Cell  Kind = "cell"
	Slide Kind = "slide"
)

// format is a type of file that an editor opens.
type format struct {
	ext       string
	mime      string
	kind      Kind
	native    bool   // it is edited as it is
	convertTo string // what it is converted to before it is edited
	macros    bool
}

const (
	docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	pptxType = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
)

var formats = []format{
	{ext: "docx", mime: docxType, kind: Word, native: true},
	{ext: "xlsx", mime: xlsxType, kind: Cell, native: true},
	{ext: "pptx", mime: pptxType, kind: Slide, native: true},
	{ext: "doc", mime: "application/msword", kind: Word, convertTo: "docx"},
	{ext: "xls", mime: "application/vnd.ms-excel", kind: Cell, convertTo: "xlsx"},
	{ext: "ppt", mime: "application/vnd.ms-powerpoint", kind: Slide, convertTo: "pptx"},
	{ext: "odt", mime: "application/vnd.oasis.opendocument.text", kind: Word, convertTo: "docx"},
	{ext: "ods", mime: "application/vnd.oasis.opendocument.spreadsheet", kind: Cell, convertTo: "xlsx"},
	{ext: "odp", mime: "application/vnd.oasis.opendocument.presentation", kind: Slide, convertTo: "pptx"},
	{ext: "rtf", mime: "application/rtf", kind: Word, convertTo: "docx"},
	{ext: "docm", mime: "application/vnd.ms-word.document.macroenabled.12", kind: Word, macros: true},
	{ext: "xlsm", mime: "application/vnd.ms-excel.sheet.macroenabled.12", kind: Cell, macros: true},
	{ext: "pptm", mime: "application/vnd.ms-powerpoint.presentation.macroenabled.12", kind: Slide, macros: true},
}

// formatOf returns the format of a file by the extension of its name, or by its content type when the name has none that
// an editor knows; nil for other files.
func formatOf(name, contentType string) *format {
	if f := formatByExtension(extensionOf(name)); f != nil {
		return f
	}
	for i := range formats {
		if formats[i].mime == strings.ToLower(contentType) {
			return &formats[i]
		}
	}
	return nil
}

func formatByExtension(ext string) *format {
	for i := range formats {
		if formats[i].ext == ext {
			return &formats[i]
		}
	}
	return nil
}

func extensionOf(name string) string { return strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")) }

// parseKind reads the word of a caller for a kind; false for another word.
func parseKind(word string) (Kind, bool) {
	switch strings.ToLower(word) {
	case "docs", "doc", "document", "word", "docx":
		return Word, true
	case "sheets", "sheet", "spreadsheet", "cell", "xlsx":
		return Cell, true
	case "slides", "slide", "presentation", "pptx":
		return Slide, true
	}
	return "", false
}
