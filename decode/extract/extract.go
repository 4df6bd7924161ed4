// Package extract reads the text of a blob for search and for viewers: plain text of several encodings,
// HTML, the documents of Office and OpenDocument, RTF, mails, EPUB and PDF. Its input is untrusted, so the
// bytes read, unpacked and returned are bounded, and so is the time. Of plain text it reads
// only the beginning.
package extract

import (
	"errors"
	"fmt"
	"hash/fnv"
	"strings"

	"anbar/app/base/limits"
	"anbar/decode/pdfium"
	"anbar/decode/source"
)

// ErrUnreadable means that the blob itself has no readable text.
var ErrUnreadable = errors.New("no text can be read")

// Kind is the format of a blob for text extraction.
type Kind int

// The kinds.
const (
	None Kind = iota
	Plain
	HTML
	Word
	Sheet
	Slides
	OpenDocument
	PDF
	RTF
	Mail
	Book // EPUB
	Mailbox
)

var kindsByExtension = func() map[string]Kind {
	all := map[string]Kind{
		"docx": Word, "docm": Word, "dotx": Word, "dotm": Word, "xlsx": Sheet, "xlsm": Sheet, "xltx": Sheet, "xltm": Sheet,
		"pptx": Slides, "pptm": Slides, "ppsx": Slides, "ppsm": Slides, "potx": Slides, "potm": Slides,
		"odt": OpenDocument, "ods": OpenDocument, "odp": OpenDocument, "pdf": PDF, "html": HTML, "htm": HTML, "xhtml": HTML,
		"rtf": RTF, "eml": Mail, "mbox": Mailbox, "epub": Book,
	}
	for e := range strings.FieldsSeq(`txt md markdown log rst csv tsv json jsonl xml yaml yml toml ini conf cfg env properties tex srt
		vtt ics vcf go js mjs jsx ts tsx py rb rs c h cc cpp hpp cs java kt swift php sh bash zsh ps1 bat sql
		css scss less vue lua pl r scala dart gradle diff patch svg`) {
		all[e] = Plain
	}
	return all
}()

var kindsByType = map[string]Kind{
	"application/pdf": PDF, "text/html": HTML, "application/xhtml+xml": HTML, "application/json": Plain, "application/xml": Plain,
	"application/x-yaml": Plain, "application/rtf": RTF, "text/rtf": RTF, "message/rfc822": Mail,
	"application/mbox": Mailbox, "application/epub+zip": Book,
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document":   Word,
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         Sheet,
	"application/vnd.openxmlformats-officedocument.presentationml.presentation": Slides,
	"application/vnd.oasis.opendocument.text":                                   OpenDocument,
	"application/vnd.oasis.opendocument.spreadsheet":                            OpenDocument,
	"application/vnd.oasis.opendocument.presentation":                           OpenDocument,
}

// versions are those of the readers of the kinds that have changed. Files that were read before are read again when the number of
// their kind grows: let it grow when the same file may have another text.
var versions = map[Kind]int{
	Plain: 1, HTML: 1, Word: 1, Sheet: 1, Slides: 1, OpenDocument: 1, PDF: 1, RTF: 1, Mail: 1, Book: 1, Mailbox: 1,
}

// Version returns the version of the reader of a kind.
func (k Kind) Version() int { return versions[k] }

// Readers is a number that is another one when other files are read, or when one may have another text.
var Readers = func() int64 {
	sum := fnv.New32a()
	fmt.Fprint(sum, kindsByExtension, kindsByType, versions) // in the order of their keys
	return int64(sum.Sum32()) + 1
}()

// KindOf returns how to read a file of that extension and content type.
func KindOf(ending, contentType string) Kind {
	if k, ok := kindsByExtension[ending]; ok && !strings.HasPrefix(contentType, "video/") { // as .ts may be
		return k
	}
	contentType, _, _ = strings.Cut(contentType, ";")
	if k, ok := kindsByType[contentType]; ok {
		return k
	}
	if strings.HasPrefix(contentType, "text/") {
		return Plain
	}
	return None
}

// Text returns the text of a blob, at most limits.DecodeText bytes of it, with PlaceEnd between its pages, slides or
// sheets. It returns ErrUnreadable when the blob does not have the format of its kind; src keeps failures of the disk.
func Text(src *source.Source, kind Kind, pdf *pdfium.Reader) (text string, err error) {
	defer func() {
		if p := recover(); p != nil { // decoders of foreign bytes
			err = fmt.Errorf("%w: %v", ErrUnreadable, p)
		}
		text = strings.ToValidUTF8(text, "\ufffd")
	}()
	switch kind {
	case Plain:
		return readPlain(src, limits.DecodeText)
	case HTML:
		return readMarkup(src)
	}
	if src.Size() > limits.DecodeTextSource {
		return "", fmt.Errorf("%w: %d bytes", ErrUnreadable, src.Size())
	}
	switch {
	case kind == Sheet:
		return textOf(readPackage(src, kind))
	case kind == PDF:
		return readPDF(src, pdf)
	case kind.isStructured():
		return textOf(readStructured(src, kind))
	}
	return "", ErrUnreadable
}

func readPDF(src *source.Source, pdf *pdfium.Reader) (string, error) {
	text, err := pdf.ReadText(src, limits.DecodeText)
	if errors.Is(err, pdfium.ErrDocument) {
		err = fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return text, err
}

func textOf(d *Document, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return d.joinText(), nil
}

// MaxOverrun is how much longer than limits.DecodeText a text may be: the end of a line, a
// rune that was cut, the ends of places.
const MaxOverrun = 16
