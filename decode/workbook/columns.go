package workbook

import (
	"fmt"
	"slices"
	"strconv"

	"anbar/decode/formula"
	"anbar/decode/refusal"
)

// columnSpan is what a sheet says of some columns, at the places where they are after the edits.
type columnSpan struct {
	first, last int // from 0
	tag         []byte
}

const maxSpans = 20_000

// pixelsPerCharacter is the width of a digit of the default font: widths of columns count these, margins included.
const pixelsPerCharacter = 7

// rewriteCols reads what the sheet says of its columns and writes it as it becomes.
func (w *sheetWriter) rewriteCols() error {
	begin, self := w.tagStart, w.selfClosing
	for !self {
		if err := w.next(); err != nil {
			return rejectEOF(err)
		}
		if w.isEnd && w.depth == 2 {
			break
		}
		if !w.is("col") {
			continue
		}
		if err := w.collectCol(); err != nil {
			return err
		}
	}
	if len(w.sheet.edits.columnWidths) > 0 || len(w.sheet.edits.hiddenColumns) > 0 || len(w.moves) > 0 {
		w.replace(begin, w.pos, w.encodeCols())
	}
	return nil
}

// collectCol keeps the columns of a tag, unless they are deleted.
func (w *sheetWriter) collectCol() error {
	first, err := strconv.Atoi(w.attr("min"))
	last, err2 := strconv.Atoi(w.attr("max"))
	if err != nil || err2 != nil || first < 1 || last < first || len(w.columns) > maxSpans {
		return errXML
	}
	tag, _, _ := splitElement(w.raw())
	c := columnSpan{first: first - 1, last: min(last, formula.MaxColumns) - 1, tag: slices.Concat(tag[:len(tag)-1], []byte("/>"))}
	if left := c.shift(w.moves); left {
		w.columns = append(w.columns, c)
	}
	return nil
}

func (c *columnSpan) shift(own []formula.Change) (left bool) {
	left = true
	for _, ch := range own {
		if !ch.IsRowChange() && left {
			c.first, c.last, left = ch.MoveSpan(c.first, c.last)
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

// encodeCols returns the element with the columns; nothing when there are none.
func (w *sheetWriter) encodeCols() []byte {
	all := w.columns
	walkRuns(w.sheet.edits.columnWidths, func(first, last int, pixels float64) {
		all = w.applyToColumns(all, first, last,
			widthSetter(pixels))
	})
	walkRuns(w.sheet.edits.hiddenColumns, func(first, last int, hidden bool) {
		all = w.applyToColumns(all, first, last,
			hiddenSetter(hidden))
	})
	if len(all) == 0 {
		return nil
	}
	if len(all) > maxSpans {
		w.err = refusal.New(refusal.TooLarge, "it has too many widths")
		return nil
	}
	out := fmt.Appendf(nil, "<%scols>", w.ns)
	for _, c := range all {
		out = append(out, setAttr(setAttr(c.tag, "min", strconv.Itoa(c.first+1)), "max", strconv.Itoa(c.last+1))...)
	}
	return fmt.Appendf(out, "</%scols>", w.ns)
}

// walkRuns calls a function with the columns side by side that get the same.
func walkRuns[T comparable](all map[int]T, take func(first, last int, value T)) {
	numbers := sortedKeys(all)
	for i := 0; i < len(numbers); {
		first, value := i, all[numbers[i]]
		for i++; i < len(numbers) && numbers[i] == numbers[i-1]+1 && all[numbers[i]] == value; i++ {
		}
		take(numbers[first], numbers[i-1], value)
	}
}

func widthSetter(pixels float64) func(tag []byte) []byte {
	return func(tag []byte) []byte {
		if pixels == 0 {
			return setAttr(tag, "hidden", "1")
		}
		return setAttr(setAttr(removeAttr(tag, "hidden"), "width", strconv.FormatFloat(pixels/pixelsPerCharacter, 'f', 4, 64)),
			"customWidth", "1")
	}
}

// hiddenSetter hides columns or shows them. Some readers take a column without a width for one of no width.
func hiddenSetter(hidden bool) func(tag []byte) []byte {
	return func(tag []byte) []byte {
		if _, is := findAttr(tag, "width"); !is {
			tag = setAttr(tag, "width", "9.140625")
		}
		if hidden {
			return setAttr(tag, "hidden", "1")
		}
		return removeAttr(tag, "hidden")
	}
}

// applyToColumns changes the tags of columns and keeps what else is said of them.
func (w *sheetWriter) applyToColumns(all []columnSpan, first, last int, change func(tag []byte) []byte) []columnSpan {
	plain := fmt.Appendf(nil, `<%scol min="1" max="1"/>`, w.ns)
	var out []columnSpan
	at := first
	fill := func(until int) {
		if at <= until {
			out = append(out, columnSpan{first: at, last: until, tag: change(plain)})
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
			out = append(out, columnSpan{first: c.first, last: first - 1, tag: c.tag})
		}
		if from, to := max(c.first, first), min(c.last, last); from <= to {
			out = append(out, columnSpan{first: from, last: to, tag: change(c.tag)})
			at = to + 1
		}
		if c.last > last {
			out = append(out, columnSpan{first: max(c.first, last+1), last: c.last, tag: c.tag})
		}
	}
	fill(last)
	return out
}
