package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"anbar/config"
)

// asJournal runs do with a standard error output that is the journal's, and returns what was written there.
func asJournal(t *testing.T, do func()) string {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	info, err := in.Stat()
	if err != nil {
		t.Fatal(err)
	}
	stat := info.Sys().(*syscall.Stat_t)
	t.Setenv("JOURNAL_STREAM", fmt.Sprintf("%d:%d", stat.Dev, stat.Ino))
	before, log := os.Stderr, slog.Default()
	os.Stderr = in
	do()
	os.Stderr = before
	slog.SetDefault(log)
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func TestLinesOfTheJournalHaveTheirPriority(t *testing.T) {
	got := asJournal(t, func() {
		log := newLogger(config.Storage{Log: "debug"})
		log.With("part", "copies").WithGroup("disk").Error("the disk is full", "free", 0)
		log.Warn("two\nlines")
		log.Info("all is well")
		log.Debug("details")
	})
	want := `<3>level=ERROR msg="the disk is full" part=copies disk.free=0
<4>level=WARN msg="two\nlines"
<6>level=INFO msg="all is well"
<7>level=DEBUG msg=details
`
	if got != want {
		t.Errorf("got\n%s\nnot\n%s", got, want)
	}
}

func TestTheReasonWhyACommandFailsIsAnErrorOfTheJournal(t *testing.T) {
	got := asJournal(t, func() { writeError(errors.Join(errors.New("first"), errors.New("second")).Error()) })
	if got != "<3>anbar: first\n<3>second\n" {
		t.Errorf("got %q", got)
	}
}

func TestOtherOutputsHaveTimesAndNoPriority(t *testing.T) {
	got := asJournal(t, func() {
		t.Setenv("JOURNAL_STREAM", "1:1") // of a process above this one, whose output was led elsewhere
		newLogger(config.Storage{Log: "info"}).Error("broken")
		writeError("failed")
	})
	if strings.Contains(got, "<") || !strings.HasPrefix(got, "time=") || !strings.Contains(got, "\nanbar: failed\n") {
		t.Errorf("got %q", got)
	}
}

// TestLinesAreObjectsOnRequest: each line is one JSON object with its time, and in the journal its priority stands before it.
func TestLinesAreObjectsOnRequest(t *testing.T) {
	for _, journal := range []bool{false, true} {
		var out bytes.Buffer
		log := slog.New(newLogHandler(&out, logForm{journal: journal, json: true}, slog.LevelInfo))
		log.With("part", "copies").WithGroup("disk").Error("the disk\nis full", "free", 0, "error", errors.New("no room"))
		log.Warn("<3>not a priority")
		log.Debug("details")
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != 2 {
			t.Fatalf("journal %v: %d lines: %q", journal, len(lines), lines)
		}
		for i, priority := range []string{"<3>", "<4>"} {
			line, has := strings.CutPrefix(lines[i], priority)
			var o map[string]any
			if err := json.Unmarshal([]byte(line), &o); err != nil || has != journal {
				t.Errorf("journal %v: %s: %v", journal, lines[i], err)
			}
			if _, err := time.Parse(time.RFC3339Nano, fmt.Sprint(o["time"])); err != nil {
				t.Errorf("journal %v: %s: %v", journal, lines[i], err)
			}
			if want := []string{"ERROR", "WARN"}[i]; o["level"] != want {
				t.Errorf("journal %v: %s", journal, lines[i])
			}
			if disk, ok := o["disk"].(map[string]any); i == 0 && (!ok || disk["error"] != "no room" || o["part"] != "copies") {
				t.Errorf("journal %v: %s", journal, lines[i])
			}
		}
	}
}
