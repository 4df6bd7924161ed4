// Package licenses holds the license texts of everything that is part of the program. "make licenses" writes them anew.
package licenses

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
)

//go:embed texts.gz
var texts []byte

// Write writes the texts: a list of the components with their versions, and then each text once, with whom it belongs to.
func Write(w io.Writer) error {
	r, err := gzip.NewReader(bytes.NewReader(texts))
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return err
}
