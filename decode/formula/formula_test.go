package formula

import (
	"strings"
	"testing"
)

func TestChangesMoveReferences(t *testing.T) {
	insert2 := Change{Kind: InsertRows, Sheet: "Data", At: 2, Count: 2}
	delete2 := Change{Kind: DeleteRows, Sheet: "Data", At: 2, Count: 2}
	columns := Change{Kind: InsertColumns, Sheet: "Data", At: 1, Count: 1}
	without := Change{Kind: DeleteColumns, Sheet: "Data", At: 1, Count: 1}
	rename := Change{Kind: RenameSheet, Sheet: "Data", Name: "سال ۱۴۰۳"}
	remove := Change{Kind: RemoveSheet, Sheet: "Data"}
	for _, c := range []struct {
		change   Change
		own      bool
		from, to string
	}{
		{insert2, true, "SUM(A1:A10)+A2-A3", "SUM(A1:A12)+A2-A5"}, {insert2, true, "$A$3:$B$4*a3", "$A$5:$B$6*A5"},
		{insert2, false, "A3+Data!A3+data!$B3+'Data'!C3", "A3+Data!A5+data!$B5+'Data'!C5"},
		{insert2, true, `"A3"&A3&"say ""A3"""`, `"A3"&A5&"say ""A3"""`}, {insert2, true, "LOG10(A3)+LOGS10", "LOG10(A5)+LOGS10"},
		{insert2, true, "Other!A3+[1]Data!A3+'[2]Data'!A3", "Other!A3+[1]Data!A3+'[2]Data'!A3"},
		{insert2, true, "SUM(A:A)+SUM(3:4)+SUM($3:$3)", "SUM(A:A)+SUM(5:6)+SUM($5:$5)"},
		{insert2, true, "Table[[A3]:[B3]]+Table[A3]+A3", "Table[[A3]:[B3]]+Table[A3]+A5"},
		{insert2, true, "A1048576+A3:A1048576", "#REF!+A5:A1048576"}, {insert2, true, "A1:A1048576", "A1:A1048576"},
		{insert2, false, "Data!#REF!+Data!Name+Data!A3#", "Data!#REF!+Data!Name+Data!A5#"},
		{insert2, true, "Data:Other!A3+1E3+3.5+A3", "Data:Other!A3+1E3+3.5+A5"}, {insert2, true, "A1:INDEX(A3:A9,3)", "A1:INDEX(A5:A11,3)"},
		{insert2, true, "مبلغ3+A3", "مبلغ3+A5"}, {insert2, true, "A10:A1", "A12:A1"}, {insert2, true, "Jan:Dec!A3", "Jan:Dec!A3"},
		{insert2, false, "Data!A1:Data!A3", "Data!A1:Data!A5"}, {insert2, true, "{1,2;3,4}+A3", "{1,2;3,4}+A5"}, {insert2, true, "5:7",
			"7:9"},
		{delete2, true, "A2+A3+A4+A5", "A2+#REF!+#REF!+A3"}, {delete2, true, "SUM(A1:A3)+SUM(A3:A4)+SUM(A4:A9)",
			"SUM(A1:A2)+SUM(#REF!)+SUM(A3:A7)"},
		{delete2, false, "SUM(Data!A3:A4)", "SUM(Data!#REF!)"}, {delete2, true, "A:C", "A:C"},
		{columns, true, "A1+B1+SUM(A1:C1)+SUM(B:B)+SUM(1:1)", "A1+C1+SUM(A1:D1)+SUM(C:C)+SUM(1:1)"}, {columns, true, "XFD1+Z1",
			"#REF!+AA1"},
		{without, true, "A1+B1+C1+SUM(A1:C1)+SUM(B:B)", "A1+#REF!+B1+SUM(A1:B1)+SUM(#REF!)"},
		{rename, false, "Data!A1+'DATA'!B2+Database!A1+[1]Data!A1", "'سال ۱۴۰۳'!A1+'سال ۱۴۰۳'!B2+Database!A1+[1]Data!A1"},
		{rename, true, "A1+Data!Name+SUM(Data:Other!A1)", "A1+'سال ۱۴۰۳'!Name+SUM('سال ۱۴۰۳:Other'!A1)"},
		{rename, true, "'It''s'!A1+\"Data!A1\"", "'It''s'!A1+\"Data!A1\""},
		{remove, false, "1+Data!A1+SUM(Data!A1:B2)+'Data'!Name+Other!A1", "1+#REF!+SUM(#REF!)+#REF!+Other!A1"},
	} {
		if got := c.change.RewriteFormula(c.from, c.own); got != c.to {
			t.Errorf("%+v: %s becomes %s, want %s", c.change, c.from, got, c.to)
		}
	}
}

