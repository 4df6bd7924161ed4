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
	written bool   // in place of one of the file, by rewriteDefinedName; encodeNewNames writes the others
}

const (
	maxNameLength = 255
	maxNames      = 5_000 // that change at once
	printArea     = "_xlnm.Print_Area"
	printTitles   = "_xlnm.Print_Titles"
)

var (
	namePattern   = regexp.MustCompile(`^[\p{L}_\\][\p{L}\p{M}\p{N}_.\\]*$`)
	reservedNames = regexp.MustCompile(`(?i)^(?:[a-z]{1,3}\d+|r\d*(?:c\d*)?|c\d*|true|false|_xl(?:nm|fn|ws)\..*)$`)
)

// setName gives a formula a name, or takes the name away.
func (b *workbook) setName(op *Op) error {
	e := &nameEdit{name: op.Name, formula: strings.TrimPrefix(op.F, "="), since: len(b.steps)}
	if op.Sheet != "" {
		if e.sheet = b.findSheet(op.Sheet); e.sheet == nil {
			return invalidf("there is no sheet %q", op.Sheet)
		}
	}
	isPrintName := e.sheet != nil && (e.name == printArea || e.name == printTitles)
	if !isPrintName && (!namePattern.MatchString(e.name) || reservedNames.MatchString(e.name) ||
		len(utf16.Encode([]rune(e.name))) > maxNameLength) {
		return invalidf("%q is no name", e.name)
	}
	if (op.Op == "name") != (e.formula != "") || len(utf16.Encode([]rune(e.formula))) > maxFormula ||
		stripIllegalChars(e.formula) != e.formula {
		return invalidf("%q stands for no formula", e.name)
	}
	b.nameEdits = slices.DeleteFunc(b.nameEdits, func(o *nameEdit) bool { return o.sheet == e.sheet && strings.EqualFold(o.name, e.name) })
	if b.nameEdits = append(b.nameEdits, e); len(b.nameEdits) > maxNames {
		return invalidf("too many names change")
	}
	return nil
}

// findNameEdit returns what becomes of a name of the file; nil when nothing does.
func (b *workbook) findNameEdit(name string, on *sheet) *nameEdit {
	for _, e := range b.nameEdits {
		if e.sheet == on && strings.EqualFold(e.name, name) {
			return e
		}
	}
	return nil
}

// currentFormula returns the formula of a name after all steps.
func (e *nameEdit) currentFormula(b *workbook) string {
	text := e.formula
	for _, st := range b.steps[e.since:] {
		text = st.RewriteFormula(text, st.sheet == e.sheet)
	}
	return text
}

// encodeNewNames returns the names that edits added, as they stand in the workbook.
func (b *workbook) encodeNewNames(ns string) []byte {
	var out []byte
	for _, e := range b.nameEdits {
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
		out = fmt.Appendf(out, `<%sdefinedName name="%s"%s>%s</%sdefinedName>`, ns, escapeAttr(e.name, '"'), on,
			escapeText(e.currentFormula(b)), ns)
	}
	return out
}

// rewriteDefinedName rewrites a name of cells; it drops the names of a sheet that is removed.
func (b *workbook) rewriteDefinedName(f *referenceRewriter) error {
	var on *sheet
	if text, is := findAttr(f.raw(), "localSheetId"); is {
		n, err := strconv.Atoi(text)
		if err != nil {
			return errXML
		}
		to := b.currentIndex(n)
		if to < 0 {
			return f.dropElement()
		}
		if on = b.sheets[to]; to != n {
			f.replaceTag(setAttr(f.raw(), "localSheetId", strconv.Itoa(to)))
		}
	}
	name := attrOf(f.raw(), "name")
	if name == filterName && on != nil && on.edits.filter != nil {
		return f.dropElement()
	}
	e := b.findNameEdit(name, on)
	if e == nil {
		return f.rewriteElement()
	}
	if e.formula == "" {
		return f.dropElement()
	}
	e.written = true
	return f.rewriteText(func(string) string { return e.currentFormula(b) })
}

// emptyNameList is a list of names of which none is left, which no workbook has.
var emptyNameList = regexp.MustCompile(`<(?:[\w-]+:)?definedNames\s*></(?:[\w-]+:)?definedNames\s*>`)
