package picture

import (
	"archive/zip"
	"bytes"
	"errors"
	"image"
	"image/png"
	"testing"
)

// document packs a part with others around it.
func document(t *testing.T, name string, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range []struct {
		name string
		b    []byte
	}{{"[Content_Types].xml", []byte("<Types/>")}, {name, b}, {"word/document.xml", []byte("<w/>")}} {
		w, err := z.Create(part.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(part.b); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestADocumentShowsThePictureThatItCarries(t *testing.T) {
	photo := jpegOf(t, quarters(256, 330))
	var page bytes.Buffer
	if err := png.Encode(&page, quarters(256, 330)); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{
		"docProps/thumbnail.jpeg": photo, "docProps/thumbnail.png": page.Bytes(), "Thumbnails/thumbnail.png": page.Bytes(),
	} {
		img, err := drawn(append(document(t, name, b), '\n')) // some programs write one byte more
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if img.Bounds().Size() != image.Pt(256, 330) || corners(img) != "rgby" {
			t.Errorf("%s: %v %s", name, img.Bounds(), corners(img))
		}
	}
}

func TestADocumentWithoutAPictureHasNone(t *testing.T) {
	photo := jpegOf(t, quarters(64, 64))
	whole := document(t, "docProps/thumbnail.jpeg", photo)
	for name, b := range map[string][]byte{
		"no picture":   document(t, "word/styles.xml", photo),
		"of Windows":   document(t, "docProps/thumbnail.wmf", photo),
		"words":        document(t, "docProps/thumbnail.jpeg", []byte("these are no pixels")),
		"a document":   document(t, "docProps/thumbnail.jpeg", whole),
		"a bomb":       document(t, "docProps/thumbnail.png", make([]byte, 64<<20)),
		"broken off":   whole[:len(whole)-30],
		"only a head":  []byte("PK\x03\x04"),
		"empty inside": document(t, "docProps/thumbnail.jpeg", nil),
	} {
		if _, err := drawn(b); !errors.Is(err, ErrImpossible) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
