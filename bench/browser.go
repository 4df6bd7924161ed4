package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// measureBrowser measures the size of the user interface, how smoothly a long list scrolls,
// and the scores of Lighthouse. A script measures in a real browser; the last line of
// its output is JSON.
func (r *run) measureBrowser() error {
	binary, err := filepath.Abs("anbar")
	if err != nil {
		return err
	}
	var out bytes.Buffer
	c := exec.Command("node", "scripts/measure.mjs")
	c.Dir, c.Env = "ui", append(os.Environ(), "ANBAR_BIN="+binary)
	c.Stdout, c.Stderr = io.MultiWriter(os.Stdout, &out), os.Stderr
	if err := c.Run(); err != nil {
		return err
	}
	lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	var seen struct {
		Rows []struct {
			What, Bar, Seen string
			OK              bool
		}
	}
	if err := json.Unmarshal(lines[len(lines)-1], &seen); err != nil {
		return fmt.Errorf("reading what the browser saw: %w", err)
	}
	for _, w := range seen.Rows {
		r.results = append(r.results, result{what: w.What, bar: w.Bar, seen: w.Seen, ok: w.OK})
	}
	return nil
}
