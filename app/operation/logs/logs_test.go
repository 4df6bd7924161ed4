package logs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestTheRingIsBoundedAndNumbersGoOn(t *testing.T) {
	r := New()
	log := r.Wrap(slog.New(slog.DiscardHandler))
	for i := range maxLines + 500 {
		log.Info("line", "n", i)
	}
	lines, last := r.Read(Filter{Level: slog.LevelDebug})
	if len(lines) != maxLines || last != maxLines+500 || lines[0].Number != 501 {
		t.Fatalf("%d lines up to %d, the first is %d", len(lines), last, lines[0].Number)
	}
	for range 600 {
		log.Info(strings.Repeat("word and ", 400))
	}
	lines, _ = r.Read(Filter{Level: slog.LevelDebug})
	size := 0
	for _, l := range lines {
		size += len(l.Text)
	}
	if size > maxBytes || len(lines) < 200 || len(lines) == 600 {
		t.Errorf("%d lines with %d bytes", len(lines), size)
	}
}

func TestFilters(t *testing.T) {
	r := New()
	log := r.Wrap(slog.New(slog.DiscardHandler))
	log.Info("swept", "removed", 3)
	log.Warn("The disk is slow")
	log.With("of", "backup").WithGroup("copy").Error("failed", "error", errors.New("no way"))
	for want, f := range map[string]Filter{
		"swept removed=3|The disk is slow|failed of=backup copy.error=\"no way\"": {},
		"The disk is slow|failed of=backup copy.error=\"no way\"":                 {Level: slog.LevelWarn},
		"The disk is slow":                       {Text: "DISK"},
		"failed of=backup copy.error=\"no way\"": {After: 2},
	} {
		lines, _ := r.Read(f)
		var got []string
		for _, l := range lines {
			got = append(got, l.Text)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%+v: %q", f, got)
		}
	}
	if lines, _ := r.Read(Filter{Limit: 1}); len(lines) != 1 || lines[0].Number != 3 {
		t.Errorf("%+v", lines)
	}
}

func TestWaitEndsWithALineOrWithItsContext(t *testing.T) {
	r := New()
	log := r.Wrap(slog.New(slog.DiscardHandler))
	go log.Warn("now")
	r.Wait(t.Context(), Filter{Level: slog.LevelWarn})
	if lines, _ := r.Read(Filter{}); len(lines) != 1 {
		t.Fatalf("%+v", lines)
	}
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer stop()
	r.Wait(ctx, Filter{After: 1})
	if ctx.Err() == nil {
		t.Error("it ended by itself")
	}
}

// TestNothingSecretIsKept writes what must not be read in every way that a line takes it.
func TestNothingSecretIsKept(t *testing.T) {
	r := New()
	var real bytes.Buffer
	log := r.Wrap(slog.New(slog.NewTextHandler(&real, nil)))
	for _, secret := range []string{
		"sara@example.org", "سارا@نمونه.ایران", "192.0.2.17", "2001:db8::7:1:2", "+989121234567", "09121234567", "481516", "۴۸۱۵۱۶",
		"Bearer abc.def-ghi", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_DEF-1", "K7XQ2M4VYB3NP5RT6WZA", "token=swordfish",
		"https://drive.example.org/reset-password?token=x", "AKIAIOSFODNN7EXAMPLE12",
	} {
		bare := secret
		for _, known := range []string{"Bearer ", "token=", "https://drive.example.org/"} {
			bare = strings.TrimPrefix(bare, known)
		}
		log.Info("said " + secret + " to them")
		log.Info("said", "error", fmt.Errorf("because: %q is wrong", secret))
		log.With("of", secret).Warn("said", slog.Group("in", "a", secret))
		for _, l := range r.lines {
			if strings.Contains(l.Text, bare) {
				t.Errorf("%q stands in %q", secret, l.Text)
			}
		}
		if !strings.Contains(real.String(), bare) {
			t.Errorf("the log itself lost %q", secret)
		}
	}
	log.Info("a message was not sent", "subject", "hunter2", "text", "hunter2", "password", "hunter2", "to", "hunter2")
	if l := r.lines[len(r.lines)-1].Text; strings.Contains(l, "hunter2") {
		t.Error(l)
	}
}

func TestWhatIsNoSecretStays(t *testing.T) {
	for _, s := range []string{
		"swept removed=12 bytes=1234567 compacted=0", "the mail server cannot be used: dial tcp: lookup mail.local: no such host",
		"took 1.234567s at 12:30:45.123456", "remove what was deleted forever", "https://drive.example.org/admin",
	} {
		if got := Scrub(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}
