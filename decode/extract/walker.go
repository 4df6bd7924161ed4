package extract

import (
	"encoding/xml"
	"errors"
	"slices"
	"strconv"
	"strings"

	"anbar/app/base/limits"
)

// documentBuilder is a document that grows until there is enough.
type documentBuilder struct {
	Document
	size  int
	place int
}

// maxBlocks bounds what the blocks of a document take beside their words.
const maxBlocks = 30_000

func (o *documentBuilder) isFull() bool {
	return o.size >= limits.DecodeText || len(o.Blocks) >= maxBlocks
}

// add adds a block that has words. Its text is cut where there is enough.
func (o *documentBuilder) add(b Block) {
	b.Text, b.Marker = o.truncate(strings.TrimSpace(b.Text)), o.truncate(b.Marker)
	if o.Cut {
		b.Runs = nil
	}
	words := b.Text != ""
	for i, c := range b.Cells {
		b.Cells[i] = o.truncate(strings.TrimSpace(c))
		words = words || b.Cells[i] != ""
	}
	if !words {
		return
	}
	for ; o.place < b.Place; o.place++ {
		o.size++ // the end of a place
	}
	o.size++ // the end of its line
	o.Blocks = append(o.Blocks, b)
}

func (o *documentBuilder) truncate(s string) string {
	if left := limits.DecodeText - o.size; len(s) > left {
		o.Cut = true
		s = s[:wholeRunesLen([]byte(s[:max(0, left)]))]
	}
	o.size += len(s)
	return s
}

// paragraph is one whose end did not come yet.
type paragraph struct {
	strings.Builder
	block Block
	item  item // of a docx
	cells *row // the row that it stands in, if any
}

type row struct {
	cells  []string
	repeat int // of the open cell
}

// walker follows the elements of a part and adds its blocks.
type walker struct {
	kind   Kind
	o      *documentBuilder
	place  int
	note   bool           // the part holds nothing but notes
	levels map[string]int // of headings, by the style of their paragraphs
	lists  *listNumbering // of a docx

	depth        int
	textDepth    int // how many open elements hold text
	skip         int // the depth of an element that is not read
	listDepth    int // depth of lists
	noteDepth    int // how many open elements hold a note
	title        bool
	sharedString bool
	open         []*paragraph // each within the one before
	rows         []*row
}

const maxDepth = 500

var errTooDeep = errors.New("it is nested too deep")

func (w *walker) readToken(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		if w.depth++; w.depth > maxDepth {
			return errTooDeep
		}
		if w.skip == 0 {
			w.beginElement(t)
		}
	case xml.EndElement:
		if w.skip == 0 {
			w.endElement(t.Name.Local)
		} else if w.skip == w.depth {
			w.skip = 0
		}
		w.depth--
	case xml.CharData:
		if w.textDepth > 0 && w.skip == 0 {
			w.write(string(t))
		}
	}
	return nil
}

// write adds text to the innermost paragraph, as far as a document may have it.
func (w *walker) write(s string) {
	if len(w.open) == 0 {
		w.open = append(w.open, w.newParagraph())
	}
	p := w.open[len(w.open)-1]
	p.WriteString(s[:min(len(s), max(0, limits.DecodeText-p.Len()))])
}

func (w *walker) newParagraph() *paragraph {
	p := &paragraph{block: Block{Kind: Paragraph, Place: w.place}, item: item{level: -1}}
	switch {
	case w.note || w.noteDepth > 0:
		p.block.Kind = Note
	case w.title:
		p.block.Kind, p.block.Level = Heading, 1
	case w.listDepth > 0:
		p.block.Kind, p.block.Level = Item, w.listDepth-1
	}
	if len(w.rows) > 0 {
		p.cells = w.rows[len(w.rows)-1]
	}
	return p
}

// finish adds what a part that was broken off left open.
func (w *walker) finish() {
	for len(w.open) > 0 {
		w.endParagraph()
	}
	for len(w.rows) > 0 {
		w.endRow()
	}
}

func attr(t xml.StartElement, name string) string {
	i := slices.IndexFunc(t.Attr, func(a xml.Attr) bool { return a.Name.Local == name })
	if i < 0 {
		return ""
	}
	return t.Attr[i].Value
}

// intAttr returns the number in an attribute, within bounds; least when there is none.
func intAttr(t xml.StartElement, name string, least, most int) int {
	n, err := strconv.Atoi(attr(t, name))
	if err != nil {
		return least
	}
	return min(max(n, least), most)
}

