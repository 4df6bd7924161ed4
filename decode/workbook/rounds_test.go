package workbook

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"anbar/decode/refusal"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	reader "anbar/decode/sheet"
)

// corpus returns workbooks as other programs write them, and one by hand.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{"by hand": rich(t)}
	files, err := filepath.Glob("testdata/corpus/*.xlsx")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(name), ".xlsx")] = b
	}
	return all
}

// sheetsOf returns the ids of the sheets with cells.
func sheetsOf(t testing.TB, in []byte) []string {
	t.Helper()
	b, err := openWorkbook(src(in))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, sh := range b.sheets {
		if b.sheetKind(sh) != "" {
			ids = append(ids, sh.id)
		}
	}
	return ids
}

const marker = "نشان ما"

// rounds are edits and saves, one after the other. They write where nothing was, so that nothing may be lost.
var rounds = []string{
	`{"op":"cells","sheet":"%[1]s","cells":[{"r":40,"c":30,"v":"` + marker + `","s":{"bold":true,"fill":"FFEE00",` +
		`"numFmt":"0.000"}},{"r":41,"c":30,"f":"SUM(A1:A9)","v":5},
		{"r":0,"c":31,"v":12.5},{"r":2,"c":31,"v":true,"s":{"border":{"top":{"style":"thin"}}}}]},
		{"op":"height","sheet":"%[1]s","from":45,"to":45,"px":50},
		{"op":"width","sheet":"%[1]s","from":31,"to":31,"px":120},
		{"op":"hide","sheet":"%[1]s","axis":"rows","spans":[[46,47]]},{"op":"hide","sheet":"%[1]s","axis":"cols","spans":[[33,33]]}`,
	`{"op":"insert","sheet":"%[1]s","axis":"rows","at":2,"count":2},{"op":"insert","sheet":"%[1]s","axis":"cols","at":0,"count":1}`,
	`{"op":"sheet-add","id":"%[2]d","name":"new %[2]d","at":0},{"op":"cells","sheet":"%[2]d","cells":[{"r":0,"c":0,"v":"نو"}]},
		{"op":"merge","sheet":"%[1]s","range":[60,1,61,3]},{"op":"sheet-rename","sheet":"%[1]s","name":"named %[2]d"}`,
}

// allowed are what edits take away for good reasons: the order in which Excel calculated, which it makes again, and
// that formulas are shared, which they are not any more when rows between them move.
func lostRightly(name string) bool {
	return strings.Contains(name, "calcChain") || strings.HasPrefix(name, "[Content_Types].xml <Override>") ||
		strings.HasPrefix(name, "xl/_rels/workbook.xml.rels <Relationship>") || strings.HasSuffix(name, "<f> t") ||
		strings.HasSuffix(name, "<f> si") || strings.HasSuffix(name, "<f> ref")
}

func TestThreeRoundsLoseNothing(t *testing.T) {
	kept := map[string][]byte{}
	refusedMoves := 0
	for name, in := range corpus(t) {
		if err := Check(src(in)); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		pages := map[string]*reader.Page{}
		ids := sheetsOf(t, in)
		for i := range ids {
			pages[ids[i]] = page(t, in, number(t, in, ids[i]))
		}
		now := in
		for i, round := range rounds {
			for n, id := range ids {
				out, err := apply(now, fmt.Sprintf(round, id, 500+n))
				if i == 1 && refusedFor(err) == refusal.Structure { // a table or a pivot table
					refusedMoves++
					continue
				}
				if err != nil {
					t.Errorf("%s, round %d, sheet %s: %v", name, i+1, id, err)
					continue
				}
				valid(t, out)
				if gone := lost(census(t, now), census(t, out), lostRightly); len(gone) > 0 {
					t.Errorf("%s, round %d, sheet %s lost %v", name, i+1, id, gone)
				}
				now = out
				if i == 0 {
					same(t, name, pages[id], page(t, out, number(t, out, id)))
				}
			}
		}
		kept[name] = now
	}
	if refusedMoves == 0 || refusedMoves > 8 {
		t.Errorf("%d moves were refused", refusedMoves)
	}
	opensInLibreOffice(t, kept)
}

// TestSheetsWithSlicersStay deletes a sheet whose table a slicer filters.
func TestSheetsWithSlicersStay(t *testing.T) {
	in := mustApply(t, corpus(t)["excelize-slicer"], `{"op":"sheet-add","id":"99","name":"other","at":0}`)
	if _, err := apply(in, `{"op":"sheet-delete","sheet":"1"}`); refusedFor(err) != refusal.Structure {
		t.Error(err)
	}
	mustApply(t, in, `{"op":"sheet-delete","sheet":"99"}`)
}