func TestRelative(t *testing.T) {
	for from, to := range map[string]string{
		"A1+$A1+A$1+$A$1": "C2+$A2+C$1+$A$1", "SUM(A1:B2)": "SUM(C2:D3)", "Data!A1&\"A1\"": "Data!C2&\"A1\"", "SUM(A:A)": "SUM(C:C)",
		"SUM(1:$2)": "SUM(2:$2)", "XFD1": "#REF!", "NOW()": "NOW()",
	} {
		if got := Shift(from, 1, 2); got != to {
			t.Errorf("%s becomes %s, want %s", from, got, to)
		}
	}
}

func TestRanges(t *testing.T) {
	c := Change{Kind: DeleteRows, At: 0, Count: 2}
	for from, to := range map[string]string{"A1:B2": "", "A2:B3": "A1:B1", "C5": "C3", "nonsense": "nonsense", "": "", "A1": ""} {
		if got := c.MoveRange(from); got != to {
			t.Errorf("%s becomes %s, want %s", from, got, to)
		}
	}
	if got, ok := ParseRange("$C$5:B2"); !ok || got != (Range{Top: 1, Left: 1, Bottom: 4, Right: 2}) {
		t.Error(got, ok)
	}
	for n, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 701: "ZZ", 702: "AAA", 16383: "XFD"} {
		if got := ColumnName(n); got != want {
			t.Errorf("column %d is %s, want %s", n, got, want)
		}
	}
	for name, want := range map[string]string{"Data": "Data", "A1": "'A1'", "my data": "'my data'", "It's": "'It''s'", "1x": "'1x'",
		"R1C1": "'R1C1'"} {
		if got := QuoteSheet(name); got != want {
			t.Errorf("%s is quoted as %s, want %s", name, got, want)
		}
	}
}

// FuzzFormula checks that strings stay, and that what is inserted can be deleted again.
func FuzzFormula(f *testing.F) {
	f.Add("SUM(A1:A10)+'It''s'!B2*\"A1\"", 3, 2)
	f.Add("[1]x!A1#+T[[#All],[a]:[b]]", 0, 1)
	f.Fuzz(func(t *testing.T, text string, at, count int) {
		at, count = at&0xffff, count&0xff+1
		insert := Change{Kind: InsertRows, Sheet: "s", At: at, Count: count}
		once := insert.RewriteFormula(text, true)
		if strings.Count(once, `"`) != strings.Count(text, `"`) {
			t.Errorf("%q becomes %q", text, once)
		}
		back := Change{Kind: DeleteRows, Sheet: "s", At: at, Count: count}.RewriteFormula(once, true)
		same := Change{Kind: InsertRows, Sheet: "s", At: MaxRows - 1, Count: 1}.RewriteFormula(text, false) // writes nothing anew
		if same != text {
			t.Errorf("%q becomes %q", text, same)
		}
		if !strings.Contains(once, RefError) && len(back) != len(text) && !strings.ContainsAny(text, ":") {
			t.Errorf("%q becomes %q and then %q", text, once, back)
		}
	})
}

func TestLaterFunctionsHavePrefixesInFiles(t *testing.T) {
	for plain, file := range map[string]string{
		"SORT(A1:A3)+xlookup(1,A:A,B:B)": "_xlfn._xlws.SORT(A1:A3)+_xlfn.XLOOKUP(1,A:A,B:B)", `SUM(A1)&"IFS("&IFS`: `SUM(A1)&"IFS("&IFS`,
		"'IFS('!A1": "'IFS('!A1", "T[IFS(]": "T[IFS(]",
	} {
		if got := AddPrefixes(plain); got != file {
			t.Errorf("%s is written as %s, want %s", plain, got, file)
		}
		if got := StripPrefixes(file); !strings.EqualFold(got, plain) {
			t.Errorf("%s is read as %s, want %s", file, got, plain)
		}
	}
}
