package progress

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

const steps = `{"progress":{"done":1,"count":3,"bytes":10,"of_bytes":2048,"whole":false}}
first
{"progress":{"done":2,"count":4,"bytes":1536,"of_bytes":5368709120,"whole":true,"waits":"rain"}}
second
unfinished`

// told shows the steps in pieces of some bytes, with a minute before each line of the command.
func told(t *testing.T, width, piece int) (out, show string) {
	t.Helper()
	var to, on bytes.Buffer
	now := time.Unix(0, 0)
	s := buildScreen(&to, &on, "files", func() int { return width }, func() time.Time { now = now.Add(time.Minute); return now })
	for r := strings.NewReader(steps); r.Len() > 0; {
		if _, err := io.CopyN(s, r, int64(piece)); err != nil && err != io.EOF {
			t.Fatal(err)
		}
	}
	if err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	return to.String(), on.String()
}

func TestStepsAreShownBesideTheLines(t *testing.T) {
	const one, two = "1 of 3 files so far, 10 B of 2.0 KB", "2 of 4 files, 1.5 KB of 5.0 GB; waits: rain"
	for width, want := range map[int]string{
		0:  one + "\n" + two + "\n",
		80: "\r\x1b[K" + one + "\r\x1b[K" + "\r\x1b[K" + two + "\r\x1b[K",
		11: "\r\x1b[K" + one[:10] + "\r\x1b[K" + "\r\x1b[K" + two[:10] + "\r\x1b[K",
	} {
		for _, piece := range []int{1, 7, 1000} {
			out, show := told(t, width, piece)
			if out != "first\nsecond\nunfinished" || show != want {
				t.Errorf("%d columns, %d bytes at a time: %q, %q", width, piece, out, show)
			}
		}
	}
}

// TestPlainLinesAreSeldom: a log is not filled with them, and short commands write none.
func TestPlainLinesAreSeldom(t *testing.T) {
	var on bytes.Buffer
	now := time.Unix(0, 0)
	s := buildScreen(io.Discard, &on, "files", func() int { return 0 }, func() time.Time { return now })
	for range 600 { // ten minutes
		if err := s.showStep(Step{}); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Second)
	}
	if n := strings.Count(on.String(), "\n"); n != 19 {
		t.Errorf("%d lines in ten minutes", n)
	}
}

func TestATellerTellsNotEachStep(t *testing.T) {
	var out bytes.Buffer
	teller := NewReporter(&out)
	for range 10_000 {
		teller.Report(Step{Done: 1})
	}
	if n := strings.Count(out.String(), "\n"); n == 0 || n > 1000 || teller.Err() != nil || !strings.HasPrefix(out.String(), prefix) {
		t.Errorf("%d lines, %v: %.80s", n, teller.Err(), out.String())
	}
	teller = NewReporter(broken{})
	teller.Report(Step{})
	if teller.Err() != io.ErrClosedPipe {
		t.Error("it does not say that nobody hears it")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
