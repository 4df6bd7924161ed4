package workbook

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// rewriteMain returns the part of the workbook with its list of sheets, names and the wish to be calculated anew.
func (b *workbook) rewriteMain() ([]byte, error) {
	var out bytes.Buffer
	r, err := newRewriter(b.mainXML, &out)
	if err != nil {
		return nil, err
	}
	f := b.newReferenceRewriter(r, nil)
	calculated, named := false, false
	calculate := func(before int, ns string) {
		if !calculated {
			f.insert(before, fmt.Appendf(nil, `<%scalcPr fullCalcOnLoad="1"/>`, ns))
		}
		calculated = true
	}
	for {
		err := f.next()
		if err != nil {
			if err = ignoreEOF(err); err != nil {
				return nil, err
			}
			err = f.finish()
			return emptyNameList.ReplaceAll(out.Bytes(), nil), err
		}
		named = b.insertNames(f, named)
		if f.depth == 1 && f.isEnd || f.depth == 2 && !f.isEnd && slices.Contains(afterCalc, string(f.name)) {
			calculate(f.tagStart, string(f.prefix))
		}
		switch {
		case f.is("calcPr"):
			calculated = true
			f.replaceTag(setAttr(f.raw(), "fullCalcOnLoad", "1"))
		case f.is("workbookView"):
			b.rewriteView(f)
		case f.is("sheets") && f.depth == 2 && b.sheetListChanged:
			err = b.rewriteSheetList(f)
		case f.is("definedName"):
			err = b.rewriteDefinedName(f)
		}
		if err != nil {
			return nil, err
		}
	}
}

// insertNames adds the names that are new at the end of the list of names, or with such a list; whether that is done.
func (b *workbook) insertNames(f *referenceRewriter, done bool) bool {
	if done {
		return true
	}
	tag := f.depth == 2 && string(f.name) == "definedNames"
	behind := f.depth == 1 && f.isEnd || f.depth == 2 && !f.isEnd && slices.Contains(afterNames, string(f.name))
	if !behind && !(tag && (f.isEnd || f.selfClosing)) {
		return false
	}
	switch all := slices.Concat(b.encodeNewNames(string(f.prefix)), b.encodeFilterNames(string(f.prefix))); {
	case tag && f.isEnd:
		f.insert(f.tagStart, all)
	case tag && len(all) == 0:
	default:
		if tag {
			f.replace(f.tagStart, f.pos, nil)
		}
		if len(all) > 0 {
			f.insert(max(f.tagStart, f.done), fmt.Appendf(nil, "<%sdefinedNames>%s</%sdefinedNames>", f.prefix, all, f.prefix))
		}
	}
	return true
}

// The elements of a workbook that stand behind its names, and behind calcPr (ECMA-376, part 1, 18.2.27).
var (
	afterNames = strings.Fields("calcPr " + afterCalcElements)
	afterCalc  = strings.Fields(afterCalcElements)
)

const afterCalcElements = "oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr " +
	"webPublishObjects extLst"

// currentIndex returns the place of a sheet that had another one in the file; -1 when it is gone.
func (b *workbook) currentIndex(before int) int {
	if before < 0 || before >= len(b.originalSheets) {
		return -1
	}
	return slices.Index(b.sheets, b.originalSheets[before])
}

// rewriteView keeps the sheet that is shown.
func (b *workbook) rewriteView(f *referenceRewriter) {
	tag := f.raw()
	for _, attr := range []string{"activeTab", "firstSheet"} {
		text, is := findAttr(tag, attr)
		n, err := strconv.Atoi(text)
		if !is || err != nil {
			if n = 0; attr == "firstSheet" {
				continue
			}
		}
		to := b.currentIndex(n)
		if to < 0 || attr == "activeTab" && b.sheets[to].isHidden() {
			to = slices.IndexFunc(b.sheets, func(sh *sheet) bool { return !sh.isHidden() })
		}
		if to != n && to >= 0 {
			tag = setAttr(tag, attr, strconv.Itoa(to))
		}
	}
	if !bytes.Equal(tag, f.raw()) {
		f.replaceTag(tag)
	}
}

func (sh *sheet) isHidden() bool { return sh.state != "" && sh.state != "visible" }

// rewriteSheetList writes the list of sheets.
func (b *workbook) rewriteSheetList(f *referenceRewriter) error {
	begin, depth, tag := f.pos, f.depth, f.raw()
	var tags, rests [][]byte // of each sheet, and what follows to the end of its element
	if f.selfClosing {
		return errXML
	}
	for {
		if err := f.next(); err != nil {
			return rejectEOF(err)
		}
		if f.isEnd && f.depth == depth {
			break
		}
		if f.is("sheet") && f.depth == depth+1 {
			tag, from := f.raw(), f.pos
			if err := f.skipElement(); err != nil {
				return err
			}
			tags, rests = append(tags, tag), append(rests, f.src[from:f.pos])
		}
	}
	if len(tags) != len(b.originalSheets) {
		return errXML
	}
	idName := "r:id"
	if from, _ := findAttrValue(tags[0], "id"); from > 0 {
		before := bytes.TrimRight(tags[0][:from-1], "= \t\r\n")
		idName = string(before[bytes.LastIndexAny(before, " \t\r\n")+1:])
	}
	ns := string(tag[1:bytes.Index(tag, []byte("sheets"))])
	var out []byte
	for _, sh := range b.sheets {
		if i := slices.Index(b.originalSheets, sh); i >= 0 {
			one := tags[i]
			if sh.name != sh.originalName {
				one = setAttr(one, "name", sh.name)
			}
			out = append(append(out, one...), rests[i]...)
			continue
		}
		out = fmt.Appendf(out, `<%ssheet name="%s" sheetId="%s" %s="%s"/>`, ns, escapeAttr(sh.name, '"'), sh.id, idName, sh.relationID)
	}
	f.replace(begin, f.tagStart, out)
	return f.err
}
