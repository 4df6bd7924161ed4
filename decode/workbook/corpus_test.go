package workbook

import (
	"archive/zip"
	"bytes"
	"context"
	"embed"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"anbar/decode/refusal"
	reader "anbar/decode/sheet"
	"anbar/decode/source"
)

const (
	head  = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	mainS = `http://schemas.openxmlformats.org/spreadsheetml/2006/main`
	relS  = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	pkgS  = `http://schemas.openxmlformats.org/package/2006/`
)

// pack makes a package of names and contents.
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

// rels is a part with relations: id, kind and target of each.
func rels(all ...string) string {
	out := head + `<Relationships xmlns="` + pkgS + `relationships">`
	for i := 0; i < len(all); i += 3 {
		out += `<Relationship Id="` + all[i] + `" Type="` + relS + "/" + all[i+1] + `" Target="` + all[i+2] + `"/>`
	}
	return out + `</Relationships>`
}

const sheetType = `application/vnd.openxmlformats-officedocument.spreadsheetml.`

func types(parts ...string) string {
	out := head + `<Types xmlns="` + pkgS + `content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`
	for i := 0; i < len(parts); i += 2 {
		out += `<Override PartName="/` + parts[i] + `" ContentType="` + parts[i+1] + `"/>`
	}
	return out + `</Types>`
}

// The parts of a workbook by hand that has something of everything.
//
//go:embed all:testdata/rich
var richParts embed.FS

const s1, s2, book1 = "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml", "xl/workbook.xml"

var bodyRich, bodyTwo, styleBody = richPart(s1), richPart(s2), richPart("xl/styles.xml")

func richPart(name string) string {
	b, err := richParts.ReadFile("testdata/rich/" + name)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// rich returns that workbook with other parts, named with what is in them.
func rich(t testing.TB, change ...string) []byte {
	t.Helper()
	var parts []string
	err := fs.WalkDir(richParts, "testdata/rich", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name := strings.TrimPrefix(path, "testdata/rich/")
		if !slices.Contains(change, name) {
			parts = append(parts, name, richPart(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return pack(t, append(parts, change...)...)
}

func src(b []byte) *source.Source {
	return source.New(context.Background(), bytes.NewReader(b), int64(len(b)))
}

// apply applies operations, which stand without their list.
func apply(in []byte, ops string) ([]byte, error) {
	var out bytes.Buffer
	err := ApplyOps(src(in), strings.NewReader(`{"ops":[`+ops+`]}`), &out)
	return out.Bytes(), err
}

func mustApply(t testing.TB, in []byte, ops string) []byte {
	t.Helper()
	out, err := apply(in, ops)
	if err != nil {
		t.Fatalf("%s: %v", ops, err)
	}
	valid(t, out)
	return out
}

// part returns a part of a package as text.
func part(t testing.TB, in []byte, name string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(in), int64(len(in)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open(name)
	if err != nil {
		return ""
	}
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// page returns what our reader shows of a sheet.
func page(t testing.TB, in []byte, number int) *reader.Page {
	t.Helper()
	p, err := reader.ReadPage(src(in), reader.PageRequest{Sheet: number, First: 1, Rows: 5000})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func refusedFor(err error) refusal.Code {
	var r *refusal.Error
	if errors.As(err, &r) {
		return r.Code
	}
	return 0
}
