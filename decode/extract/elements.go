package extract

import (
	"encoding/xml"
	"strconv"
	"strings"
)

const maxLevel = 9 // level of a heading or an item

// parseOutlineLevel returns the level of a heading, from 1, that an outlineLvl says; 0 for that of the body.
func parseOutlineLevel(t xml.StartElement) int {
	if n, err := strconv.Atoi(attr(t, "val")); err == nil && n >= 0 && n < maxLevel {
		return n + 1
	}
	return 0
}

func (w *walker) beginWord(t xml.StartElement) {
	block := w.currentBlock()
	switch t.Name.Local {
	case "p":
		w.open = append(w.open, w.newParagraph())
	case "pStyle":
		block.makeHeading(w.levels[attr(t, "val")])
		w.currentItem().style = attr(t, "val")
	case "outlineLvl": // of this paragraph alone
		block.makeHeading(parseOutlineLevel(t))
	case "numPr":
		if block != nil && block.Kind == Paragraph {
			block.Kind = Item
		}
	case "ilvl":
		w.currentItem().level = intAttr(t, "val", 0, maxLevel)
	case "numId":
		w.currentItem().list = attr(t, "val")
	case "bidi":
		w.currentItem().rtl, w.currentItem().hasBidi = isOn(attr(t, "val")), true
	case "tr":
		w.rows = append(w.rows, &row{})
	case "tc":
		w.beginCell(1)
	}
}

// currentBlock returns the block that is being read; nil outside of blocks.
func (w *walker) currentBlock() *Block {
	if n := len(w.open); n > 0 {
		return &w.open[n-1].block
	}
	return nil
}

// currentItem returns what the paragraph that is being read says of its list.
func (w *walker) currentItem() *item {
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
			w.noteDepth++ // until its shape ends
		}
	case "p":
		w.open = append(w.open, w.newParagraph())
	case "pPr":
		if block := w.currentBlock(); block != nil && block.Kind == Paragraph && attr(t, "lvl") != "" {
			block.Kind, block.Level = Item, intAttr(t, "lvl", 0, maxLevel)
		}
	case "tr":
		w.rows = append(w.rows, &row{})
	case "tc":
		w.beginCell(1)
	}
}

func (w *walker) endOfficeElement(name string) {
	switch name {
	case "p":
		w.endParagraph()
	case "tc":
		w.endCell()
	case "tr":
		w.endRow()
	case "sp":
		w.title, w.noteDepth = false, 0
	}
}

func (w *walker) beginOpenDocument(t xml.StartElement) {
	switch t.Name.Local {
	case "h":
		p := w.newParagraph()
		if p.block.Kind != Note {
			p.block.Kind, p.block.Level = Heading, intAttr(t, "outline-level", 1, maxLevel)
		}
		w.open = append(w.open, p)
	case "p":
		w.open = append(w.open, w.newParagraph())
	case "s":
		if n := len(w.open); n > 0 {
			w.write(strings.Repeat(" ", intAttr(t, "c", 1, maxRepeat)))
		}
	case "frame":
		w.title = attr(t, "class") == "title"
	case "list":
		w.listDepth++
	case "note", "annotation", "notes", "header", "footer":
		w.noteDepth++
	case "page":
		w.advancePlace()
	case "table":
		if len(w.rows) == 0 && w.kind == OpenDocument && w.isSpreadsheet() {
			w.advancePlace()
			w.o.Names = append(w.o.Names, attr(t, "name"))
		}
	case "spreadsheet":
		w.o.Names = []string{}
	case "table-row":
		w.rows = append(w.rows, &row{})
	case "table-cell", "covered-table-cell":
		w.beginCell(intAttr(t, "number-columns-repeated", 1, maxRepeat))
	}
}

const maxPlaces = 10_000

func (w *walker) advancePlace() { w.place = min(w.place+1, maxPlaces) }

// isSpreadsheet reports whether the tables of the document are its sheets.
func (w *walker) isSpreadsheet() bool { return w.o.Names != nil }

func (w *walker) endOpenDocument(name string) {
	switch name {
	case "p", "h":
		w.endParagraph()
	case "frame":
		w.title = false
	case "list":
		w.listDepth--
	case "note", "annotation", "notes", "header", "footer":
		w.noteDepth--
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
		w.writeSpace(" ")
	case "row", "si":
		w.endParagraph()
	}
}
