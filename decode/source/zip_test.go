package source_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"strings"
	"testing"

	"anbar/app/base/limits"
	"anbar/decode/source"
)

// packed is a zip with files of these names, and their contents are their names.
func packed(t *testing.T, comment string, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.SetComment(comment); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// as64 writes the end of a zip without a comment as one of a zip64, whose other end says nothing if left out, as Java does for files
// that it streams, or the same, as some do for all.
func as64(b []byte, says bool) []byte {
	le := binary.LittleEndian
	end := bytes.Clone(b[len(b)-22:])
	files, at := b[:len(b)-22], uint64(len(b)-22)
	record := append([]byte("PK\x06\x06"), make([]byte, 52)...)
	le.PutUint64(record[4:], 44)
	le.PutUint64(record[24:], uint64(le.Uint16(end[8:])))
	le.PutUint64(record[32:], uint64(le.Uint16(end[10:])))
	le.PutUint64(record[40:], uint64(le.Uint32(end[12:])))
	le.PutUint64(record[48:], uint64(le.Uint32(end[16:])))
	locator := append([]byte("PK\x06\x07"), make([]byte, 16)...)
	le.PutUint64(locator[8:], at)
	le.PutUint32(locator[16:], 1)
	if !says {
		le.PutUint16(end[8:], math.MaxUint16)
		le.PutUint16(end[10:], math.MaxUint16)
		le.PutUint32(end[12:], math.MaxUint32)
		le.PutUint32(end[16:], math.MaxUint32)
	}
	return bytes.Join([][]byte{files, record, locator, end}, nil)
}

// lying says another size of the directory than it has.
func lying(b []byte, size uint32) []byte {
	b = bytes.Clone(b)
	binary.LittleEndian.PutUint32(b[len(b)-22+12:], size)
	return b
}

func TestZip(t *testing.T) {
	plain := packed(t, "", "word/document.xml", "a")
	many := make([]string, 30_000)
	for i := range many {
		many[i] = strings.Repeat("n", 40) + string(rune('a'+i%26))
	}
	large := packed(t, "", many...)
	for name, c := range map[string]struct {
		content []byte
		opens   bool
	}{
		"as office programs write it":             {plain, true},
		"with one byte behind it":                 {append(bytes.Clone(plain), 0), true},
		"with a thousand":                         {append(bytes.Clone(plain), make([]byte, 1000)...), true},
		"with a comment":                          {packed(t, "a comment", "word/document.xml", "a"), true},
		"with the longest comment":                {packed(t, strings.Repeat("c", 65535), "word/document.xml", "a"), true},
		"zip64, the other end says nothing":       {as64(plain, false), true},
		"zip64, both say the same":                {as64(plain, true), true},
		"zip64 with one byte behind it":           {append(as64(plain, false), 0), true},
		"more behind it than a comment can be":    {append(bytes.Clone(plain), make([]byte, 70_000)...), false},
		"with bytes before it":                    {append([]byte("before"), plain...), false},
		"a directory that is larger than it says": {lying(large, 100), false},
		"a directory that fills the memory":       {large, false},
		"the same as a zip64":                     {as64(large, false), false},
		"a directory that begins nowhere":         {lying(plain, math.MaxUint32-5), false},
		"nothing":                                 {nil, false},
		"an end alone":                            {append([]byte("PK\x05\x06"), make([]byte, 18)...), true},
		"an end that is cut off":                  {plain[:len(plain)-1], false},
		"a locator that leads behind the end": {
			append(append([]byte("PK\x06\x07"), bytes.Repeat([]byte{0xff}, 16)...), plain[len(plain)-22:]...), false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			z, err := source.New(t.Context(), bytes.NewReader(c.content), int64(len(c.content))).OpenZip()
			if (err == nil) != c.opens {
				t.Fatalf("opens: %v, %v", err == nil, err)
			}
			if err != nil || len(z.File) == 0 {
				return
			}
			if z.File[0].Name != "word/document.xml" || len(z.File) != 2 {
				t.Errorf("%d files, the first is %q", len(z.File), z.File[0].Name)
			}
			r, err := z.File[0].Open()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(r); err != nil || string(got) != "word/document.xml" {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	if len(large) < limits.DecodeDirectory {
		t.Error("the large one is too small to try the limit")
	}
}

func TestNamesWithOtherSlashes(t *testing.T) {
	b := packed(t, "", `xl\workbook.xml`)
	z, err := source.New(t.Context(), bytes.NewReader(b), int64(len(b))).OpenZip()
	if err != nil || z.File[0].Name != "xl/workbook.xml" {
		t.Errorf("%v", err)
	}
}

// FuzzZip opens what is none: neither a panic nor more of a directory than the limit.
func FuzzZip(f *testing.F) {
	f.Add([]byte("PK\x05\x06"), uint8(0))
	f.Add(append([]byte("PK\x06\x07"), make([]byte, 60)...), uint8(3))
	f.Fuzz(func(t *testing.T, b []byte, behind uint8) {
		b = append(b, make([]byte, behind)...)
		z, err := source.New(t.Context(), bytes.NewReader(b), int64(len(b))).OpenZip()
		if err == nil && len(z.File)*46 > limits.DecodeDirectory {
			t.Errorf("%d files", len(z.File))
		}
	})
}
