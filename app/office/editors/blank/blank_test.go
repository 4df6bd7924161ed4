package blank

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

func zipped(t *testing.T, b []byte) *zip.Reader {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// parts reads a document, and fails unless every part is well-formed.
func parts(t *testing.T, b []byte) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, f := range zipped(t, b).File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(text)
		d := xml.NewDecoder(bytes.NewReader(text))
		for err == nil {
			_, err = d.Token()
		}
		if !errors.Is(err, io.EOF) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	return all
}

func TestEveryRelationshipHasItsTarget(t *testing.T) {
	for _, ext := range []string{"docx", "xlsx", "pptx"} {
		for _, right := range []bool{false, true} {
			b, err := Make(ext, right)
			if err != nil {
				t.Fatal(err)
			}
			all := parts(t, b)
			for name, text := range all {
				if strings.Contains(text, "{") {
					t.Errorf("from the right %v: %s of %s has a place that nothing filled", right, name, ext)
				}
				if !strings.HasSuffix(name, ".rels") {
					continue
				}
				var r struct {
					Relationship []struct {
						Target string `xml:",attr"`
					}
				}
				if err := xml.Unmarshal([]byte(text), &r); err != nil {
					t.Fatal(err)
				}
				for _, one := range r.Relationship {
					if target := path.Join(path.Dir(path.Dir(name)), one.Target); all[target] == "" {
						t.Errorf("from the right %v: %s of %s leads to %s, which is not there", right, name, ext, target)
					}
				}
			}
			var content struct {
				Override []struct {
					PartName string `xml:",attr"`
				}
			}
			if err := xml.Unmarshal([]byte(all["[Content_Types].xml"]), &content); err != nil {
				t.Fatal(err)
			}
			for _, o := range content.Override {
				if all[strings.TrimPrefix(o.PartName, "/")] == "" {
					t.Errorf("from the right %v: %s has a type for %s, which is not there", right, ext, o.PartName)
				}
			}
		}
	}
}

func TestPersianDocumentsRunFromTheRight(t *testing.T) {
	for ext, where := range map[string][2]string{
		"docx": {"word/styles.xml", "<w:bidi/>"}, "xlsx": {"xl/worksheets/sheet1.xml", `rightToLeft="1"`},
		"pptx": {"ppt/slideMasters/slideMaster1.xml", `rtl="1"`},
	} {
		for _, right := range []bool{false, true} {
			b, err := Make(ext, right)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(parts(t, b)[where[0]], where[1]); got != right {
				t.Errorf("%s from the right is %v, want %v", ext, got, right)
			}
		}
	}
	if _, err := Make("exe", false); err == nil {
		t.Error("there is no such document")
	}
}

// TestLibreOfficeOpensThem runs with FULL=1.
func TestLibreOfficeOpensThem(t *testing.T) {
	office, err := exec.LookPath("soffice")
	if os.Getenv("FULL") == "" || err != nil {
		t.Skip("needs FULL=1 and LibreOffice")
	}
	all := map[string][]byte{}
	for _, name := range Templates {
		if all[name+".docx"], err = MakeTemplate(name, Facts{FromRight: true}); err != nil {
			t.Fatal(err)
		}
	}
	for _, ext := range []string{"docx", "xlsx", "pptx"} {
		if all["a."+ext], err = Make(ext, true); err != nil {
			t.Fatal(err)
		}
	}
	for file, b := range all {
		dir := t.TempDir()
		name := filepath.Join(dir, file)
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), office, "-env:UserInstallation=file://"+dir+"/profile", "--headless",
			"--convert-to", "pdf", "--outdir", dir, name).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", file, err, out)
		}
		printed := strings.TrimSuffix(name, filepath.Ext(name)) + ".pdf"
		if pdf, err := os.ReadFile(printed); err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
			t.Errorf("LibreOffice does not open %s: %v: %s", file, err, out)
		}
	}
}
