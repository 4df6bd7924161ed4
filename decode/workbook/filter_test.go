package workbook

import (
	"slices"
	"strings"
	"testing"

	"anbar/decode/refusal"

	reader "anbar/decode/sheet"

	"github.com/google/go-cmp/cmp"
)

const namesPart = "xl/workbook.xml"

func hiddenRows(p *reader.Page) (all []int) {
	for _, r := range p.Rows {
		if r.Hidden {
			all = append(all, r.Number)
		}
	}
	return all
}

func TestFilters(t *testing.T) {
	in := rich(t)
	out := mustApply(t, in, `{"op":"filter","sheet":"1","range":[0,0,5,2],"columns":[
		{"c":2,"values":["3","a<b"],"dates":["2026","2026-03","2026-03-09"],"blank":true},{"c":1,"keep":true}]},
		{"op":"hide","sheet":"1","axis":"rows","spans":[[2,3],[7,7]]}`)
	has(t, out, s1, `<sheetPr filterMode="1"><tabColor`, `<autoFilter ref="A1:C6"><filterColumn colId="1"><filters><filter val="3"/>`,
		`</filterColumn><filterColumn colId="2"><filters blank="1"><filter val="3"/><filter val="a&lt;b"/><dateGroupItem year="2026" `+
			`dateTimeGrouping="year"/><dateGroupItem year="2026" month="3" dateTimeGrouping="month"/><dateGroupItem year="2026" month="3" `+
			`day="9" dateTimeGrouping="day"/></filters></filterColumn></autoFilter>`,
		`<row r="3" hidden="1">`, `<row r="4" hidden="1">`, `<row r="8" hidden="1"></row>`)
	has(t, out, namesPart,
		`<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'Rich'!$A$1:$C$6</definedName></definedNames>`,
		`-Rich!$A$1:$C$6`, `فروش`, `fullCalcOnLoad="1"`)
	p := page(t, out, 1)
	want := &reader.Filter{Range: [4]int{1, 1, 6, 3}, Columns: []reader.FilterColumn{
		{Column: 2, Values: []string{"3"}},
		{Column: 3, Values: []string{"3", "a<b"}, Dates: []string{"2026", "2026-03", "2026-03-09"}, Blank: true},
	}}
	if diff := cmp.Diff(want, p.Filter); diff != "" {
		t.Error(diff)
	}
	if got := hiddenRows(p); !slices.Equal(got, []int{3, 4, 8}) {
		t.Errorf("hidden are %v", got)
	}
	rightly := func(name string) bool { return lostRightly(name) || strings.Contains(name, "<sortState>") }
	if gone := lost(census(t, in), census(t, out), rightly); len(gone) > 0 {
		t.Errorf("lost %v", gone)
	}
	out = mustApply(t, out, `{"op":"unfilter","sheet":"1"},{"op":"show","sheet":"1","axis":"rows","spans":[[0,9]]}`)
	has(t, out, s1, "-autoFilter", "-filterMode", "-hidden", `<tabColor`, `<row r="1" spans="1:5" ht="30" customHeight="1">`)
	has(t, out, namesPart, "-_FilterDatabase", "LocalTwo")
}

