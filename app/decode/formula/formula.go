// Package formula rewrites the references in formulas of workbooks (ECMA-376, part 1, 18.17) and leaves every other
// byte as it is: strings, names of functions, structured references and those to other files.
package formula

import "strings"

type kind byte

const (
	cell kind = iota
	rows
	columns
	none // a sheet that is followed by a name, a function or an error
)

// ref is a reference to cells: from a corner to another one, which are the same for a single cell.
type ref struct {
	sheet    string // without quotes; empty for the sheet of the formula
	last     string // of several sheets in a row
	external bool   // of another file
	kind     kind
	ranged   bool
	from, to end
}

// end is a corner; of rows and columns one half counts.
type end struct {
	row, column       int // from 0
	absRow, absColumn bool
}

// The size of a sheet.
const (
	MaxRows    = 1_048_576
	MaxColumns = 16_384
)

// Broken stands for what is not there any more.
const Broken = "#REF!"

// rewrite gives every reference of a formula to a function, with what stands before it and the reference itself, and
// writes its answer instead of both.
func rewrite(text string, change func(r ref, prefix, body string) string) string {
	var out strings.Builder
	done := 0
	for at := 0; at < len(text); {
		r, body, next := scan(text, at)
		if next == at { // no reference here
			at = skip(text, at)
			continue
		}
		if with := change(r, text[at:body], text[body:next]); with != text[at:next] {
			out.WriteString(text[done:at])
			out.WriteString(with)
			done = next
		}
		at = next
	}
	if done == 0 {
		return text
	}
	out.WriteString(text[done:])
	return out.String()
}

// skip returns the end of the token that begins at a place and is no reference.
func skip(text string, at int) int {
	switch c := text[at]; {
	case c == '"', c == '\'':
		return closing(text, at, c)
	case c == '[':
		return bracket(text, at)
	case c == '#':
		return errorWord(text, at)
	case wordy(c):
		return word(text, at)
	}
	return at + 1
}

// closing returns the end of a quoted text, in which a doubled quote stands for one.
func closing(text string, at int, quote byte) int {
	for i := at + 1; i < len(text); i++ {
		if text[i] != quote {
			continue
		}
		if i+1 < len(text) && text[i+1] == quote {
			i++
			continue
		}
		return i + 1
	}
	return len(text)
}

// bracket returns the end of a structured reference, in which an apostrophe makes the next character plain.
func bracket(text string, at int) int {
	depth := 0
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '\'':
			i++
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

func errorWord(text string, at int) int {
	end := at + 1
	for end < len(text) && (text[end] >= 'A' && text[end] <= 'Z' || text[end] == '/' || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	if end > at+1 && end < len(text) && (text[end] == '!' || text[end] == '?') {
		end++
	}
	return end
}

func wordy(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80 || strings.IndexByte(`_.$\?`, c) >= 0
}

func word(text string, at int) int {
	for at < len(text) && wordy(text[at]) {
		at++
	}
	return at
}

// scan reads the reference that begins at a place: where its cells begin, and where it ends; at itself when there is
// none.
func scan(text string, at int) (r ref, body, next int) {
	r, body, ok := sheets(text, at)
	if !ok {
		return r, at, at
	}
	first := word(text, body)
	if k, e, ok := corner(text[body:first]); ok && !called(text, first) {
		r.kind, r.from, r.to = k, e, e
		if first < len(text) && text[first] == ':' {
			second := word(text, first+1)
			if k2, e2, ok := corner(text[first+1 : second]); ok && k2 == k && !called(text, second) {
				r.ranged, r.to = true, e2
				return r, body, second
			}
		}
		if k == cell {
			return r, body, first
		}
	}
	if body == at {
		return r, at, at
	}
	r.kind = none
	if body < len(text) && text[body] == '#' {
		return r, body, errorWord(text, body)
	}
	return r, body, first
}

// called reports whether a word is the name of a function, of a table or of a sheet.
func called(text string, end int) bool {
	return end < len(text) && (text[end] == '(' || text[end] == '[' || text[end] == '!')
}

// sheets reads what stands before the exclamation mark, and returns where the rest begins. It is not ok where no
// reference can begin.
func sheets(text string, at int) (r ref, body int, ok bool) {
	if at >= len(text) {
		return r, at, false
	}
	switch c := text[at]; {
	case c == '\'':
		return quotedSheets(text, at)
	case c == '[': // [1]Sheet!A1
		last := word(text, bracket(text, at))
		r.external = true
		return r, last + 1, last < len(text) && text[last] == '!'
	case !wordy(c):
		return r, at, false
	}
	return plainSheets(text, at)
}

// quotedSheets is sheets for names in quotes.
func quotedSheets(text string, at int) (r ref, body int, ok bool) {
	end := closing(text, at, '\'')
	if end >= len(text) || text[end] != '!' || end-at < 3 {
		return r, at, false
	}
	r.name(strings.ReplaceAll(text[at+1:end-1], "''", "'"))
	return r, end + 1, true
}

// plainSheets is sheets for names without quotes, or none.
func plainSheets(text string, at int) (r ref, body int, ok bool) {
	end := word(text, at)
	if end < len(text) && text[end] == '!' {
		r.name(text[at:end])
		return r, end + 1, true
	}
	if end < len(text) && text[end] == ':' {
		last := word(text, end+1)
		k, _, is := corner(text[at:end])
		if last > end+1 && last < len(text) && text[last] == '!' && !(is && k == cell) { // A1:Sheet2!B1 has two references
			r.sheet, r.last = text[at:end], text[end+1:last]
			return r, last + 1, true
		}
	}
	return r, at, true
}

// name takes a name of a sheet as it stands before the exclamation mark.
func (r *ref) name(s string) {
	if strings.Contains(s, "]") {
		r.external = true
		return
	}
	r.sheet, r.last, _ = strings.Cut(s, ":")
}

// corner reads A1, $A$1, A or 1.
func corner(s string) (kind, end, bool) {
	e := end{}
	i := 0
	if i < len(s) && s[i] == '$' {
		i++
	}
	begin := i
	for i < len(s) && i < begin+3 && (s[i]|0x20) >= 'a' && (s[i]|0x20) <= 'z' {
		e.column = e.column*26 + int(s[i]|0x20-'a') + 1
		i++
	}
	what := rows
	if i > begin {
		what = columns
		e.column--
		e.absColumn = begin > 0
		if e.column >= MaxColumns {
			return 0, e, false
		}
		if i == len(s) {
			return columns, e, true
		}
		if s[i] == '$' {
			e.absRow = true
			i++
		}
	} else {
		e.absRow = begin > 0
	}
	if i == len(s) || len(s)-i > 7 || s[i] == '0' {
		return 0, e, false
	}
	for ; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, e, false
		}
		e.row = e.row*10 + int(s[i]-'0')
	}
	if e.row--; e.row >= MaxRows {
		return 0, e, false
	}
	if what == columns {
		what = cell
	}
	return what, e, true
}
