package docx

import (
	"archive/zip"
	"bytes"
	"cmp"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func sorted[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

func unzip(t testing.TB, b []byte) *zip.Reader {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// elements counts the elements of each XML part of a document.
func elements(t testing.TB, b []byte) map[string]map[string]int {
	t.Helper()
	out := map[string]map[string]int{}
	z := unzip(t, b)
	book, err := openDocument(z)
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range book.parts {
		p, err := parsePart(src)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		count := map[string]int{}
		p.root.walk(func(n *node) bool {
			count[n.space+" "+n.local]++
			for _, a := range n.attrs {
				if !a.isVolatile() {
					count[n.local+" @"+a.space+" "+a.local]++
				}
			}
			return true
		})
		out[name] = count
	}
	for name := range book.files {
		if out[name] == nil {
			out[name] = map[string]int{}
		}
	}
	return out
}

// volatile are elements of which fewer are no loss: runs of the same form are one after an edit, and the others say
// where a program broke pages, or where words looked wrong, before the text changed.
var volatile = []string{"main r", "main t", "t @http://www.w3.org/XML/1998/namespace space", "lastRenderedPageBreak", "proofErr"}

// lost lists what a document has no more.
func lost(before, after map[string]map[string]int) []string {
	var out []string
	for part, count := range before {
		// A page break alone in a paragraph becomes one before it when somebody writes there.
		moved := after[part][wordNamespace+" pageBreakBefore"] > count[wordNamespace+" pageBreakBefore"]
		if after[part] == nil {
			out = append(out, part)
			continue
		}
		for name, n := range count {
			if moved && (strings.HasSuffix(name, " br") || strings.HasPrefix(name, "br @")) {
				continue
			}
			if after[part][name] < n && !slices.ContainsFunc(volatile, func(s string) bool { return strings.HasSuffix(name, s) }) {
				out = append(out, part+": "+name)
			}
		}
	}
	slices.Sort(out)
	return out
}

// A recording has what the editor wrote in each round: of both writings, the parts that are not those of the document.
type recording map[string][]byte // by round, writing and part: "0/edited/word/document.xml"

func (r recording) writing(t testing.TB, prefix string, base []byte) []byte {
	t.Helper()
	all := entries(t, base)
	for name, src := range r {
		if part, ok := strings.CutPrefix(name, prefix+"/"); ok {
			all[part] = src
		}
		if part, ok := strings.CutPrefix(name, prefix+"-without/"); ok {
			delete(all, part)
		}
	}
	return packed(t, all)
}

func packed(t testing.TB, all map[string][]byte) []byte {
	t.Helper()
	var files [][2]string
	for _, name := range sorted(all) {
		files = append(files, [2]string{name, string(all[name])})
	}
	return pack(t, files)
}

func entries(t testing.TB, b []byte) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, f := range unzip(t, b).File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if out[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

const rounds = 3

// TestRounds replays what the editor wrote of each document of the corpus in three rounds, in which every paragraph
// changed. Nothing of the document may be lost.
func TestRounds(t *testing.T) {
	all := samples()
	if len(all) < 30 {
		t.Fatalf("the corpus has %d documents", len(all))
	}
	for _, name := range sorted(all) {
		t.Run(name, func(t *testing.T) {
			original := all[name].build(t)
			raw, err := os.ReadFile("testdata/rounds/" + name + ".zip")
			if err != nil {
				t.Fatal(err)
			}
			record := recording(entries(t, raw))
			now := original
			for i := range rounds {
				round := strconv.Itoa(i)
				untouched, edited := record.writing(t, round+"/untouched", now), record.writing(t, round+"/edited", now)
				now = mergeRound(t, now, untouched, edited)
				if missing := lost(elements(t, original), elements(t, now)); len(missing) > 0 {
					t.Errorf("round %d lost %q", i, missing)
				}
				if was, is := said(t, original), said(t, now); was != is {
					t.Errorf("round %d says %q, not %q", i, is, was)
				}
				for part, src := range entries(t, now) {
					if was := entries(t, original)[part]; part != "word/document.xml" && !bytes.Equal(was, src) {
						t.Errorf("round %d changed %s from %s to %s", i, part, was, src)
					}
				}
				if !bytes.Contains(entries(t, now)["word/document.xml"], []byte("ZZ"+round)) {
					t.Errorf("round %d: the edit is not there", i)
				}
			}
		})
	}
}

// replayed is a document after the recorded rounds.
func replayed(t *testing.T, name string, original []byte) []byte {
	t.Helper()
	raw, err := os.ReadFile("testdata/rounds/" + name + ".zip")
	if err != nil {
		t.Fatal(err)
	}
	record, now := recording(entries(t, raw)), original
	for i := range rounds {
		round := strconv.Itoa(i)
		now = mergeRound(t, now, record.writing(t, round+"/untouched", now), record.writing(t, round+"/edited", now))
	}
	return now
}

// mergeRound merges a round, and tries that nothing changes when nothing was edited.
func mergeRound(t testing.TB, now, untouched, edited []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if same, err := Merge(unzip(t, now), unzip(t, untouched), unzip(t, untouched), &out); err != nil || !same {
		t.Fatalf("without an edit: same %v, %v", same, err)
	}
	same, err := Merge(unzip(t, now), unzip(t, untouched), unzip(t, edited), &out)
	if err != nil || same {
		t.Fatalf("with an edit: same %v, %v", same, err)
	}
	return out.Bytes()
}

// said is what the reader of a document reads, apart from spaces and from what the rounds wrote.
func said(t testing.TB, b []byte) string {
	t.Helper()
	p, err := parsePart(entries(t, b)["word/document.xml"])
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(p.root.visibleText()), "")
	for i := rounds - 1; i >= 0; i-- {
		text = strings.ReplaceAll(text, "ZZ"+strconv.Itoa(i), "")
	}
	return text
}