func TestFiltersOfSheetsThatHadNone(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"sheet-add","id":"9","name":"It's","at":0},
		{"op":"cells","sheet":"9","cells":[{"r":0,"c":0,"v":"نام"},{"r":1,"c":0,"v":"x"}]},
		{"op":"filter","sheet":"9","range":[0,0,1,1],"columns":[{"c":0,"values":["y"]},{"c":1,"values":["z"]}]},
		{"op":"hide","sheet":"9","axis":"rows","spans":[[1,1]]},
		{"op":"insert","sheet":"9","axis":"rows","at":0,"count":2},{"op":"delete","sheet":"9","axis":"cols","at":1,"count":1}`)
	p := page(t, out, 1)
	want := &reader.Filter{Range: [4]int{3, 1, 2, 1}, Columns: []reader.FilterColumn{{Column: 1, Values: []string{"y"}}}}
	if diff := cmp.Diff(want, p.Filter); diff != "" {
		t.Error(diff)
	}
	if got := hiddenRows(p); !slices.Equal(got, []int{4}) {
		t.Errorf("hidden are %v", got)
	}
	has(t, out, namesPart, `localSheetId="0" hidden="1">'It''s'!$A$3:$A$4<`, `localSheetId="1" hidden="1">Rich!`)
	noNames := strings.Replace(richPart(namesPart), "<definedNames>", "<definedNames/><x>", 1)
	noNames = noNames[:strings.Index(noNames, "<x>")] + noNames[strings.Index(noNames, "</definedNames>")+len("</definedNames>"):]
	out = mustApply(t, rich(t, namesPart, noNames), `{"op":"filter","sheet":"1","range":[0,0,5,2]}`)
	body := part(t, out, namesPart)
	if strings.Count(body, "<definedNames") != 1 || !strings.Contains(body, "$C$6</definedName></definedNames>") {
		t.Error(body)
	}
}

func TestHiddenColumnsKeepTheirWidths(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"hide","sheet":"1","axis":"cols","spans":[[0,0],[3,4]]}`)
	has(t, out, s1, `<col min="1" max="1" width="20.5" customWidth="1" hidden="1"/>`,
		`<col min="4" max="4" width="12" style="1" customWidth="1" hidden="1"/><col min="5" max="5" width="9.140625" hidden="1"/>`)
	out = mustApply(t, out, `{"op":"show","sheet":"1","axis":"cols","spans":[[0,4]]}`)
	has(t, out, s1, `<col min="1" max="1" width="20.5" customWidth="1"/>`, "-hidden")
	out = mustApply(t, rich(t), `{"op":"width","sheet":"1","from":0,"to":0,"px":0},{"op":"height","sheet":"1","from":0,"to":0,"px":0},`+
		`{"op":"show","sheet":"1","axis":"cols","spans":[[0,0]]},{"op":"show","sheet":"1","axis":"rows","spans":[[0,0]]}`)
	has(t, out, s1, "-hidden", `width="20.5"`, `ht="30"`)
}

func TestFiltersThatDoNotFit(t *testing.T) {
	for op, want := range map[string]refusal.Code{
		`{"op":"filter","sheet":"1","range":[5,0,0,2]}`:                                                              refusal.Invalid,
		`{"op":"filter","sheet":"1","range":[0,0,5,2],"columns":[{"c":3}]}`:                                          refusal.Invalid,
		`{"op":"filter","sheet":"1","range":[0,0,5,2],"columns":[{"c":1},{"c":1}]}`:                                  refusal.Invalid,
		`{"op":"filter","sheet":"1","range":[0,0,5,2],"columns":[{"c":1,"dates":["2026-13"]}]}`:                      refusal.Invalid,
		`{"op":"filter","sheet":"1","range":[0,0,5,2],"columns":[{"c":1,"values":["\u0001"]}]}`:                      refusal.Invalid,
		`{"op":"hide","sheet":"1","axis":"rows","spans":[[3,2]]}`:                                                    refusal.Invalid,
		`{"op":"hide","sheet":"1","axis":"pages","spans":[[0,0]]}`:                                                   refusal.Invalid,
		`{"op":"hide","sheet":"1","axis":"cols","spans":[[0,16384]]}`:                                                refusal.Invalid,
		`{"op":"hide","sheet":"1","axis":"rows","spans":[[0,1000000]]}`:                                              refusal.TooLarge,
		`{"op":"hide","sheet":"1","axis":"rows","spans":[[0,300000],[0,300000]]}`:                                    refusal.TooLarge,
		`{"op":"filter","sheet":"1","range":[0,0,1,1],"columns":[{"c":0,"values":[` + many(maxFilterValues) + `]}]}`: refusal.Invalid,
	} {
		if _, err := apply(rich(t), op); refusedFor(err) != want {
			t.Errorf("%.100s: %v", op, err)
		}
	}
	tables := corpus(t)["excelize-tables"]
	p := page(t, tables, 1)
	if len(p.Tables) == 0 {
		t.Fatal("no tables")
	}
	id := sheetsOf(t, tables)[0]
	if _, err := apply(tables, `{"op":"filter","sheet":"`+id+`","range":[14,1,18,3]}`); refusedFor(err) != refusal.Structure {
		t.Error(err, p.Tables)
	}
}

func many(n int) string { return strings.Repeat(`"v",`, n) + `"v"` }
