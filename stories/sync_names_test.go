package stories

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestNamesOfOtherSystems(t *testing.T) {
	eachClient(t, func(t *testing.T, w *syncWorld) {
		a, b := w.client(), w.client()
		const apart, whole = "re\u0301sume\u0301.txt", "r\u00e9sum\u00e9.txt" // as macOS and as all others write it
		a.write(apart, "of a Mac")
		a.write("نیم‌فاصله و ی.txt", "ZWNJ")
		a.sync()
		a.sync()
		b.sync()
		if b.read(whole) != "of a Mac" || b.read("نیم‌فاصله و ی.txt") != "ZWNJ" {
			t.Errorf("files: %q", slices.Collect(maps.Keys(b.files())))
		}
		w.want(200, "sara", "GET", w.tree("sara")+"re%CC%81sume%CC%81.txt", "").has(t, "of a Mac")

		// As long as a name may be, and with marks that nobody sees: it comes to every device, under the same name.
		longest, marked := strings.Repeat("ی", 118)+".txt", "\u200f\u200fعکس.png"
		a.write(longest, "240 bytes")
		a.write(marked, "of a Windows in Arabic")
		a.sync()
		b.sync()
		if b.read(longest) != "240 bytes" || b.read(marked) != "of a Windows in Arabic" {
			t.Errorf("files: %q", slices.Collect(maps.Keys(b.files())))
		}

		// Two names that are one to us: nobody's content is overwritten, and the client says why.
		a.write("Report.txt", "one")
		a.sync()
		a.write("REPORT.txt", "two")
		a.write("other.txt", "goes on")
		out, _ := a.try()
		if !strings.Contains(out, "same name in other letters") {
			t.Errorf("the client does not say why: %s", last(out, 3000))
		}
		w.want(200, "sara", "GET", w.tree("sara")+"Report.txt", "").has(t, "one")
		w.want(404, "sara", "GET", w.tree("sara")+"REPORT.txt", "")
		w.want(200, "sara", "GET", w.tree("sara")+"other.txt", "")
		if a.read("Report.txt") != "one" || a.read("REPORT.txt") != "two" {
			t.Error("the device lost one of them")
		}
	})
}
