package workbook

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"anbar/decode/formula"
)

// rewriteProperty rewrites an element of the sheet outside of its rows.
func (w *sheetWriter) rewriteProperty() error {
	frozen := w.sheet.edits.frozen
	switch {
	case w.is("sheetPr") && w.depth == 2:
		tag := w.setFilterMode(w.raw())
		if fits := w.fitToPage(); fits != nil && w.selfClosing {
			open, _, _ := splitElement(tag)
			tag = slices.Concat(open, w.encodeFitToPage(*fits), []byte("</"+w.ns+"sheetPr>"))
		}
		if !bytes.Equal(tag, w.raw()) {
			w.replaceTag(tag)
		}
		return w.err
	case w.isEnd && w.depth == 2 && string(w.name) == "sheetPr" && w.fitToPage() != nil && !w.presentElements["pageSetUpPr"]:
		w.insert(w.tagStart, w.encodeFitToPage(*w.fitToPage()))
		return w.err
	case w.is("pageSetUpPr") && w.fitToPage() != nil:
		w.presentElements["pageSetUpPr"] = true
		w.replaceTag(setAttr(w.raw(), "fitToPage", formatBool(*w.fitToPage())))
		return w.err
	case w.is("dimension"):
		w.rewriteDimension()
		return w.err
	case frozen != nil && w.is("pane"), frozen != nil && w.is("selection") && w.attr("pane") != "":
		return w.dropElement()
	case frozen != nil && w.is("sheetView"):
		if err := w.rewriteElement(); err != nil {
			return err
		}
		pane := w.encodeFrozenPane(frozen)
		if !w.selfClosing {
			w.insert(w.pos, []byte(pane))
			return w.err
		}
		tag, _, _ := splitElement(w.raw())
		w.replaceTag(fmt.Appendf(nil, "%s%s</%ssheetView>", tag, pane, w.ns))
		return w.err
	}
	return w.rewriteElement()
}

// rewriteDimension keeps what the sheet says of its size.
func (w *sheetWriter) rewriteDimension() {
	text := w.attr("ref")
	was, ok := parseCellRange(text)
	if !ok {
		return
	}
	if to := w.moveRanges(text); to != "" {
		was, _ = parseCellRange(to)
	}
	a := was
	if e, some := w.sheet.edits.bounds(); some {
		a = cellRange{min(a.top, e.top), min(a.left, e.left), max(a.bottom, e.bottom), max(a.right, e.right)}
	}
	to := a.text()
	if a.top == a.bottom && a.left == a.right {
		to = formula.CellName(a.top, a.left)
	}
	if to != text && a != was || len(w.moves) > 0 {
		w.replaceTag(setAttr(w.raw(), "ref", to))
	}
}

// encodeFrozenPane returns the elements that keep rows and columns in sight.
func (w *sheetWriter) encodeFrozenPane(frozen *[2]int) string {
	rows, columns := frozen[0], frozen[1]
	if rows == 0 && columns == 0 {
		return ""
	}
	var attrs strings.Builder
	active := "bottomRight"
	if columns > 0 {
		fmt.Fprintf(&attrs, ` xSplit="%d"`, columns)
	} else {
		active = "bottomLeft"
	}
	if rows > 0 {
		fmt.Fprintf(&attrs, ` ySplit="%d"`, rows)
	} else {
		active = "topRight"
	}
	return fmt.Sprintf(`<%spane%s topLeftCell="%s" activePane="%s" state="frozen"/><%sselection pane="%s"/>`, w.ns, attrs.String(),
		formula.CellName(rows, columns), active, w.ns, active)
}