// number returns the number of a sheet for our reader.
func number(t testing.TB, in []byte, id string) int {
	t.Helper()
	for i, sh := range page(t, in, 0).Sheets {
		if sh.ID == id {
			return i + 1
		}
	}
	t.Fatalf("no sheet %s", id)
	return 0
}

// same compares what our reader shows of a sheet before and after the first round.
func same(t *testing.T, name string, before, after *reader.Page) {
	t.Helper()
	look := func(p *reader.Page) map[string]any {
		all := map[string]any{"merges": p.Merges, "rtl": p.RTL, "frozen": p.Frozen}
		for _, r := range p.Rows {
			if r.Number > 35 {
				continue
			}
			for _, c := range r.Cells {
				if c.Column <= 30 {
					style := p.Styles[c.Style]
					c.Style = 0
					all[fmt.Sprint(r.Number, " ", c.Column)] = [2]any{c, style}
				}
			}
		}
		return all
	}
	if diff := cmp.Diff(look(before), look(after), cmpopts.IgnoreUnexported(reader.Cell{})); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
}

// opensInLibreOffice has LibreOffice convert the workbooks, and finds in them what was written. It takes LibreOffice
// and some seconds, so it runs with FULL=1 alone.
func opensInLibreOffice(t *testing.T, all map[string][]byte) {
	t.Helper()
	office, err := exec.LookPath("soffice")
	if os.Getenv("FULL") == "" || err != nil {
		t.Log("LibreOffice does not open them: FULL is not set, or it is not here")
		return
	}
	dir := t.TempDir()
	args := []string{"-env:UserInstallation=file://" + dir + "/profile", "--headless", "--convert-to", "ods", "--outdir", dir + "/out"}
	for name, b := range all {
		file := filepath.Join(dir, name+".xlsx")
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	if out, err := exec.Command(office, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name := range all {
		b, err := os.ReadFile(filepath.Join(dir, "out", name+".ods"))
		if err != nil {
			t.Errorf("LibreOffice does not open %s: %v", name, err)
			continue
		}
		if !bytes.Contains([]byte(part(t, b, "content.xml")), []byte(marker)) {
			t.Errorf("LibreOffice does not show what was written to %s", name)
		}
	}
}

func TestLinesThroughCells(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"cells","sheet":"1","cells":[{"r":9,"c":9,"s":{"border":{"up":{"style":"thin","color":"FF0000"},`+
		`"left":{"style":"slantDashDot"}}}},{"r":9,"c":10,"s":{"border":{"up":{"style":"thin"},"down":{"style":"thin"}}}}]}`)
	has(t, out, "xl/styles.xml", `<diagonal style="thin"><color rgb="FFFF0000"/></diagonal>`, ` diagonalUp="1"`,
		` diagonalUp="1" diagonalDown="1"`, `<left style="slantDashDot">`)
	of := func(b []byte, column int) *reader.Border {
		p := page(t, b, 1)
		for _, row := range p.Rows {
			for _, c := range row.Cells {
				if row.Number == 10 && c.Column == column {
					return p.Styles[c.Style].Border
				}
			}
		}
		return nil
	}
	if b := of(out, 10); b == nil || b.Up == nil || b.Up.Color != "FF0000" || b.Down != nil || b.Left == nil {
		t.Errorf("our reader shows %+v", b)
	}
	// Another line of the cell leaves them alone, one of them goes alone, and all go together.
	out = mustApply(t, out, `{"op":"cells","sheet":"1","cells":[{"r":9,"c":9,"s":{"border":{"top":{"style":"hair"}}}},
		{"r":9,"c":10,"s":{"border":{"up":null}}}]}`)
	if b := of(out, 10); b == nil || b.Up == nil || b.Top == nil {
		t.Errorf("our reader shows %+v", b)
	}
	if b := of(out, 11); b == nil || b.Up != nil || b.Down == nil {
		t.Errorf("our reader shows %+v", b)
	}
	out = mustApply(t, out, `{"op":"cells","sheet":"1","cells":[{"r":9,"c":9,"s":{"border":null}},
		{"r":9,"c":10,"s":{"border":{"down":null}}}]}`)
	if one, other := of(out, 10), of(out, 11); one != nil || other != nil {
		t.Errorf("our reader shows %+v and %+v", one, other)
	}
}
