package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"
)

// browserRun is what ui/scripts/weak.mjs saw.
type browserRun struct {
	Seconds float64
	Parts   [][2]*string // each call: the part, and the byte that it began with
	Waited  int          // seconds for which the page said that it waits for the connection
}

// sendByBrowser uploads by the user interface, in Chromium at the near end, over the weak line with its cuts.
func (w *weakRun) sendByBrowser(a *appliance, size int) error {
	var s struct{ Access, Refresh string }
	if err := a.call("POST", "/accounts/v1/users/login", map[string]any{"login": "b@example.org", "password": password}, &s); err != nil {
		return err
	}
	if err := w.near.useCubicTo(farAddr); err != nil {
		return err
	}
	c := w.near.command("node", "scripts/weak.mjs", strings.TrimSuffix(a.api, "/api"), s.Access, s.Refresh, a.space, a.root,
		fmt.Sprint(size))
	c.Dir, c.Stderr = "ui", os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	defer w.line.end()
	var seen browserRun
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if text := lines.Text(); text == "begin" {
			w.line.start()
		} else if err := json.Unmarshal([]byte(text), &seen); err != nil {
			return fmt.Errorf("reading what the browser saw: %w: %s", err, text)
		}
	}
	if err := c.Wait(); err != nil {
		return err
	}
	ideal := w.line.idealTime(size)
	w.addAtMost("the user interface in a browser, plain HTTP, over the ideal", seen.Seconds/ideal.Seconds(), 1.10, "%.0f s of %.0f s",
		seen.Seconds, ideal.Seconds())
	goneOn := 0
	for _, p := range seen.Parts {
		if p[1] != nil {
			goneOn++
		}
	}
	fmt.Printf("      %d calls, %d of them went on with a part; the page said for %v that it waits\n", len(seen.Parts), goneOn,
		time.Duration(seen.Waited)*time.Second)
	return nil
}
