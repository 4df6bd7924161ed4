package charset

import (
	"bytes"
	_ "embed" // for the cases
	"encoding/hex"
	"strings"
	"testing"
	"unicode/utf8"
)

//go:embed testdata/cases.tsv
var cases string

func bytesIn(t *testing.T, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestCases finds the encodings of the texts and names that the browser finds, too (ui/src/api/encoding.test.ts).
func TestCases(t *testing.T) {
	n := 0
	for line := range strings.Lines(cases) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 4 {
			continue
		}
		n++
		if f[0] == "names" {
			checkNames(t, Encoding(f[1]), f[2], f[3])
			continue
		}
		b, text := bytesIn(t, f[2]), strings.ReplaceAll(f[3], `\n`, "\n")
		if f[0] == "offer" {
			if read := Decode(b, Encoding(f[1])); read != text {
				t.Errorf("%s: %q, want %q", f[1], read, text)
			}
			continue
		}
		if got := Detect(b); got != Encoding(f[1]) {
			t.Errorf("%q: %s, want %s", text, got, f[1])
		} else if read := Decode(b, got); read != text {
			t.Errorf("%s: %q, want %q", got, read, text)
		}
	}
	if n < 60 {
		t.Errorf("%d cases", n)
	}
}

// TestOffersCanBeRead reads in every encoding that the browser lets a reader choose.
func TestOffersCanBeRead(t *testing.T) {
	n := 0
	for line := range strings.Lines(rulesText) {
		if f := strings.Fields(line); f[0] == "offer" {
			n++
			if e := Encoding(f[1]); !e.isKnown() || Decode([]byte("a\x00b\x00"), e) == "" {
				t.Errorf("%s is offered, and nobody can read it", e)
			}
		}
	}
	if n < 20 {
		t.Errorf("%d are offered", n)
	}
}

func checkNames(t *testing.T, want Encoding, digits, names string) {
	t.Helper()
	var all [][]byte
	for one := range strings.SplitSeq(digits, ",") {
		all = append(all, bytesIn(t, one))
	}
	got := DetectNames(all)
	if got != want {
		t.Errorf("%q: %s, want %s", names, got, want)
		return
	}
	for i, name := range strings.Split(names, "|") {
		if read := Decode(all[i], got); read != name {
			t.Errorf("%s: %q, want %q", got, read, name)
		}
	}
}

func TestCutWithinALetter(t *testing.T) {
	if got := Detect([]byte("سلام")[:5]); got != UTF8 {
		t.Error(got)
	}
	if got := Detect(nil); got != UTF8 {
		t.Error(got)
	}
	if got := DetectNames([][]byte{[]byte("a"), []byte("سلام")}); got != UTF8 {
		t.Error(got)
	}
}

func TestLabels(t *testing.T) {
	for label, want := range map[string]Encoding{
		" KOI8-R ": KOI8R, "GB2312": GB18030, "iso-8859-1": Windows1252, "ISO-8859-2": "iso-8859-2", "utf-8": UTF8, "cp720": CP720,
	} {
		if got, ok := ByLabel(label); got != want || !ok {
			t.Errorf("%s: %s, %v", label, got, ok)
		}
	}
	if e, ok := ByLabel("x-none"); ok {
		t.Error(e)
	}
	for _, e := range aliases {
		if !e.isKnown() {
			t.Errorf("%s is no encoding", e)
		}
	}
	for n, e := range codePages {
		if !e.isKnown() {
			t.Errorf("%d is no encoding", n)
		}
	}
}

// FuzzOf reads anything as something, in letters that are valid.
func FuzzOf(f *testing.F) {
	f.Add([]byte{0xff, 0xfe, 0})
	f.Add([]byte("\x81\x30\x81\x30\x00\xd8"))
	f.Add(bytes.Repeat([]byte{0x84, 0x31, 0xa4, 0x37}, 9))
	f.Fuzz(func(t *testing.T, b []byte) {
		if text := Decode(b, Detect(b)); !utf8.ValidString(text) {
			t.Errorf("%q", text)
		}
		if text := Decode(b, DetectNames([][]byte{b})); !utf8.ValidString(text) {
			t.Errorf("%q", text)
		}
	})
}
