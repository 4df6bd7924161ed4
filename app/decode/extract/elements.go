package extract

import (
	"encoding/xml"
	"strconv"
	"strings"
)

const deepest = 9 // level of a heading or an item

// outline returns the level of a heading, from 1, that an outlineLvl says; 0 for that of the body.
func outline(t xml.StartElement) int {
	if n, err := strconv.Atoi(attr(t, "val")); err == nil && n >= 0 && n < deepest {
		return n + 1
	}
	return 0
}

func (w *walker) beginWord(t xml.StartElement) {
	block := w.block()
	switch t.Name.Local {
	case "p":
		w.open = append(w.open, w.paragraph())
	case "pStyle":
		block.makeHeading(w.levels[attr(t, "val")])
		w.item().style = attr(t, "val")
	case "outlineLvl": // of this paragraph alone
		block.makeHeading(outline(t))
	case "numPr":
		if block != nil && block.Kind == Paragraph {
			block.Kind = Item
		}
	case "ilvl":
		w.item().level = number(t, "val", 0, deepest)
	case "numId":
		w.item().list = attr(t, "val")
	case "bidi":
		w.item().rtl, w.item().hasBidi = isOn(attr(t, "val")), true
	case "tr":
		w.rows = append(w.rows, &row{})
	case "tc":
		w.beginCell(1)
	}
}

// block returns the block that is being read; nil outside of blocks.
func (w *walker) block() *Block {
	if n := len(w.open); n > 0 {
		return &w.open[n-1].block
	}
	return nil
}

// item returns what the paragraph that is being read says of its list.
func (w *walker) item() *item {
	if n := len(w.open); n > 0 {
		return &w.open[n-1].item
	}
	return &item{}
}

// makeHeading makes a block a heading, unless it is a note. It does nothing without a block or with level 0.
func (b *Block) makeHeading(level int) {
	if level > 0 && b != nil && b.Kind != Note {
		b.Kind, b.Level = Heading, level
	}
}

func (w *walker) beginSlide(t xml.StartElement) {
	switch t.Name.Local {
	case "sp":
		w.title = false
	case "ph":
		kind := attr(t, "type")
		w.title = kind == "title" || kind == "ctrTitle"
		if kind == "sldNum" || kind == "dt" || kind == "ftr" || kind == "hdr" {
			w.notes++ // until its shape ends
		}
	case "p":
		w.open = append(w.open, w.paragraph())
	case "pPr":
		if block := w.block(); block != nil && block.Kind == Paragraph && attr(t, "lvl") != "" {
			block.Kind, block.Level = Item, number(t, "lvl", 0, deepest)
		}
	case "tr":
		w.rows = append(w.rows, &row{})
	case "tc":
		w.beginCell(1)
	}
}

func (w *walker) endOffice(name string) {
	switch name {
	case "p":
		w.endParagraph()
	case "tc":
		w.endCell()
	case "tr":
		w.endRow()
	case "sp":
		w.title, w.notes = false, 0
	}
}

func (w *walker) beginOpen(t xml.StartElement) {
	switch t.Name.Local {
	case "h":
		p := w.paragraph()
		if p.block.Kind != Note {
			p.block.Kind, p.block.Level = Heading, number(t, "outline-level", 1, deepest)
		}
		w.open = append(w.open, p)
	case "p":
		w.open = append(w.open, w.paragraph())
	case "s":
		if n := len(w.open); n > 0 {
			w.write(strings.Repeat(" ", number(t, "c", 1, maxRepeat)))
		}
	case "frame":
		w.title = attr(t, "class") == "title"
	case "list":
		w.list++
	case "note", "annotation", "notes", "header", "footer":
		w.notes++
	case "page":
		w.nextPlace()
	case "table":
		if len(w.rows) == 0 && w.kind == OpenDocument && w.sheets() {
			w.nextPlace()
			w.o.Names = append(w.o.Names, attr(t, "name"))
		}
	case "spreadsheet":
		w.o.Names = []string{}
	case "table-row":
		w.rows = append(w.rows, &row{})
	case "table-cell", "covered-table-cell":
		w.beginCell(number(t, "number-columns-repeated", 1, maxRepeat))
	}
}

const maxPlaces = 10_000

func (w *walker) nextPlace() { w.place = min(w.place+1, maxPlaces) }

// sheets reports whether the tables of the document are its sheets.
func (w *walker) sheets() bool { return w.o.Names != nil }

func (w *walker) endOpen(name string) {
	switch name {
	case "p", "h":
		w.endParagraph()
	case "frame":
		w.title = false
	case "list":
		w.list--
	case "note", "annotation", "notes", "header", "footer":
		w.notes--
	case "table-cell", "covered-table-cell":
		w.endCell()
	case "table-row":
		w.endRow()
	}
}

// endSheet makes a block of each shared text, and of the cells of each row that hold their value themselves.
func (w *walker) endSheet(name string) {
	switch name {
	case "c":
		w.space(" ")
	case "row", "si":
		w.endParagraph()
	}
}
