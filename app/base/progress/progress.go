// Package progress tells how far a long command has come, on the way from the server that does it to the terminal that waits.
package progress

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Step is how far a command has come.
type Step struct {
	Done    int64  `json:"done"`
	Total   int64  `json:"count"`
	Bytes   int64  `json:"bytes"`
	OfBytes int64  `json:"of_bytes"`
	Whole   bool   `json:"whole"`           // Total is known as a whole
	Waits   string `json:"waits,omitempty"` // for what
}

// prefix begins a line that holds a step, and no other line of a command.
const prefix = `{"progress":`

const reportInterval = 250 * time.Millisecond

// Reporter writes steps between the other lines of a command, some in a second.
type Reporter struct {
	out io.Writer
	at  time.Time
	err error
}

// NewReporter makes a teller.
func NewReporter(out io.Writer) *Reporter { return &Reporter{out: out} }

// Report writes a step, unless one was written a moment ago.
func (t *Reporter) Report(s Step) {
	if time.Since(t.at) < reportInterval {
		return
	}
	t.at = time.Now()
	if err := json.NewEncoder(t.out).Encode(map[string]Step{"progress": s}); err != nil && t.err == nil {
		t.err = err
	}
}

// Err is the first error of writing.
func (t *Reporter) Err() error { return t.err }

// PlainInterval is the time between two lines where no terminal shows them.
const PlainInterval = 30 * time.Second

// Screen passes the lines of a command on and shows its steps: on one line of a terminal, which is written again and again, or
// as a plain line from time to time.
type Screen struct {
	out, show io.Writer
	what      string
	width     func() int // of the terminal; 0 when there is none
	now       func() time.Time
	lastPlain time.Time // of the plain line before
	partial   []byte    // of a line
	visible   bool      // a step is on the terminal
}

// NewScreen makes a screen for the lines that go to out. Steps are shown on another file, as counts of something.
func NewScreen(out io.Writer, show *os.File, what string) *Screen {
	return buildScreen(out, show, what, func() int { return terminalWidth(show) }, time.Now)
}

func buildScreen(out, show io.Writer, what string, width func() int, now func() time.Time) *Screen {
	return &Screen{out: out, show: show, what: what, width: width, now: now, lastPlain: now()}
}

const defaultColumns = 80

// terminalWidth is the width of a terminal; 0 of other files.
func terminalWidth(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	if size.Col == 0 {
		return defaultColumns
	}
	return int(size.Col)
}

// Write implements io.Writer. It takes the output of a command in any pieces.
func (s *Screen) Write(p []byte) (int, error) {
	s.partial = append(s.partial, p...)
	for {
		i := bytes.IndexByte(s.partial, '\n')
		if i < 0 {
			return len(p), nil
		}
		if err := s.writeLine(s.partial[:i+1]); err != nil {
			return 0, err
		}
		s.partial = s.partial[i+1:]
	}
}

func (s *Screen) writeLine(line []byte) error {
	if !bytes.HasPrefix(line, []byte(prefix)) {
		err := s.clearStep()
		if err == nil {
			_, err = s.out.Write(line)
		}
		return err
	}
	var told map[string]Step
	if err := json.Unmarshal(line, &told); err != nil {
		return fmt.Errorf("read how far the command is: %w", err)
	}
	return s.showStep(told["progress"])
}

func (s *Screen) showStep(step Step) error {
	var err error
	if width := s.width(); width > 0 {
		_, err = fmt.Fprintf(s.show, "\r\x1b[K%s", truncate(step.format(s.what), width-1))
		s.visible = true
	} else if now := s.now(); now.Sub(s.lastPlain) >= PlainInterval {
		_, err = fmt.Fprintln(s.show, step.format(s.what))
		s.lastPlain = now
	}
	return err
}

// clearStep takes a step from the terminal.
func (s *Screen) clearStep() error {
	if !s.visible {
		return nil
	}
	s.visible = false
	_, err := io.WriteString(s.show, "\r\x1b[K")
	return err
}

// Finish takes the last step from the terminal and passes on what came behind the last line.
func (s *Screen) Finish() error {
	_, err := s.out.Write(s.partial)
	s.partial = nil
	return errors.Join(s.clearStep(), err)
}

// format is a step in words.
func (s *Step) format(what string) string {
	if s.Total == 0 && s.Waits != "" {
		return "waits: " + s.Waits
	}
	text := fmt.Sprintf("%d of %d %s", s.Done, s.Total, what)
	if !s.Whole {
		text += " so far"
	}
	text += fmt.Sprintf(", %s of %s", FormatBytes(s.Bytes), FormatBytes(s.OfBytes))
	if s.Waits != "" {
		text += "; waits: " + s.Waits
	}
	return text
}

func truncate(s string, most int) string { return s[:max(min(len(s), most), 0)] }

// FormatBytes is a number of bytes as people read it: 1.4 GB, in the units of the settings, which are powers of 1024.
func FormatBytes(n int64) string {
	if n < 1<<10 {
		return fmt.Sprintf("%d B", n)
	}
	for f, units := float64(n)/(1<<10), "KMGTPE"; ; f, units = f/(1<<10), units[1:] {
		if f < 1<<10 {
			return fmt.Sprintf("%.1f %cB", f, units[0])
		}
	}
}
