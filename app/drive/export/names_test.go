package export

import (
	"strings"
	"testing"
	"unicode/utf8"

	"anbar/app/base/names"
	"anbar/db"
)

var (
	id    = db.NodeID(1_000_000_007).String()
	other = db.NodeID(1_000_000_009).String()
)

// TestNamesThatWindowsTakes: on disks as exFAT, where names are mended and marked.
func TestNamesThatWindowsTakes(t *testing.T) {
	f := nameRules{narrow: true, most: maxNameLen}
	for name, want := range map[string]string{
		"plain.txt": "plain.txt", "سلام دنیا.txt": "سلام دنیا.txt", "con": "_con~ID",
		"CON.txt": "_CON~ID.txt", "nul.tar.gz": "_nul.tar~ID.gz",
		"aux .c": "_aux ~ID.c", "com1": "_com1~ID", "LPT9.log": "_LPT9~ID.log", "com¹": "_com¹~ID", "conin$": "_conin$~ID",
		"contract": "contract", "com": "com", "com10.txt": "com10.txt",
		"nullable": "nullable", "a:b": "a_b~ID", "what?.txt": "what_~ID.txt",
		`a\b`: "a_b~ID", "a|b<c>d*e\"": "a_b_c_d_e_~ID", "dot.": "dot~ID", "dots...": "dots~ID", "space .txt": "space .txt", "...": "_~ID",
		".hidden":       ".hidden",
		".anbar-export": ".anbar-export~ID", "a~b": "a~b", "a~" + other + ".txt": "a~" + other + "~ID.txt",
		strings.Repeat("x", 255):         strings.Repeat("x", 255),
		strings.Repeat("ی", 126) + "?.z": strings.Repeat("ی", 119) + "~ID.z",
	} {
		if got := f.fitName(name, id); got != strings.ReplaceAll(want, "ID", id) {
			t.Errorf("%q is %q, want %q", name, got, strings.ReplaceAll(want, "ID", id))
		}
	}
	wide := nameRules{most: maxNameLen}
	for _, name := range []string{"con", "a:b", "dots...", `a\b`, "what?", "a~" + other} {
		if got := wide.fitName(name, id); got != name {
			t.Errorf("%q is %q where every name is taken", name, got)
		}
	}
}

// FuzzNames looks for a name that Windows does not take, and for two files that get one name.
func FuzzNames(f *testing.F) {
	f.Add("con", "a:b")
	f.Add("a:b", "a_b~"+id)
	f.Add("x.y. .", "X.Y")
	f.Add(strings.Repeat("ی?", 60), "com9 .txt")
	f.Fuzz(func(t *testing.T, one, two string) {
		if !utf8.ValidString(one) || !utf8.ValidString(two) || len(one) > 255 || len(two) > 255 || one == "" || two == "" ||
			strings.ContainsAny(one+two, "/\x00") || strings.EqualFold(one, two) {
			t.Skip()
		}
		fits := nameRules{narrow: true, most: maxNameLen}
		a, b := fits.fitName(one, id), fits.fitName(two, other)
		for _, name := range []string{a, b} {
			if name == "" || len(name) > 255 || !utf8.ValidString(name) || strings.ContainsAny(name, `<>:"/|?*\`) ||
				strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }) || strings.HasSuffix(name, ".") ||
				strings.HasSuffix(name, " ") || names.ForWindows(name) != name {
				t.Errorf("Windows does not take %q", name)
			}
		}
		if strings.EqualFold(a, b) {
			t.Errorf("%q and %q are both %q", one, two, a)
		}
	})
}
