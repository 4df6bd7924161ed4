package hostile

import "fmt"

// Document is one hostile file.
type Document struct {
	Name, Ending, Type string
	Slow               bool // it takes all the time that it gets
	Make               func() []byte
}

// each is how many documents there are of each family.
const each = 24

// family makes variants of one idea; n grows from 0.
type family struct {
	name, ending, contentType string
	slow                      bool
	make                      func(n int) []byte
}

const (
	word   = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	sheet  = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	slides = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
	open   = "application/vnd.oasis.opendocument.text"
	pdf    = "application/pdf"
)

var families = []family{
	{"attributes", "docx", word, false, attributes}, {"entities", "docx", word, false, entities}, {"nesting", "docx", word, false, nesting},
	{"one-token", "odt", open, false, oneToken}, {"zip64", "docx", word, false, zip64}, {"many-parts", "pptx", slides, false, manyParts},
	{"locked", "docx", word, false, locked}, {"lying-parts", "xlsx", sheet, false, lyingParts}, {"many-strings", "xlsx", sheet, false, manyStrings},
	{"carried", "docx", word, false, carried}, {"odd-names", "docx", word, false, oddNames},
	{"mails", "eml", "message/rfc822", false, mails}, {"groups", "rtf", "application/rtf", false, groups},
	{"books", "epub", "application/epub+zip", false, books},
	{"tags", "html", "text/html", false, tags}, {"odd-text", "txt", "text/plain", false, oddText},
	{"deep", "png", "image/png", false, deepPNG}, {"lying", "png", "image/png", false, lyingPNG}, {
		"palette", "png", "image/png", false, palettePNG,
	},
	{
		"progressive", "jpg", "image/jpeg", false, progressive,
	}, {"baseline", "jpg", "image/jpeg", false, baseline}, {"markers", "jpg", "image/jpeg", false, markers},
	{"strips", "tif", "image/tiff", false, strips}, {"tiles", "tif", "image/tiff", false, tiles},
	{"frames", "gif", "image/gif", false, frames},
	{
		"lossless", "webp", "image/webp", false, lossless,
	}, {"canvas", "webp", "image/webp", false, canvas}, {"rows", "bmp", "image/bmp", false, rows},
	{"animation", "webp", "image/webp", false, animation},
	{"photo", "heic", "image/heic", false, photo}, {"web", "avif", "image/avif", false, web},
	{"drawing", "svg", "image/svg+xml", false, drawing},
	{"loops", "pdf", pdf, false, loops}, {"streams", "pdf", pdf, false, streams}, {"pages", "pdf", pdf, false, pages},
	{"endless", "pdf", pdf, true, Endless},
}

// All returns the hostile documents: more than 600.
func All() []Document {
	var all []Document
	for n := range each {
		for _, f := range families {
			all = append(all, Document{
				fmt.Sprintf("%s-%02d.%s", f.name, n, f.ending), f.ending, f.contentType, f.slow, func() []byte { return f.make(n) },
			})
		}
	}
	return all
}