func (w *walker) beginElement(t xml.StartElement) {
	name := t.Name.Local
	if isSkipped(w.kind, name) {
		w.skip = w.depth
		return
	}
	if w.isTextElement(name) {
		w.textDepth++
	}
	switch w.kind {
	case Word:
		w.beginWord(t)
	case Slides:
		w.beginSlide(t)
	case OpenDocument:
		w.beginOpenDocument(t)
	case Sheet:
		w.sharedString = w.sharedString && name != "c" || name == "c" && attr(t, "t") == "s"
	}
	switch name {
	case "br", "line-break":
		w.writeSpace("\n")
	case "tab":
		w.writeSpace(" ")
	}
}

// isSkipped reports whether an element says again what its choice says, what was before a change, or how pages look.
func isSkipped(k Kind, name string) bool {
	return name == "Fallback" || k == Word && (name == "sectPr" || name == "pPrChange")
}

// writeSpace adds white space within a paragraph.
func (w *walker) writeSpace(s string) {
	if n := len(w.open); n > 0 && w.open[n-1].Len() > 0 {
		w.write(s)
	}
}

// isTextElement reports whether the characters inside such an element are text. Cells of
// a sheet with a shared text hold its number.
func (w *walker) isTextElement(name string) bool {
	switch w.kind {
	case OpenDocument:
		return name == "p" || name == "h"
	case Sheet:
		return name == "t" || name == "v" && !w.sharedString
	}
	return name == "t"
}

func (w *walker) endElement(name string) {
	if w.isTextElement(name) && w.textDepth > 0 {
		w.textDepth--
	}
	switch w.kind {
	case Word, Slides:
		w.endOfficeElement(name)
	case OpenDocument:
		w.endOpenDocument(name)
	case Sheet:
		w.endSheet(name)
	}
}

// endParagraph adds the innermost paragraph: as a block, or to the cell that it stands in.
func (w *walker) endParagraph() {
	n := len(w.open)
	if n == 0 {
		return
	}
	p := w.open[n-1]
	w.open = w.open[:n-1]
	w.numberParagraph(p)
	if p.cells == nil {
		p.block.Text = p.String()
		w.o.add(p.block)
		return
	}
	if k := len(p.cells.cells); k > 0 && p.Len() > 0 {
		cell := &p.cells.cells[k-1]
		*cell = strings.TrimSpace(*cell + " " + p.String())
	}
}

// numberParagraph gives a paragraph of a docx its place in a list. A list counts also what it shows nowhere here: empty items, and those in
// cells and notes.
func (w *walker) numberParagraph(p *paragraph) {
	if w.lists == nil {
		return
	}
	marker, level, ok := w.lists.nextMarker(p.item)
	switch b := &p.block; {
	case !ok && b.Kind == Item && p.item.list == "0": // taken out of the list of its style
		b.Kind = Paragraph
	case !ok && b.Kind == Item:
		b.Level = max(p.item.level, 0)
	case ok && (b.Kind == Item || b.Kind == Paragraph):
		b.Kind, b.Level, b.Marker = Item, level, marker
	case ok && b.Kind == Heading:
		b.Marker = marker
	}
}

func (w *walker) beginCell(repeat int) {
	if n := len(w.rows); n > 0 {
		w.rows[n-1].cells, w.rows[n-1].repeat = append(w.rows[n-1].cells, ""), repeat
	}
}

// maxRepeat bounds how often a cell is written again that a sheet says to be repeated.
const maxRepeat = 50

// endCell repeats a cell with words, and one without words only between others.
func (w *walker) endCell() {
	n := len(w.rows)
	if n == 0 || len(w.rows[n-1].cells) == 0 {
		return
	}
	r := w.rows[n-1]
	last := r.cells[len(r.cells)-1]
	for i := 1; i < min(r.repeat, maxRepeat); i++ {
		r.cells = append(r.cells, last)
	}
}

// endRow adds a row; one within a cell of another is a part of that cell.
func (w *walker) endRow() {
	n := len(w.rows)
	if n == 0 {
		return
	}
	r := w.rows[n-1]
	w.rows = w.rows[:n-1]
	for len(r.cells) > 0 && r.cells[len(r.cells)-1] == "" {
		r.cells = r.cells[:len(r.cells)-1]
	}
	if n > 1 {
		outer := w.rows[n-2]
		if k := len(outer.cells); k > 0 {
			outer.cells[k-1] = strings.TrimSpace(outer.cells[k-1] + " " + strings.Join(r.cells, " "))
		}
		return
	}
	kind := Row
	if w.note || w.noteDepth > 0 {
		kind = Note
	}
	if len(r.cells) > 0 {
		w.o.add(Block{Kind: kind, Place: w.place, Cells: r.cells})
	}
}
