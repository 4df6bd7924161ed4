package workbook

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"anbar/app/decode/formula"
)

// property rewrites an element of the sheet outside of its rows.
func (w *sheetWriter) property() error {
	frozen := w.sheet.edits.frozen
	switch {
	case w.is("sheetPr") && w.depth == 2:
		tag := w.filterMode(w.raw())
		if fits := w.fits(); fits != nil && w.self {
			open, _, _ := parts(tag)
			tag = slices.Concat(open, w.setUpPage(*fits), []byte("</"+w.ns+"sheetPr>"))
		}
		if !bytes.Equal(tag, w.raw()) {
			w.retag(tag)
		}
		return w.err
	case w.ends && w.depth == 2 && string(w.name) == "sheetPr" && w.fits() != nil && !w.seen["pageSetUpPr"]:
		w.insert(w.begin, w.setUpPage(*w.fits()))
		return w.err
	case w.is("pageSetUpPr") && w.fits() != nil:
		w.seen["pageSetUpPr"] = true
		w.retag(with(w.raw(), "fitToPage", flag(*w.fits())))
		return w.err
	case w.is("dimension"):
		w.dimension()
		return w.err
	case frozen != nil && w.is("pane"), frozen != nil && w.is("selection") && w.attr("pane") != "":
		return w.drop()
	case frozen != nil && w.is("sheetView"):
		if err := w.element(); err != nil {
			return err
		}
		pane := w.frozenPane(frozen)
		if !w.self {
			w.insert(w.at, []byte(pane))
			return w.err
		}
		tag, _, _ := parts(w.raw())
		w.retag(fmt.Appendf(nil, "%s%s</%ssheetView>", tag, pane, w.ns))
		return w.err
	}
	return w.element()
}

// dimension keeps what the sheet says of its size.
func (w *sheetWriter) dimension() {
	text := w.attr("ref")
	top, left, bottom, right, ok := formula.Corners(text)
	if !ok {
		return
	}
	a := area{top, left, bottom, right}
	if to := w.ranges(text); to != "" {
		top, left, bottom, right, _ = formula.Corners(to)
		a = area{top, left, bottom, right}
	}
	if e, some := w.sheet.edits.bounds(); some {
		a = area{min(a.top, e.top), min(a.left, e.left), max(a.bottom, e.bottom), max(a.right, e.right)}
	}
	to := a.text()
	if a.top == a.bottom && a.left == a.right {
		to = formula.Cell(a.top, a.left)
	}
	if to != text && a != (area{top, left, bottom, right}) || len(w.own) > 0 {
		w.retag(with(w.raw(), "ref", to))
	}
}

// frozenPane returns the elements that keep rows and columns in sight.
func (w *sheetWriter) frozenPane(frozen *[2]int) string {
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
		formula.Cell(rows, columns), active, w.ns, active)
}
