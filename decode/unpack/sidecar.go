package unpack

import (
	"encoding/json"
	"io"
	"path"
	"strconv"
	"strings"

	"anbar/app/base/spool"
)

// isSidecar is whether an entry may be a JSON file of Google Takeout about another one.
func isSidecar(e *Entry) bool {
	return e.Size > 0 && e.Size <= maxSidecar && strings.EqualFold(path.Ext(e.Path), ".json")
}

// readSidecar reads a JSON file; nil when it is about no file.
func readSidecar(r io.Reader) (*Sidecar, error) {
	b, err := spool.ReadAll(r, maxSidecar)
	if err != nil {
		return nil, err
	}
	var v struct {
		Title string `json:"title"`
		Taken *struct {
			Seconds string `json:"timestamp"`
		} `json:"photoTakenTime"`
	}
	// Anything else is a file of the person, whatever it holds.
	if json.Unmarshal(b, &v) != nil || v.Taken == nil || v.Title == "" || len(v.Title) > maxPath {
		return nil, nil
	}
	s := &Sidecar{Title: v.Title}
	if n, err := strconv.ParseInt(v.Taken.Seconds, 10, 64); err == nil {
		s.Taken = n
	}
	return s, nil
}
