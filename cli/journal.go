package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"syscall"
)

// isJournal reports whether a file leads to systemd's journal, which reads a priority at the beginning of each line.
func isJournal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && os.Getenv("JOURNAL_STREAM") == fmt.Sprintf("%d:%d", stat.Dev, stat.Ino)
}

// logForm is how lines of the log are written.
type logForm struct {
	journal bool // with their priorities, and text without the time, which the journal keeps itself
	json    bool // an object on each line, and always with its time
}

// newHandler writes lines without priorities.
func (f logForm) newHandler(out io.Writer, o slog.HandlerOptions) slog.Handler {
	if f.json {
		return slog.NewJSONHandler(out, &o)
	}
	if f.journal {
		o.ReplaceAttr = dropTime
	}
	return slog.NewTextHandler(out, &o)
}

func newLogHandler(out io.Writer, form logForm, least slog.Level) slog.Handler {
	o := slog.HandlerOptions{Level: least}
	if !form.journal {
		return form.newHandler(out, o)
	}
	line := &journalLine{out: out}
	return journalHandler{line, form.newHandler(&line.text, o)}
}

func dropTime(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// journalLine is the line that is being written.
type journalLine struct {
	mu   sync.Mutex
	text bytes.Buffer
	out  io.Writer
}

type journalHandler struct {
	line *journalLine
	next slog.Handler // writes into the line
}

// Enabled implements slog.Handler.
func (h journalHandler) Enabled(ctx context.Context, l slog.Level) bool {
	return h.next.Enabled(ctx, l)
}

// Handle implements slog.Handler.
func (h journalHandler) Handle(ctx context.Context, rec slog.Record) error {
	h.line.mu.Lock()
	defer h.line.mu.Unlock()
	h.line.text.Reset()
	h.line.text.WriteString(priorityPrefix(rec.Level))
	if err := h.next.Handle(ctx, rec); err != nil {
		return err
	}
	_, err := h.line.out.Write(h.line.text.Bytes())
	return err
}

// WithAttrs implements slog.Handler.
func (h journalHandler) WithAttrs(all []slog.Attr) slog.Handler {
	return journalHandler{h.line, h.next.WithAttrs(all)}
}

// WithGroup implements slog.Handler.
func (h journalHandler) WithGroup(name string) slog.Handler {
	return journalHandler{h.line, h.next.WithGroup(name)}
}

// priorityPrefix is what a line of a level begins with, as sd-daemon(3) says.
func priorityPrefix(l slog.Level) string {
	switch {
	case l >= slog.LevelError:
		return "<3>"
	case l >= slog.LevelWarn:
		return "<4>"
	case l >= slog.LevelInfo:
		return "<6>"
	}
	return "<7>"
}

// writeError says on the standard error output why the command failed.
func writeError(text string) {
	text = "anbar: " + text
	if isJournal(os.Stderr) {
		text = priorityPrefix(slog.LevelError) + strings.ReplaceAll(text, "\n", "\n"+priorityPrefix(slog.LevelError))
	}
	fmt.Fprintln(os.Stderr, text)
}
