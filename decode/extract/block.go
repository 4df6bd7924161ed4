package extract

import (
	"fmt"
	"slices"
	"strings"

	"anbar/app/base/limits"
	"anbar/decode/pdfium"
	"anbar/decode/source"
)

// BlockKind tells headings, paragraphs, items of lists, rows of tables, fields and notes apart.
type BlockKind string

// The kinds of blocks. Notes are what stands outside of the flow: footnotes, comments, headers and footers of
// pages, the notes of a speaker.
const (
	Heading   BlockKind = "heading"
	Paragraph BlockKind = "paragraph"
	Item      BlockKind = "item"
	Row       BlockKind = "row"
	Note      BlockKind = "note"
	Field     BlockKind = "field" // of the head of a mail; its marker says which: from, to, cc, date or attachment
)

// Block is a piece of a document, in the order of reading.
type Block struct {
	Kind  BlockKind `json:"kind"`
	Level int       `json:"level,omitempty"` // of a heading, from 1; of an item, from 0
	// Marker is what stands before an item or a numbered heading of a docx: its number or sign. It is no part of the text.
	Marker string   `json:"marker,omitempty"`
	Place  int      `json:"place,omitempty"` // the page, slide or sheet, from 1; 0 where a document has none
	Text   string   `json:"text,omitempty"`
	Cells  []string `json:"cells,omitempty"` // of a row
	Runs   []Run    `json:"runs,omitempty"`  // of a text of which parts are bold or italic: all of it
	Rtl    bool     `json:"rtl,omitempty"`   // the document says that it runs from the right
}

// Run is a part of a text with one look.
type Run struct {
	Text   string `json:"text"`
	Bold   bool   `json:"bold,omitempty"`
	Italic bool   `json:"italic,omitempty"`
}

// Document is what a document says, without its looks.
type Document struct {
	Blocks []Block  `json:"blocks"`
	Names  []string `json:"names,omitempty"` // of its sheets
	Cut    bool     `json:"cut,omitempty"`   // there is more than limits.DecodeText
	Torn   bool     `json:"torn,omitempty"`  // parts of it cannot be read: it is damaged, or built to be too much
}

// PlaceEnd stands in the text of a document where a page, slide or sheet ends.
const PlaceEnd = '\f'

// joinText returns the words of all blocks, a line for each.
func (d *Document) joinText() string {
	var b strings.Builder
	at := 1
	for _, block := range d.Blocks {
		for ; at < block.Place; at++ {
			b.WriteRune(PlaceEnd)
		}
		b.WriteString(block.Text)
		b.WriteString(strings.Join(block.Cells, "\t"))
		b.WriteByte('\n')
	}
	return b.String()
}

// Read returns the blocks of a document, with at most limits.DecodeText bytes of text. It returns ErrUnreadable as
// Text does.
func Read(src *source.Source, kind Kind, pdf *pdfium.Reader) (*Document, error) {
	if kind == HTML {
		return readHTML(src)
	}
	if kind.isStructured() {
		return readStructured(src, kind)
	}
	text, err := Text(src, kind, pdf)
	if err != nil {
		return nil, err
	}
	d := &Document{Blocks: []Block{}, Cut: len(text) >= limits.DecodeText}
	for i, page := range strings.Split(text, string(PlaceEnd)) {
		place := 0
		if kind == PDF {
			place = i + 1
		}
		for _, line := range joinParagraphs(page) {
			d.Blocks = append(d.Blocks, newLineBlock(line, place))
		}
	}
	return d, nil
}

// isStructured reports whether documents of a kind say themselves what their headings, lists and tables are.
func (k Kind) isStructured() bool {
	switch k {
	case Word, Slides, OpenDocument, RTF, Mail, Mailbox, Book:
		return true
	}
	return false
}

// readStructured reads a document of such a kind.
func readStructured(src *source.Source, kind Kind) (*Document, error) {
	if src.Size() > limits.DecodeTextSource {
		return nil, fmt.Errorf("%w: %d bytes", ErrUnreadable, src.Size())
	}
	switch kind {
	case RTF:
		return readRTF(src)
	case Mail:
		return readMail(src)
	case Mailbox:
		return mailbox(src)
	case Book:
		return readEPUB(src)
	}
	return readPackage(src, kind)
}

// readHTML reads a page of HTML.
func readHTML(src *source.Source) (*Document, error) {
	text, err := readPlain(src, 4*limits.DecodeText)
	if err != nil {
		return nil, err
	}
	o := &documentBuilder{Document: Document{Blocks: []Block{}}}
	err = appendPage(o, strings.NewReader(text))
	o.Cut = o.Cut || o.isFull()
	return &o.Document, err
}

// newLineBlock makes a block of a paragraph of plain text: a heading where Markdown has one.
func newLineBlock(line string, place int) Block {
	if rest := strings.TrimLeft(line, "#"); len(rest) < len(line) && len(line)-len(rest) <= 6 && strings.HasPrefix(rest, " ") {
		return Block{Kind: Heading, Level: len(line) - len(rest), Place: place, Text: strings.TrimSpace(rest)}
	}
	for _, mark := range []string{"- ", "* ", "+ ", "• ", "– "} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return Block{Kind: Item, Place: place, Text: strings.TrimSpace(rest)}
		}
	}
	return Block{Kind: Paragraph, Place: place, Text: line}
}

const (
	shortLine   = 0.7  // of the length of those around it: a paragraph ends there
	nearlyFull  = 0.88 // as much where another word would have fit: letters differ in width
	minWidth    = 30   // bytes of a line that a page was too narrow for
	widthWindow = 3    // lines; columns and titles of a page have widths of their own
)

// joinParagraphs joins the lines of a text that was broken to fit a page. An empty line, a line that ends a sentence and
// a short line end a paragraph; the line of a list begins one.
func joinParagraphs(text string) []string {
	lines := strings.FieldsFunc(strings.ReplaceAll(text, "\r\n", "\n"), func(r rune) bool { return r == '\r' })
	lines = strings.Split(strings.Join(lines, "\n"), "\n")
	var all []string
	open := false
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" {
			open = false
			continue
		}
		if open && newLineBlock(line, 0).Kind == Paragraph {
			all[len(all)-1] += " " + line
		} else {
			all = append(all, line)
		}
		open = isFullLine(lines, i) && !strings.ContainsAny(line[len(line)-1:], ".!?:") &&
			!strings.HasSuffix(line, "؟") && !strings.HasSuffix(line, "؛") && newLineBlock(line, 0).Kind != Heading
	}
	return all
}

// isFullLine reports whether a line ends where the page did: it is long, and the next word would not have fit.
func isFullLine(lines []string, i int) bool {
	width := float64(widthAround(lines, i))
	n := len(strings.TrimSpace(lines[i]))
	if i+1 < len(lines) {
		word, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
		if word != "" && float64(n+1+len(word)) < nearlyFull*width {
			return false
		}
	}
	return float64(n) >= shortLine*width
}

// widthAround is how long the lines are that a line stands among: its own, and most of those before and behind it.
func widthAround(lines []string, i int) int {
	var near []int
	for _, line := range lines[max(0, i-widthWindow):min(len(lines), i+widthWindow+1)] {
		if n := len(strings.TrimSpace(line)); n > 0 {
			near = append(near, n)
		}
	}
	slices.Sort(near)
	return max(near[(len(near)-1)*3/4], minWidth)
}
