package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"anbar/app/base/limits"
	"anbar/decode/source"
)

// pack writes a zip of parts, given as name and content in turn.
func pack(t testing.TB, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		if err == nil {
			_, err = io.WriteString(w, parts[i+1])
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

func read(b []byte, kind Kind) (string, error) {
	return Text(source.New(context.Background(), bytes.NewReader(b), int64(len(b))), kind, nil)
}

const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`

func TestTextOfContents(t *testing.T) {
	word := pack(t, "[Content_Types].xml", "<Types/>", "word/document.xml",
		head+`<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>قرارداد</w:t></w:r><w:r><w:tab/><w:t xml:space="preserve">یک &amp; `+
			`دو</w:t></w:r></w:p><w:p><w:r><w:t>second</w:t></w:r></w:p><w:instrText>HIDDEN</w:instrText></w:body></w:document>`,
		"word/footnotes.xml", `<w:footnotes><w:footnote><w:p><w:t>a note</w:t></w:p></w:footnote></w:footnotes>`)
	sheet := pack(t, "xl/worksheets/sheet2.xml", `<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>42.5</v></c></row><row><c `+
		`t="inlineStr"><is><t>inline</t></is></c></row></sheetData></worksheet>`,
		"xl/sharedStrings.xml", head+`<sst><si><t>بودجه</t></si><si><r><t>rich</t></r><r><t>er</t></r></si></sst>`)
	slides := pack(t, "ppt/slides/slide10.xml", `<p:sld><a:p><a:r><a:t>ten</a:t></a:r></a:p></p:sld>`, "ppt/slides/slide2.xml",
		`<p:sld><a:p><a:r><a:t>two</a:t></a:r></a:p></p:sld>`, "ppt/slides/_rels/slide2.xml.rels", `<t>no</t>`)
	open := pack(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml",
		head+`<office:document-content><office:body><office:text><text:h>Title</text:h><text:p>`+
			`one<text:s/>two<text:line-break/><text:span>three</text:span></text:p></office:text></office:body></office:document-content>`,
		"meta.xml", "<p>no</p>")
	utf16 := []byte{0xff, 0xfe, 0x33, 0x06, 0x44, 0x06, 0x27, 0x06, 0x45, 0x06}
	for name, c := range map[string]struct {
		kind Kind
		in   []byte
		want string
	}{
		"utf-8":        {Plain, []byte("\ufeffسلام"), "سلام"},
		"utf-16":       {Plain, utf16, "سلام"},
		"windows-1256": {Plain, []byte("\xd3\xe1\xc7\xe3 \xcf\xe4\xed\xc7"), "سلام دنيا"},
		"latin":        {Plain, []byte("caf\xe9 cr\xe8me"), "café crème"},
		"empty":        {Plain, nil, ""},
		"html":         {HTML, []byte("<title>T</title><style>p{}</style><p>a<b>b</b> &amp; c<script>x</script><p>d"), "T\nab & c\nd"},
		"docx":         {Word, word, "قرارداد یک & دو\nsecond\na note\n"},
		"xlsx":         {Sheet, sheet, "بودجه\nricher\n42.5\ninline\n"},
		"pptx":         {Slides, slides, "two\n\ften\n"},
		"odt":          {OpenDocument, open, "Title\none two\nthree\n"},
		"a tail":       {Word, append(bytes.Clone(word), " and more"...), "قرارداد یک & دو\nsecond\na note\n"},
	} {
		if got, err := read(c.in, c.kind); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, c.want)
		}
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	for name, c := range map[string]struct {
		kind Kind
		in   []byte
	}{
		"binary": {Plain, []byte("ab\x00cd")}, "no zip": {Word, []byte(strings.Repeat("no zip ", 100))}, "short": {Word, []byte("PK")},
		"another document": {Sheet, pack(t, "word/document.xml", "<t>a</t>")},
		"no xml":           {Word, pack(t, "word/document.xml", "<<<")}, "no kind": {None, []byte("a")},
		"deep": {Word, pack(t, "word/document.xml", strings.Repeat("<a>", 10_000))},
	} {
		if got, err := read(c.in, c.kind); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestBombsAreSmall unpacks what would fill a memory.
func TestBombsAreSmall(t *testing.T) {
	bomb := pack(t, "word/document.xml", "<w:p><w:t>start</w:t></w:p><!--"+strings.Repeat(" ", 2*limits.DecodeUnpacked)+"--><w:t>end</w:t>")
	if got, err := read(bomb, Word); err != nil || got != "start\n\n" && got != "start\n" {
		t.Errorf("%q, %v", got, err)
	}
	long := pack(t, "word/document.xml", "<w:t>"+strings.Repeat("word ", limits.DecodeText)+"</w:t>")
	if got, err := read(long, Word); err != nil || len(got) > limits.DecodeText+1 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if got, err := read(bytes.Repeat([]byte("سلام "), limits.DecodeText), Plain); err != nil || len(got) > limits.DecodeText {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Text(source.New(ctx, bytes.NewReader(long), int64(len(long))), Word, nil); err == nil {
		t.Error("it was read after its time")
	}
}

// TestOneTokenIsSmall has what a reader of XML keeps whole: 33 MB of attributes in
// a document of 32 kB once took 2.6 GB.
func TestOneTokenIsSmall(t *testing.T) {
	attributes := pack(t, "word/document.xml", "<w:p><w:t>start</w:t></w:p><w:t "+strings.Repeat("a ", 16<<20)+">end</w:t>")
	t.Logf("%d bytes", len(attributes))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := read(attributes, Word)
	runtime.ReadMemStats(&after)
	if err != nil || strings.TrimSpace(got) != "start" {
		t.Errorf("%q, %v", got, err)
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 64<<20 {
		t.Errorf("it took %d MiB", grown>>20)
	}
	for _, letter := range []string{"x", "ی", "😀"} {
		long := pack(t, "word/document.xml", "<w:p><w:t>y"+strings.Repeat(letter, limits.DecodeToken)+"</w:t></w:p>")
		if got, err := read(long, Word); err != nil || len(got) < limits.DecodeToken-8192 || strings.Contains(got, "\ufffd") {
			t.Errorf("%s: %d bytes, %v", letter, len(got), err)
		}
	}
}

// TestDirectoriesSayTheirSize has a zip whose directory is described twice: what is looked at is the description that is read.
func TestDirectoriesSayTheirSize(t *testing.T) {
	plain := pack(t, "word/document.xml", "<w:t>a</w:t>")
	if _, err := read(plain, Word); err != nil {
		t.Fatal(err)
	}
	end := len(plain) - 22
	size, at := binary.LittleEndian.Uint32(plain[end+12:]), binary.LittleEndian.Uint32(plain[end+16:])
	larger := binary.LittleEndian.AppendUint64([]byte("PK\x06\x06"), 44)
	larger = append(larger, make([]byte, 12)...)
	for _, v := range []uint64{1, 1, uint64(size), uint64(at)} {
		larger = binary.LittleEndian.AppendUint64(larger, v)
	}
	found := binary.LittleEndian.AppendUint64([]byte("PK\x06\x07\x00\x00\x00\x00"), uint64(end))
	found = append(found, 1, 0, 0, 0)
	z := append(append(append(bytes.Clone(plain[:end]), larger...), found...), plain[end:]...)
	record := z[len(z)-22:]
	copy(record[8:], "\xff\xff\xff\xff")
	binary.LittleEndian.PutUint32(record[12:], 76)
	binary.LittleEndian.PutUint32(record[16:], uint32(end))
	if r, err := zip.NewReader(bytes.NewReader(z), int64(len(z))); err != nil || len(r.File) != 1 {
		t.Fatalf("the test writes no zip64: %v", err)
	}
	if got, err := read(z, Word); err != nil || got != "a\n" {
		t.Errorf("%q, %v", got, err)
	}
	binary.LittleEndian.PutUint64(z[end+40:], limits.DecodeDirectory+1)
	if got, err := read(z, Word); !errors.Is(err, ErrUnreadable) {
		t.Errorf("a large directory: %q, %v", got, err)
	}
}

func TestKindsOfContents(t *testing.T) {
	for _, c := range []struct {
		ending, contentType string
		want                Kind
	}{
		{"docx", "", Word}, {"", "application/pdf", PDF}, {"ts", "video/mp2t", None}, {"ts", "text/plain", Plain},
		{"jpg", "image/jpeg", None},
		{"", "text/plain; charset=utf-8", Plain}, {"htm", "application/octet-stream", HTML}, {"zip", "application/zip", None},
	} {
		if got := KindOf(c.ending, c.contentType); got != c.want {
			t.Errorf("%v: %d", c, got)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte("سلام <p>x"), 1)
	f.Add(pack(f, "word/document.xml", "<w:p><w:t>a</w:t></w:p>"), 3)
	f.Add(pack(f, "content.xml", "<text:p>a<text:s/></text:p>"), 6)
	f.Add(pack(f, "xl/sharedStrings.xml", "<si><t>a</t></si>", "xl/worksheets/sheet1.xml", `<c t="s"><v>1</v></c>`), 4)
	f.Fuzz(func(t *testing.T, b []byte, kind int) {
		if kind < 0 || Kind(kind) >= PDF {
			return
		}
		text, err := read(b, Kind(kind))
		if err != nil && !errors.Is(err, ErrUnreadable) {
			t.Fatal(err)
		}
		if len(text) > limits.DecodeText+3 || strings.ToValidUTF8(text, "") != text {
			t.Fatalf("%d bytes", len(text))
		}
	})
}
