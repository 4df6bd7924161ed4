package workbook

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// mainBody returns the part of the workbook with its list of sheets, names and the wish to be calculated anew.
func (b *book) mainBody() ([]byte, error) {
	var out bytes.Buffer
	r, err := newRewriter(b.body, &out)
	if err != nil {
		return nil, err
	}
	f := b.refer(r, nil)
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
			if err = expected(err); err != nil {
				return nil, err
			}
			err = f.finish()
			return emptyNames.ReplaceAll(out.Bytes(), nil), err
		}
		named = b.insertNames(f, named)
		if f.depth == 1 && f.ends || f.depth == 2 && !f.ends && slices.Contains(behindCalc, string(f.name)) {
			calculate(f.begin, string(f.prefix))
		}
		switch {
		case f.is("calcPr"):
			calculated = true
			f.retag(with(f.raw(), "fullCalcOnLoad", "1"))
		case f.is("workbookView"):
			b.view(f)
		case f.is("sheets") && f.depth == 2 && b.listed:
			err = b.sheetList(f)
		case f.is("definedName"):
			err = b.definedName(f)
		}
		if err != nil {
			return nil, err
		}
	}
}

// insertNames adds the names that are new at the end of the list of names, or with such a list; whether that is done.
func (b *book) insertNames(f *referrer, done bool) bool {
	if done {
		return true
	}
	tag := f.depth == 2 && string(f.name) == "definedNames"
	behind := f.depth == 1 && f.ends || f.depth == 2 && !f.ends && slices.Contains(behindNames, string(f.name))
	if !behind && !(tag && (f.ends || f.self)) {
		return false
	}
	switch all := slices.Concat(b.newNames(string(f.prefix)), b.filterNames(string(f.prefix))); {
	case tag && f.ends:
		f.insert(f.begin, all)
	case tag && len(all) == 0:
	default:
		if tag {
			f.replace(f.begin, f.at, nil)
		}
		if len(all) > 0 {
			f.insert(max(f.begin, f.done), fmt.Appendf(nil, "<%sdefinedNames>%s</%sdefinedNames>", f.prefix, all, f.prefix))
		}
	}
	return true
}

// The elements of a workbook that stand behind its names, and behind calcPr (ECMA-376, part 1, 18.2.27).
var (
	behindNames = strings.Fields("calcPr " + behindCalcNames)
	behindCalc  = strings.Fields(behindCalcNames)
)

const behindCalcNames = "oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr " +
	"webPublishObjects extLst"

// now returns the place of a sheet that had another one in the file; -1 when it is gone.
func (b *book) now(before int) int {
	if before < 0 || before >= len(b.asFound) {
		return -1
	}
	return slices.Index(b.sheets, b.asFound[before])
}

// view keeps the sheet that is shown.
func (b *book) view(f *referrer) {
	tag := f.raw()
	for _, attr := range []string{"activeTab", "firstSheet"} {
		text, is := attribute(tag, attr)
		n, err := strconv.Atoi(text)
		if !is || err != nil {
			if n = 0; attr == "firstSheet" {
				continue
			}
		}
		to := b.now(n)
		if to < 0 || attr == "activeTab" && b.sheets[to].hidden() {
			to = slices.IndexFunc(b.sheets, func(sh *sheet) bool { return !sh.hidden() })
		}
		if to != n && to >= 0 {
			tag = with(tag, attr, strconv.Itoa(to))
		}
	}
	if !bytes.Equal(tag, f.raw()) {
		f.retag(tag)
	}
}

func (sh *sheet) hidden() bool { return sh.state != "" && sh.state != "visible" }

// sheetList writes the list of sheets.
func (b *book) sheetList(f *referrer) error {
	begin, depth, tag := f.at, f.depth, f.raw()
	var tags, rests [][]byte // of each sheet, and what follows to the end of its element
	if f.self {
		return errXML
	}
	for {
		if err := f.next(); err != nil {
			return unexpected(err)
		}
		if f.ends && f.depth == depth {
			break
		}
		if f.is("sheet") && f.depth == depth+1 {
			tag, from := f.raw(), f.at
			if err := f.pass(); err != nil {
				return err
			}
			tags, rests = append(tags, tag), append(rests, f.b[from:f.at])
		}
	}
	if len(tags) != len(b.asFound) {
		return errXML
	}
	idName := "r:id"
	if from, _ := place(tags[0], "id"); from > 0 {
		before := bytes.TrimRight(tags[0][:from-1], "= \t\r\n")
		idName = string(before[bytes.LastIndexAny(before, " \t\r\n")+1:])
	}
	ns := string(tag[1:bytes.Index(tag, []byte("sheets"))])
	var out []byte
	for _, sh := range b.sheets {
		if i := slices.Index(b.asFound, sh); i >= 0 {
			one := tags[i]
			if sh.name != sh.original {
				one = with(one, "name", sh.name)
			}
			out = append(append(out, one...), rests[i]...)
			continue
		}
		out = fmt.Appendf(out, `<%ssheet name="%s" sheetId="%s" %s="%s"/>`, ns, escape(sh.name, '"'), sh.id, idName, sh.rel)
	}
	f.replace(begin, f.begin, out)
	return f.err
}
