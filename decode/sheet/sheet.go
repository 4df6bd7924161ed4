// Package sheet reads pages of the sheets of workbooks: xlsx (ECMA-376, part 1, chapter 18) and ods
// (OpenDocument 1.3, part 3, chapter 9). Its input is untrusted and may be large: it streams, keeps the rows of one
// page alone, and bounds what it unpacks and returns.
package sheet

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"anbar/app/base/limits"
	"anbar/decode/refusal"
	"anbar/decode/source"
)

// ErrUnreadable means that the blob is no workbook, or a damaged one.
var ErrUnreadable = errors.New("no workbook")

// PageRequest is the page that a viewer asks for.
type PageRequest struct {
	Sheet int `json:"sheet"` // from 1; 0 for the one that the workbook shows first
	First int `json:"first"` // row, from 1
	Rows  int `json:"rows"`  // at most limits.SheetRows
}

// Page is a part of a sheet.
type Page struct {
	Sheets  []Entry       `json:"sheets"`
	Sheet   int           `json:"sheet"`            // that is shown, from 1
	Active  int           `json:"active,omitempty"` // that the workbook shows first, from 1
	RTL     bool          `json:"rtl,omitempty"`
	First   int           `json:"first"`
	Next    int           `json:"next,omitempty"` // the row to go on with; 0 at the end of the sheet
	Total   int           `json:"total"`          // rows, as far as it is known
	Columns int           `json:"columns"`
	Frozen  [2]int        `json:"frozen"`           // rows and columns that stay in sight
	Widths  []ColumnWidth `json:"widths,omitempty"` // of columns
	Width   float64       `json:"width,omitempty"`  // of the other columns
	Height  float64       `json:"height,omitempty"` // of rows that say nothing, in points
	Merges  [][4]int      `json:"merges,omitempty"` // row, column, rows, columns
	Filter  *Filter       `json:"filter,omitempty"`
	Print   *PageSetup    `json:"print,omitempty"`  // nil when the sheet says nothing of it
	Tables  [][4]int      `json:"tables,omitempty"` // as Merges
	Styles  []Style       `json:"styles"`

	Drawings []Drawing     `json:"drawings,omitempty"` // with the first rows of a sheet
	Missing  *Omissions    `json:"missing,omitempty"`  // that lies over the cells
	Comments []Comment     `json:"comments,omitempty"`
	Names    []DefinedName `json:"names,omitempty"` // of the workbook, with the first rows of a sheet
	Rows     []Row         `json:"rows"`
	Epoch    int           `json:"epoch,omitempty"` // 1904 where days count from there
	Stale    bool          `json:"stale,omitempty"` // the workbook asks to be computed when it is opened

	Arrays          [][4]int `json:"arrays,omitempty"` // of formulas that fill several cells on the page, as Merges
	Locked          bool     `json:"locked,omitempty"` // its author protected the sheet
	StructureLocked bool     `json:"fixed,omitempty"`  // its author locked the list of sheets
	Undeletable     bool     `json:"stays,omitempty"`  // the sheet cannot be deleted: slicers may choose what it shows
}

// Entry is a sheet of a workbook.
type Entry struct {
	ID     string `json:"id"` // stays the same while the workbook is edited
	Name   string `json:"name"`
	Hidden bool   `json:"hidden,omitempty"`
}

// ColumnWidth is that of some columns, in characters of the default font, of about seven pixels each; 0 for the usual one.
type ColumnWidth struct {
	From   int     `json:"from"` // from 1
	Until  int     `json:"until"`
	Width  float64 `json:"width"`
	Hidden bool    `json:"hidden,omitempty"`
}

// Row is a row with cells.
type Row struct {
	Number int     `json:"n"`
	Height float64 `json:"h,omitempty"` // in points
	Hidden bool    `json:"hidden,omitempty"`
	Cells  []Cell  `json:"cells"`
}

// Cell is a cell with a value, a formula or a style.
type Cell struct {
	Column  int      `json:"c"`           // from 1
	Text    string   `json:"t,omitempty"` // of text, errors, and what came formatted
	Number  *float64 `json:"v,omitempty"` // to be formatted by its style
	Style   int      `json:"s,omitempty"` // index of Styles
	Formula string   `json:"f,omitempty"`
	Kind    string   `json:"k,omitempty"` // bool, error; number for text that is one; text for an empty one that a formula gave
	Runs    []Run    `json:"r,omitempty"` // of the text, when it has several looks
	Array   bool     `json:"a,omitempty"` // its formula is computed as an array, of which it has the first value

	sharedString int // the text's number among the shared ones, from 1
}

