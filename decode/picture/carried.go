package picture

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"

	"anbar/app/base/spool"
	"anbar/decode/source"
)

// maxEmbedded is the size in bytes of a picture within a document. Office writes some 30 KB.
const maxEmbedded = 2 << 20

// embeddedPaths are where documents carry the picture of their first page. Those in formats of
// Windows are left alone.
var embeddedPaths = []string{"docProps/thumbnail.jpeg", "docProps/thumbnail.jpg", "docProps/thumbnail.png", "Thumbnails/thumbnail.png"}

// openEmbedded returns the picture in a packed document; the blob itself when it is none.
func openEmbedded(src *source.Source) (*source.Source, error) {
	head := make([]byte, 4)
	if _, err := src.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	if string(head) != "PK\x03\x04" {
		return src, nil
	}
	z, err := src.OpenZip()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrImpossible, err)
	}
	at := slices.IndexFunc(z.File, func(f *zip.File) bool { return slices.Contains(embeddedPaths, f.Name) })
	if at < 0 {
		return nil, fmt.Errorf("%w: the document carries no picture", ErrImpossible)
	}
	b, err := unpackFile(z.File[at])
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrImpossible, err)
	}
	return source.New(src.Context(), bytes.NewReader(b), int64(len(b))), nil
}

func unpackFile(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return spool.ReadAll(r, maxEmbedded)
}
