package unpack_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"anbar/decode/source"
	"anbar/decode/unpack"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/charmap"
)

var usual = unpack.Bounds{Entries: 1000, Ratio: 200, Floor: 1 << 20, Directory: 1 << 20}

func src(t testing.TB, b []byte) *source.Source {
	return source.New(t.Context(), bytes.NewReader(b), int64(len(b)))
}

// all lists an archive, and reads each content.
func all(t testing.TB, b []byte, bounds unpack.Bounds) (entries []unpack.Entry, contents map[string]string, err error) {
	t.Helper()
	contents = map[string]string{}
	facts, err := unpack.List(src(t, b), bounds, func(e *unpack.Entry) error {
		entries = append(entries, *e)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	for i := range entries {
		e := &entries[i]
		if e.Directory || e.Skip != "" {
			continue
		}
		var out bytes.Buffer
		w := unpack.Selection{Format: facts.Format, At: e.At, Packed: e.Packed, Method: e.Method, Size: e.Size, Sum: e.Sum,
			Summed: e.Summed}
		if err := unpack.Extract(src(t, b), w, &out); err != nil {
			return entries, contents, fmt.Errorf("%s: %w", e.Path, err)
		}
		contents[e.Path] = out.String()
	}
	return entries, contents, nil
}

type file struct {
	name, text string
	kind       byte // of a tar
	method     uint16
	mode       os.FileMode
	raw        bool // the name is in no known encoding
	extra      []byte
}

var day = time.Date(2021, 3, 20, 9, 30, 0, 0, time.UTC)

func zipOf(t testing.TB, files ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(93, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) })
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: f.method, Modified: day, NonUTF8: f.raw, Extra: f.extra}
		if f.mode != 0 {
			h.SetMode(f.mode)
		}
		w, err := z.CreateHeader(h)
		if err == nil && !strings.HasSuffix(f.name, "/") {
			_, err = io.WriteString(w, f.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarOf(t testing.TB, files ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Typeflag: f.kind, ModTime: day, Mode: 0o600, Size: int64(len(f.text))}
		if f.kind == 0 {
			h.Typeflag = tar.TypeReg
		}
		if h.Typeflag == tar.TypeSymlink || h.Typeflag == tar.TypeLink {
			h.Linkname = "/etc/passwd"
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, f.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gz(t testing.TB, b []byte, name string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Name = name
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func zst(t testing.TB, b []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(b, nil)
}

func cp1256(t testing.TB, s string) string {
	t.Helper()
	b, err := charmap.Windows1256.NewEncoder().String(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestContentsOfEveryFormat(t *testing.T) {
	long := strings.Repeat("بلند و دراز ", 20_000)
	files := []file{{name: "a/", kind: tar.TypeDir}, {name: "a/one.txt", text: "one"}, {name: "a/empty"}, {name: "سند.txt", text: long}}
	plain := tarOf(t, files...)
	packed := slices.Clone(files)
	for i := range packed {
		packed[i].method = zip.Deflate
	}
	modern := slices.Clone(packed)
	for i := range modern {
		modern[i].method = 93
	}
	archives := map[string][]byte{
		"zip": zipOf(t, files...), "zip deflated": zipOf(t, packed...), "zip zstd": zipOf(t, modern[1:]...),
		"zip behind a program": append(bytes.Repeat([]byte("MZ program "), 400), zipOf(t, packed...)...),
		"tar":                  plain, "tar.gz": gz(t, plain, ""), "tar.zst": zst(t, plain),
	}
	for _, name := range []string{"tree.7z", "tree.tar.bz2"} {
		b, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		archives[name] = b
	}
	for name, b := range archives {
		entries, contents, err := all(t, b, usual)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if contents["a/one.txt"] != "one" || contents["سند.txt"] != long || len(contents) != 3 {
			t.Errorf("%s: %d contents of %v", name, len(contents), entries)
		}
		for _, e := range entries {
			if !strings.HasPrefix(name, "tree.") && (!e.Dated || e.Modified != day.Unix()) {
				t.Errorf("%s: %s is of %v", name, e.Path, time.Unix(e.Modified, 0))
			}
		}
	}
}

func TestAStretchOfASolidArchive(t *testing.T) {
	b := gz(t, tarOf(t, file{name: "x", text: "0123"}, file{name: "empty"}, file{name: "y", text: "4567"}, file{name: "z", text: "89"}), "")
	for _, c := range []struct {
		at, size int64
		want     string
	}{{0, 10, "0123456789"}, {4, 4, "4567"}, {2, 5, "23456"}, {8, 2, "89"}, {3, 1, "3"}} {
		var out bytes.Buffer
		w := unpack.Selection{Format: unpack.Gzip, At: c.at, Size: c.size}
		if err := unpack.Extract(src(t, b), w, &out); err != nil || out.String() != c.want {
			t.Errorf("%d bytes from %d: %q, %v", c.size, c.at, out.String(), err)
		}
	}
	if err := unpack.Extract(src(t, b), unpack.Selection{Format: unpack.Gzip, At: 8, Size: 3}, io.Discard); !errors.Is(err,
		unpack.ErrBroken) {
		t.Errorf("more than there is: %v", err)
	}
}

func TestOneFileWithoutATar(t *testing.T) {
	for name, want := range map[string]string{"report.csv": "report.csv", "": "", "../../x": ""} {
		entries, contents, err := all(t, gz(t, []byte("a,b"), name), usual)
		if err != nil || len(entries) != 1 || entries[0].Path != want || contents[want] != "a,b" {
			t.Errorf("%q: %v, %v, %v", name, entries, contents, err)
		}
	}
}

// TestNames: names that say nothing of their encoding are read as people meant them.
func TestNames(t *testing.T) {
	unicode := func(raw, name string) []byte {
		le := binary.LittleEndian
		field := le.AppendUint32([]byte{1}, crc32.ChecksumIEEE([]byte(raw)))
		field = append(field, name...)
		return append(le.AppendUint16(le.AppendUint16(nil, 0x7075), uint16(len(field))), field...)
	}
	for _, c := range []struct {
		raw   string
		extra []byte
		want  string
		skip  unpack.Reason
	}{
		{raw: cp1256(t, "گزارش ماهانه.docx"), want: "گزارش ماهانه.docx"},
		{raw: cp1256(t, "پروژه/چک\u200cها/ژاله.pdf"), want: "پروژه/چک\u200cها/ژاله.pdf"},
		{raw: cp1256(t, "تقرير المبيعات 2020.xls"), want: "تقرير المبيعات 2020.xls"},
		{raw: "Pr\x81fung \x84nderung.txt", want: "Prüfung änderung.txt"},
		{raw: "r\x82sum\x82 fran\x87ais.doc", want: "résumé français.doc"},
		{raw: "\xd0\xc2\xbd\xa8\xce\xc4\xbc\xfe\xbc\xd0/\xb1\xa8\xb8\xe6.doc", want: "新建文件夹/报告.doc"},
		{raw: "\x95\\\x8e\x86/\x83\\\x81[\x83X.txt", want: "表紙/ソース.txt"},
		{raw: "\xcf\xd4\xde\xc5\xd4/\xd3\xcd\xc5\xd4\xc1.xls", want: "отчет/смета.xls"},
		{raw: "\x84\xae\xaa\xe3\xac\xa5\xad\xe2\xeb/\xe1\xe7\xf1\xe2.doc", want: "Документы/счёт.doc"},
		{raw: "\xad\xed\xa9/\x9f\xe9\xe3\x9f\x9e\xe9\xa1.jpg", want: "صور/العائلة.jpg"},
		{raw: "\xbb\xf5 \xc6\xfa\xb4\xf5/\xba\xb8\xb0\xed\xbc\xad.hwp", want: "새 폴더/보고서.hwp"},
		{raw: "سند.txt", want: "سند.txt"},
		{raw: "plain.txt", want: "plain.txt"},
		{raw: "gibberish", extra: unicode("gibberish", "نام.txt"), want: "نام.txt"},
		{raw: "changed", extra: unicode("other", "نام.txt"), want: "changed"},
		{raw: `dir\sub\f.txt`, want: "dir/sub/f.txt"},
		{raw: "./a//b/./c", want: "a/b/c"},
		{raw: "../up", want: "../up", skip: unpack.Outside},
		{raw: "a/../../up", want: "a/../../up", skip: unpack.Outside},
		{raw: "/etc/passwd", want: "/etc/passwd", skip: unpack.Outside},
		{raw: `C:\Windows\x`, want: "C:/Windows/x", skip: unpack.Outside},
		{raw: "a\x00b", want: "ab", skip: unpack.Outside},
		{raw: `..\..\x`, want: "../../x", skip: unpack.Outside},
	} {
		entries, _, err := all(t, zipOf(t, file{name: c.raw, raw: true, extra: c.extra, text: "x"}), usual)
		if err != nil || len(entries) != 1 || entries[0].Path != c.want || entries[0].Skip != c.skip {
			t.Errorf("%q: %+v, %v, want %q", c.raw, entries, err, c.want)
		}
	}
}

// TestNamesAreReadTogether: a short name is read as the others of its archive are, in a zip and, as far as they come before, in a tar.
func TestNamesAreReadTogether(t *testing.T) {
	const short = "\xcf\xcb.txt" // «оК» in koi8-r, «دث» in windows-1256
	long, want := "\xd0\xd2\xcf\xd4\xcf\xcb\xcf\xcc \xd3\xcf\xd7\xc5\xdd\xc1\xce\xc9\xd1.txt", "протокол совещания.txt"
	for i, b := range [][]byte{
		zipOf(t, file{name: short, raw: true}, file{name: long, raw: true}), tarOf(t, file{name: long}, file{name: short}),
	} {
		entries, _, err := all(t, b, usual)
		if err != nil || len(entries) != 2 {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Path != want && e.Path != "ок.txt" {
				t.Errorf("archive %d: %q", i, e.Path)
			}
		}
	}
	entries, _, err := all(t, zipOf(t, file{name: short, raw: true}), usual)
	if err != nil || entries[0].Path == "ок.txt" {
		t.Error("alone it is read in another way, or this test tries nothing", err)
	}
}

func TestSpecialEntriesAreLeftOut(t *testing.T) {
	want := map[string]unpack.Reason{"link": unpack.Link, "hard": unpack.Link, "dev": unpack.Special, "pipe": unpack.Special, "f": ""}
	for i, b := range [][]byte{
		zipOf(t, file{name: "link", text: "/etc/passwd", mode: os.ModeSymlink | 0o777}, file{name: "dev", mode: os.ModeDevice},
			file{name: "pipe", mode: os.ModeNamedPipe}, file{name: "f", text: "x"}),
		tarOf(t, file{name: "link", kind: tar.TypeSymlink}, file{name: "hard", kind: tar.TypeLink}, file{name: "dev", kind: tar.TypeBlock},
			file{name: "pipe", kind: tar.TypeFifo}, file{name: "f", text: "x"}),
	} {
		entries, contents, err := all(t, b, usual)
		if err != nil || contents["f"] != "x" || len(contents) != 1 {
			t.Errorf("%v, %v", contents, err)
		}
		for _, e := range entries {
			if e.Skip != want[e.Path] {
				t.Errorf("archive %d: %s: %q", i, e.Path, e.Skip)
			}
		}
	}
}

// edit changes a field of the n-th entry in the list of a zip.
func edit(z []byte, n, field int, with ...byte) []byte {
	z = bytes.Clone(z)
	at := -1
	for range n + 1 {
		at += 1 + bytes.Index(z[at+1:], []byte("PK\x01\x02"))
	}
	copy(z[at+field:], with)
	return z
}

func TestLies(t *testing.T) {
	two := zipOf(t, file{name: "a", text: strings.Repeat("a", 100)}, file{name: "b", text: strings.Repeat("b", 100)})
	bomb := zipOf(t, file{name: "zeros", text: string(make([]byte, 8<<20)), method: zip.Deflate})
	encrypted := edit(two, 0, 8, 1)
	many := make([]file, 1001)
	for i := range many {
		many[i].name = fmt.Sprint(i)
	}
	for name, c := range map[string]struct {
		b    []byte
		want error
	}{
		"smaller than it is":      {edit(two, 1, 24, 99), unpack.ErrBroken},
		"larger than it is":       {edit(two, 1, 24, 101), unpack.ErrBroken},
		"another checksum":        {edit(two, 0, 16, 1, 2, 3, 4), unpack.ErrBroken},
		"over one another":        {edit(two, 1, 42, 0, 0, 0, 0), unpack.ErrBroken},
		"into the other":          {edit(two, 0, 20, 200), unpack.ErrBroken},
		"outside":                 {edit(two, 1, 42, 0, 0, 0, 0x70), unpack.ErrBroken},
		"larger than all":         {edit(two, 1, 24, 0, 0, 0, 0x70), unpack.ErrTooLarge},
		"encrypted":               {encrypted, unpack.ErrEncrypted},
		"a bomb":                  {bomb, unpack.ErrTooLarge},
		"a bomb that says little": {edit(bomb, 0, 24, 9, 0, 0, 0), unpack.ErrBroken},
		"many":                    {zipOf(t, many...), unpack.ErrTooLarge},
		"many in a tar":           {tarOf(t, many...), unpack.ErrTooLarge},
		"half a zip":              {two[:len(two)/2], unpack.ErrBroken},
		"half a tar":              {tarOf(t, file{name: "x", text: strings.Repeat("x", 9999)})[:5000], unpack.ErrBroken},
		"half a tar.gz":           {gz(t, tarOf(t, file{name: "x", text: "x"}), "")[:60], unpack.ErrBroken},
		"a bomb in gzip":          {gz(t, tarOf(t, file{name: "zeros", text: string(make([]byte, 8<<20))}), ""), unpack.ErrTooLarge},
		"a bomb without a tar":    {gz(t, make([]byte, 64<<20), "x"), unpack.ErrTooLarge},
		"a word":                  {[]byte("word"), unpack.ErrNotArchive},
		"nothing":                 {nil, unpack.ErrNotArchive},
		"half a 7z":               {[]byte("7z\xbc\xaf\x27\x1c\x00\x04half"), unpack.ErrBroken},
	} {
		if _, _, err := all(t, c.b, usual); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	for _, name := range []string{"locked.7z", "locked-names.7z", "locked.zip"} {
		b, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := all(t, b, usual); !errors.Is(err, unpack.ErrEncrypted) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSidecars(t *testing.T) {
	bounds := usual
	bounds.Sidecars = true
	files := []file{
		{name: "p/IMG.jpg", text: "photo"},
		{name: "p/IMG.jpg.json", text: `{"title":"IMG_long.jpg","photoTakenTime":{"timestamp":"1595000000","formatted":"x"}}`},
		{name: "p/metadata.json", text: `{"title":"Album"}`}, {name: "p/broken.json", text: `{"title":`},
		{name: "p/list.json", text: `[1]`},
	}
	for i, b := range [][]byte{zipOf(t, files...), gz(t, tarOf(t, files...), "")} {
		entries, contents, err := all(t, b, bounds)
		if err != nil || len(contents) != len(files) {
			t.Fatal(contents, err)
		}
		for _, e := range entries {
			if e.Path == "p/IMG.jpg.json" && (e.About == nil || *e.About != unpack.Sidecar{Title: "IMG_long.jpg", Taken: 1595000000}) {
				t.Errorf("archive %d: %s: %+v", i, e.Path, e.About)
			}
			if e.Path != "p/IMG.jpg.json" && e.About != nil {
				t.Errorf("archive %d: %s: %+v", i, e.Path, e.About)
			}
		}
	}
}

// FuzzArchives: no archive ends the process, leaves its bounds, or gives a path that leaves its directory.
func FuzzArchives(f *testing.F) {
	f.Add(zipOf(f, file{name: "a/b", text: "x", method: zip.Deflate}, file{name: "../c"}))
	f.Add(tarOf(f, file{name: "a/b", text: "x"}, file{name: "l", kind: tar.TypeSymlink}))
	f.Add(gz(f, tarOf(f, file{name: "a", text: "x"}), ""))
	f.Add([]byte("7z\xbc\xaf\x27\x1c\x00\x04"))
	f.Fuzz(func(t *testing.T, b []byte) {
		entries, contents, err := all(t, b, usual)
		if err != nil && !slices.ContainsFunc([]error{unpack.ErrBroken, unpack.ErrNotArchive, unpack.ErrEncrypted, unpack.ErrTooLarge},
			func(known error) bool { return errors.Is(err, known) }) {
			t.Error(err)
		}
		for _, e := range entries {
			if e.Skip != "" {
				continue
			}
			for part := range strings.SplitSeq(e.Path, "/") {
				if part == ".." || part == "." || part == "" && e.Path != "" {
					t.Errorf("%q", e.Path)
				}
			}
		}
		for _, c := range contents {
			if len(c) > max(1<<20, 200*len(b)) {
				t.Errorf("%d bytes of %d", len(c), len(b))
			}
		}
	})
}
