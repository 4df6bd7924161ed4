package workbook

import (
	"fmt"
	"slices"
	"strconv"

	"anbar/app/decode/formula"
	"anbar/app/decode/refusal"
)

// column is what a sheet says of some columns, at the places where they are after the edits.
type column struct {
	first, last int // from 0
	tag         []byte
}

const maxSpans = 20_000

// PixelsOfCharacter is the width of a digit of the default font: widths of columns count these, margins included.
const PixelsOfCharacter = 7

// readCols reads what the sheet says of its columns and writes it as it becomes.
func (w *sheetWriter) readCols() error {
	begin, self := w.begin, w.self
	for !self {
		if err := w.next(); err != nil {
			return unexpected(err)
		}
		if w.ends && w.depth == 2 {
			break
		}
		if !w.is("col") {
			continue
		}
		if err := w.readCol(); err != nil {
			return err
		}
	}
	if len(w.sheet.edits.widths) > 0 || len(w.sheet.edits.hidden) > 0 || len(w.own) > 0 {
		w.replace(begin, w.at, w.cols())
	}
	return nil
}

// readCol keeps the columns of a tag, unless they are deleted.
func (w *sheetWriter) readCol() error {
	first, err := strconv.Atoi(w.attr("min"))
	last, err2 := strconv.Atoi(w.attr("max"))
	if err != nil || err2 != nil || first < 1 || last < first || len(w.columns) > maxSpans {
		return errXML
	}
	tag, _, _ := parts(w.raw())
	c := column{first - 1, min(last, formula.MaxColumns) - 1, slices.Concat(tag[:len(tag)-1], []byte("/>"))}
	if left := c.move(w.own); left {
		w.columns = append(w.columns, c)
	}
	return nil
}

func (c *column) move(own []formula.Change) (left bool) {
	left = true
	for _, ch := range own {
		if !ch.Rows() && left {
			c.first, c.last, left = ch.Span(c.first, c.last)
		}
	}
	return left
}

// columnStyle returns the style of cells of a column that say nothing.
func (w *sheetWriter) columnStyle(n int) int {
	for _, c := range w.columns {
		if n >= c.first && n <= c.last {
			style, _ := strconv.Atoi(attrOf(c.tag, "style"))
			return style
		}
	}
	return 0
}

// cols returns the element with the columns; nothing when there are none.
func (w *sheetWriter) cols() []byte {
	all := w.columns
	runs(w.sheet.edits.widths, func(first, last int, pixels float64) { all = w.retagged(all, first, last, sizedTo(pixels)) })
	runs(w.sheet.edits.hidden, func(first, last int, hidden bool) { all = w.retagged(all, first, last, hiddenOr(hidden)) })
	if len(all) == 0 {
		return nil
	}
	if len(all) > maxSpans {
		w.err = refusal.New(refusal.TooLarge, "it has too many widths")
		return nil
	}
	out := fmt.Appendf(nil, "<%scols>", w.ns)
	for _, c := range all {
		out = append(out, with(with(c.tag, "min", strconv.Itoa(c.first+1)), "max", strconv.Itoa(c.last+1))...)
	}
	return fmt.Appendf(out, "</%scols>", w.ns)
}

// runs calls a function with the columns side by side that get the same.
func runs[T comparable](all map[int]T, take func(first, last int, value T)) {
	numbers := sorted(all)
	for i := 0; i < len(numbers); {
		first, value := i, all[numbers[i]]
		for i++; i < len(numbers) && numbers[i] == numbers[i-1]+1 && all[numbers[i]] == value; i++ {
		}
		take(numbers[first], numbers[i-1], value)
	}
}

func sizedTo(pixels float64) func(tag []byte) []byte {
	return func(tag []byte) []byte {
		if pixels == 0 {
			return with(tag, "hidden", "1")
		}
		return with(with(without(tag, "hidden"), "width", strconv.FormatFloat(pixels/PixelsOfCharacter, 'f', 4, 64)), "customWidth", "1")
	}
}

// hiddenOr hides columns or shows them. Some readers take a column without a width for one of no width.
func hiddenOr(hidden bool) func(tag []byte) []byte {
	return func(tag []byte) []byte {
		if _, is := attribute(tag, "width"); !is {
			tag = with(tag, "width", "9.140625")
		}
		if hidden {
			return with(tag, "hidden", "1")
		}
		return without(tag, "hidden")
	}
}

// retagged changes the tags of columns and keeps what else is said of them.
func (w *sheetWriter) retagged(all []column, first, last int, change func(tag []byte) []byte) []column {
	plain := fmt.Appendf(nil, `<%scol min="1" max="1"/>`, w.ns)
	var out []column
	at := first
	fill := func(until int) {
		if at <= until {
			out = append(out, column{at, until, change(plain)})
			at = until + 1
		}
	}
	for _, c := range all {
		if c.last < first {
			out = append(out, c)
			continue
		}
		fill(min(c.first-1, last))
		if c.first < first {
			out = append(out, column{c.first, first - 1, c.tag})
		}
		if from, to := max(c.first, first), min(c.last, last); from <= to {
			out = append(out, column{from, to, change(c.tag)})
			at = to + 1
		}
		if c.last > last {
			out = append(out, column{max(c.first, last+1), c.last, c.tag})
		}
	}
	fill(last)
	return out
}