// Style is the look of a cell.
type Style struct {
	Format    string `json:"format,omitempty"` // of numbers, as workbooks write it
	Bold      bool   `json:"bold,omitempty"`
	Italic    bool   `json:"italic,omitempty"`
	Underline bool   `json:"underline,omitempty"`
	Strike    bool   `json:"strike,omitempty"`
	Color     string `json:"color,omitempty"` // RRGGBB
	Fill      string `json:"fill,omitempty"`
	Align     string `json:"align,omitempty"` // left, center, right, justify
	Wrap      bool   `json:"wrap,omitempty"`

	Size     float64 `json:"size,omitempty"` // of the font, in points
	Font     string  `json:"font,omitempty"`
	VAlign   string  `json:"valign,omitempty"` // top, center, bottom
	Border   *Border `json:"border,omitempty"`
	Rotation int     `json:"turn,omitempty"` // degrees to the left; from 91 on those over 90 to the right; 255 for letters below one another
}

const (
	maxSheets  = 1000
	maxColumns = 16_384
	maxRows    = 1_048_576
	maxMerges  = 5_000
	maxStyles  = 4_000
	maxCell    = 32 << 10 // bytes of a cell's text
	maxWidths  = 2_000
)

// workbook is an open one.
type workbook struct {
	src          *source.Source
	files        map[string]*zip.File
	unpackBudget int64
	page         *Page
	request      PageRequest
	cellCount    int
	textSize     int
	namesSize    int // bytes of names

	omissions   Omissions
	chartPoints int // points of charts
	wanted      []*wish
	pageSetup   PageSetup
	inRowBreaks bool // within the list of those behind rows

	pastEnd            bool // the last rows filled the sheet of an ods to its end
	xlsxStyles         *xlsxStyles
	sharedFormulas     map[string]sharedFormula
	sharedFormulasSize int // bytes of them
}

// ReadPage returns a page of a workbook. It returns ErrUnreadable when the blob is none.
func ReadPage(src *source.Source, want PageRequest) (*Page, error) {
	z, err := src.OpenZip()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if source.IsEncrypted(z) {
		return nil, refusal.New(refusal.Encrypted, "its parts are encrypted")
	}
	w := &workbook{src: src, files: map[string]*zip.File{}, unpackBudget: limits.SheetUnpacked}
	for _, f := range z.File {
		w.files[strings.TrimPrefix(path.Clean("/"+f.Name), "/")] = f
	}
	w.request = PageRequest{min(max(want.Sheet, 0), maxSheets), min(max(want.First, 1), maxRows), min(max(want.Rows, 1), limits.SheetRows)}
	w.sharedFormulas, w.xlsxStyles = map[string]sharedFormula{}, &xlsxStyles{formats: map[string]string{}}
	w.page = &Page{First: w.request.First, Sheets: []Entry{}, Styles: []Style{{}}, Rows: []Row{}}
	switch {
	case w.files["xl/workbook.xml"] != nil:
		err = w.readXLSX()
	case w.files["content.xml"] != nil:
		err = w.readODS()
	default:
		err = errors.New("it has no sheets inside")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return w.page, nil
}

// walkTags gives the tags of a part to a function, until it wants no more. A part that is not there has none.
func (w *workbook) walkTags(name string, take func(*scanner) (more bool, err error)) error {
	f := w.files[name]
	if f == nil {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	s := newScanner(&limitedReader{ctx: w.src.Context(), r: r, budget: &w.unpackBudget})
	for {
		err := s.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if more, err := take(s); err != nil || !more {
			return err
		}
	}
}

// isPageFull reports whether the page has all the rows and cells that it may have.
func (w *workbook) isPageFull(next int) bool {
	return next >= w.request.First+w.request.Rows || w.cellCount >= limits.SheetCells || w.textSize >= limits.SheetText
}

// addRow adds a row of the page; rows without cells are left out.
func (w *workbook) addRow(r Row) {
	w.page.Total = max(w.page.Total, r.Number)
	if len(r.Cells) == 0 && r.Height == 0 && !r.Hidden {
		return
	}
	w.cellCount += len(r.Cells)
	for _, c := range r.Cells {
		w.page.Columns = max(w.page.Columns, c.Column)
		w.textSize += len(c.Text) + len(c.Formula) + runSize*len(c.Runs)
	}
	w.page.Rows = append(w.page.Rows, r)
}

// addStyle returns the index of a style among those of the page.
func (w *workbook) addStyle(s Style) int {
	if len(w.page.Styles) >= maxStyles {
		return 0
	}
	w.page.Styles = append(w.page.Styles, s)
	return len(w.page.Styles) - 1
}
