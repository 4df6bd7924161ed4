package workbook

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// nameEdit is what becomes of a defined name.
type nameEdit struct {
	name    string
	sheet   *sheet // on which it counts; nil for all
	formula string // empty when the name goes
	since   int    // the number of steps that had happened before it was written
	written bool
}

const (
	maxNameLength = 255
	maxNames      = 5_000 // that change at once
	printArea     = "_xlnm.Print_Area"
	printTitles   = "_xlnm.Print_Titles"
)

var (
	nameLetters = regexp.MustCompile(`^[\p{L}_\\][\p{L}\p{M}\p{N}_.\\]*$`)
	notNames    = regexp.MustCompile(`(?i)^(?:[a-z]{1,3}\d+|r\d*(?:c\d*)?|c\d*|true|false|_xl(?:nm|fn|ws)\..*)$`)
)

// setName gives a formula a name, or takes the name away.
func (b *book) setName(op *Op) error {
	e := &nameEdit{name: op.Name, formula: strings.TrimPrefix(op.F, "="), since: len(b.steps)}
	if op.Sheet != "" {
		if e.sheet = b.find(op.Sheet); e.sheet == nil {
			return invalid("there is no sheet %q", op.Sheet)
		}
	}
	own := e.sheet != nil && (e.name == printArea || e.name == printTitles)
	if !own && (!nameLetters.MatchString(e.name) || notNames.MatchString(e.name) || len(utf16.Encode([]rune(e.name))) > maxNameLength) {
		return invalid("%q is no name", e.name)
	}
	if (op.Op == "name") != (e.formula != "") || len(utf16.Encode([]rune(e.formula))) > maxFormula || clean(e.formula) != e.formula {
		return invalid("%q stands for no formula", e.name)
	}
	b.names = slices.DeleteFunc(b.names, func(o *nameEdit) bool { return o.sheet == e.sheet && strings.EqualFold(o.name, e.name) })
	if b.names = append(b.names, e); len(b.names) > maxNames {
		return invalid("too many names change")
	}
	return nil
}

// nameEdit returns what becomes of a name of the file; nil when nothing does.
func (b *book) nameEdit(name string, on *sheet) *nameEdit {
	for _, e := range b.names {
		if e.sheet == on && strings.EqualFold(e.name, name) {
			return e
		}
	}
	return nil
}

// now returns the formula of a name after all steps.
func (e *nameEdit) now(b *book) string {
	text := e.formula
	for _, st := range b.steps[e.since:] {
		text = st.Formula(text, st.sheet == e.sheet)
	}
	return text
}

// newNames returns the names that edits added, as they stand in the workbook.
func (b *book) newNames(ns string) []byte {
	var out []byte
	for _, e := range b.names {
		if e.written || e.formula == "" {
			continue
		}
		on := ""
		if e.sheet != nil {
			at := slices.Index(b.sheets, e.sheet)
			if at < 0 { // the sheet is gone
				continue
			}
			on = fmt.Sprintf(` localSheetId="%d"`, at)
		}
		out = fmt.Appendf(out, `<%sdefinedName name="%s"%s>%s</%sdefinedName>`, ns, escape(e.name, '"'), on, content(e.now(b)), ns)
	}
	return out
}

// definedName rewrites a name of cells; names of a sheet go with it.
func (b *book) definedName(f *referrer) error {
	var on *sheet
	if text, is := attribute(f.raw(), "localSheetId"); is {
		n, err := strconv.Atoi(text)
		if err != nil {
			return errXML
		}
		to := b.now(n)
		if to < 0 {
			return f.drop()
		}
		if on = b.sheets[to]; to != n {
			f.retag(with(f.raw(), "localSheetId", strconv.Itoa(to)))
		}
	}
	name := attrOf(f.raw(), "name")
	if name == filterName && on != nil && on.edits.filter != nil {
		return f.drop()
	}
	e := b.nameEdit(name, on)
	if e == nil {
		return f.element()
	}
	if e.formula == "" {
		return f.drop()
	}
	e.written = true
	return f.textOf(func(string) string { return e.now(b) })
}

// emptyNames is a list of names of which none is left, which no workbook has.
var emptyNames = regexp.MustCompile(`<(?:[\w-]+:)?definedNames\s*></(?:[\w-]+:)?definedNames\s*>`)
