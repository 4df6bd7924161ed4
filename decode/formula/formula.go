// Package formula rewrites the references in formulas of workbooks (ECMA-376, part 1, 18.17) and leaves every other
// byte as it is: strings, names of functions, structured references and those to other files.
package formula

import "strings"

type refKind byte

const (
	cellKind refKind = iota
	rowsKind
	columnsKind
	noKind // a sheet that is followed by a name, a function or an error
)

// reference is a reference to cells: from a corner to another one, which are the same for a single cell.
type reference struct {
	sheet     string // without quotes; empty for the sheet of the formula
	lastSheet string // of several sheets in a row
	external  bool   // of another file
	kind      refKind
	isRange   bool
	from, to  endpoint
}

// endpoint is a corner; of rows and columns one half counts.
type endpoint struct {
	row, column       int // from 0
	absRow, absColumn bool
}

// The size of a sheet.
const (
	MaxRows    = 1_048_576
	MaxColumns = 16_384
)

// RefError stands for what is not there any more.
const RefError = "#REF!"

// rewriteReferences gives every reference of a formula to a function, with what stands before it and the reference itself, and
// writes its answer instead of both.
func rewriteReferences(text string, change func(r reference, prefix, body string) string) string {
	var out strings.Builder
	done := 0
	for at := 0; at < len(text); {
		r, body, next := scanReference(text, at)
		if next == at { // no reference here
			at = skipToken(text, at)
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

// skipToken returns the end of the token that begins at a place and is no reference.
func skipToken(text string, at int) int {
	switch c := text[at]; {
	case c == '"', c == '\'':
		return skipQuoted(text, at, c)
	case c == '[':
		return skipBrackets(text, at)
	case c == '#':
		return skipErrorValue(text, at)
	case isWordByte(c):
		return skipWord(text, at)
	}
	return at + 1
}

// skipQuoted returns the end of a quoted text, in which a doubled quote stands for one.
func skipQuoted(text string, at int, quote byte) int {
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

// skipBrackets returns the end of a structured reference, in which an apostrophe makes the next character plain.
func skipBrackets(text string, at int) int {
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

func skipErrorValue(text string, at int) int {
	end := at + 1
	for end < len(text) && (text[end] >= 'A' && text[end] <= 'Z' || text[end] == '/' || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	if end > at+1 && end < len(text) && (text[end] == '!' || text[end] == '?') {
		end++
	}
	return end
}

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80 || strings.IndexByte(`_.$\?`, c) >= 0
}

func skipWord(text string, at int) int {
	for at < len(text) && isWordByte(text[at]) {
		at++
	}
	return at
}

// scanReference reads the reference that begins at a place: where its cells begin, and where it ends; at itself when there is
// none.
func scanReference(text string, at int) (r reference, body, next int) {
	r, body, ok := scanSheetPrefix(text, at)
	if !ok {
		return r, at, at
	}
	first := skipWord(text, body)
	if k, e, ok := parseEndpoint(text[body:first]); ok && !isNameEnd(text, first) {
		r.kind, r.from, r.to = k, e, e
		if first < len(text) && text[first] == ':' {
			second := skipWord(text, first+1)
			if k2, e2, ok := parseEndpoint(text[first+1 : second]); ok && k2 == k && !isNameEnd(text, second) {
				r.isRange, r.to = true, e2
				return r, body, second
			}
		}
		if k == cellKind {
			return r, body, first
		}
	}
	if body == at {
		return r, at, at
	}
	r.kind = noKind
	if body < len(text) && text[body] == '#' {
		return r, body, skipErrorValue(text, body)
	}
	return r, body, first
}

// isNameEnd reports whether a word is the name of a function, of a table or of a sheet.
func isNameEnd(text string, end int) bool {
	return end < len(text) && (text[end] == '(' || text[end] == '[' || text[end] == '!')
}

// scanSheetPrefix reads what stands before the exclamation mark, and returns where the rest begins. It is not ok where no
// reference can begin.
func scanSheetPrefix(text string, at int) (r reference, body int, ok bool) {
	if at >= len(text) {
		return r, at, false
	}
	switch c := text[at]; {
	case c == '\'':
		return scanQuotedPrefix(text, at)
	case c == '[': // [1]Sheet!A1
		last := skipWord(text, skipBrackets(text, at))
		r.external = true
		return r, last + 1, last < len(text) && text[last] == '!'
	case !isWordByte(c):
		return r, at, false
	}
	return scanPlainPrefix(text, at)
}

// scanQuotedPrefix is sheets for names in quotes.
func scanQuotedPrefix(text string, at int) (r reference, body int, ok bool) {
	end := skipQuoted(text, at, '\'')
	if end >= len(text) || text[end] != '!' || end-at < 3 {
		return r, at, false
	}
	r.setSheets(strings.ReplaceAll(text[at+1:end-1], "''", "'"))
	return r, end + 1, true
}

// scanPlainPrefix is sheets for names without quotes, or none.
func scanPlainPrefix(text string, at int) (r reference, body int, ok bool) {
	end := skipWord(text, at)
	if end < len(text) && text[end] == '!' {
		r.setSheets(text[at:end])
		return r, end + 1, true
	}
	if end < len(text) && text[end] == ':' {
		last := skipWord(text, end+1)
		k, _, is := parseEndpoint(text[at:end])
		if last > end+1 && last < len(text) && text[last] == '!' && !(is && k == cellKind) { // A1:Sheet2!B1 has two references
			r.sheet, r.lastSheet = text[at:end], text[end+1:last]
			return r, last + 1, true
		}
	}
	return r, at, true
}

// setSheets takes a name of a sheet as it stands before the exclamation mark.
func (r *reference) setSheets(s string) {
	if strings.Contains(s, "]") {
		r.external = true
		return
	}
	r.sheet, r.lastSheet, _ = strings.Cut(s, ":")
}

// parseEndpoint reads A1, $A$1, A or 1.
func parseEndpoint(s string) (refKind, endpoint, bool) {
	e := endpoint{}
	i := 0
	if i < len(s) && s[i] == '$' {
		i++
	}
	begin := i
	for i < len(s) && i < begin+3 && (s[i]|0x20) >= 'a' && (s[i]|0x20) <= 'z' {
		e.column = e.column*26 + int(s[i]|0x20-'a') + 1
		i++
	}
	what := rowsKind
	if i > begin {
		what = columnsKind
		e.column--
		e.absColumn = begin > 0
		if e.column >= MaxColumns {
			return 0, e, false
		}
		if i == len(s) {
			return columnsKind, e, true
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
	if what == columnsKind {
		what = cellKind
	}
	return what, e, true
}
