package workbook

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strings"
	"testing"
)

// valid checks what every package promises: parts are well formed, every relation leads to a part, every part has a
// type, and nothing is there twice.
func valid(t testing.TB, in []byte) {
	t.Helper()
	if all := problems(in); len(all) > 0 {
		t.Fatal(strings.Join(all, "\n"))
	}
}

func problems(in []byte) (all []string) {
	note := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	z, err := zip.NewReader(bytes.NewReader(in), int64(len(in)))
	if err != nil {
		return []string{err.Error()}
	}
	parts := map[string]bool{}
	for _, f := range z.File {
		if parts[f.Name] {
			note("%s is there twice", f.Name)
		}
		parts[f.Name] = true
	}
	overrides := map[string]bool{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			note("%s: %v", f.Name, err)
			continue
		}
		body, err := io.ReadAll(r)
		if err != nil {
			note("%s: %v", f.Name, err)
			continue
		}
		if !strings.HasSuffix(f.Name, ".xml") && !strings.HasSuffix(f.Name, ".rels") {
			continue
		}
		d := xml.NewDecoder(bytes.NewReader(body))
		for {
			tok, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				note("%s: %v\n%s", f.Name, err, body)
				break
			}
			e, is := tok.(xml.StartElement)
			if !is {
				continue
			}
			attrs := map[string]string{}
			for _, a := range e.Attr {
				if _, twice := attrs[a.Name.Space+a.Name.Local]; twice {
					note("%s: <%s> has %s twice", f.Name, e.Name.Local, a.Name.Local)
				}
				attrs[a.Name.Space+a.Name.Local] = a.Value
			}
			switch {
			case e.Name.Local == "Override":
				overrides[strings.TrimPrefix(attrs["PartName"], "/")] = true
			case e.Name.Local == "Relationship" && attrs["TargetMode"] != "External":
				to := attrs["Target"]
				if !strings.HasPrefix(to, "/") {
					to = path.Join(path.Dir(path.Dir(f.Name)), to)
				}
				if !parts[strings.TrimPrefix(to, "/")] {
					note("%s leads to %s, which is missing", f.Name, to)
				}
			}
		}
	}
	for name := range overrides {
		if !parts[name] {
			note("%s has a type and is missing", name)
		}
	}
	return all
}

// census counts the elements and the attributes of every part.
func census(t testing.TB, in []byte) map[string]int {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(in), int64(len(in)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]int{}
	for _, f := range z.File {
		all[f.Name]++
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(r)
		d.Strict = false
		for {
			tok, err := d.Token()
			if err != nil {
				break
			}
			if e, is := tok.(xml.StartElement); is {
				all[f.Name+" <"+e.Name.Local+">"]++
				for _, a := range e.Attr {
					all[f.Name+" <"+e.Name.Local+"> "+a.Name.Local]++
				}
			}
		}
	}
	return all
}

// lost returns what there is less of, but for what is allowed to be.
func lost(before, after map[string]int, but func(string) bool) []string {
	var all []string
	for name, n := range before {
		if after[name] < n && !but(name) {
			all = append(all, name)
		}
	}
	return all
}
