// Package logs keeps the newest lines of the log in memory, for staff: a bounded number, and
// without secrets and addresses.
package logs

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
)

const (
	maxLines = 2_000
	maxBytes = 1 << 20
	maxLine  = 4_000
)

// Line is one line of the log.
type Line struct {
	Number int64 // from 1, without gaps
	At     time.Time
	Level  slog.Level
	Text   string // message and attributes
}

// Ring keeps the newest lines.
type Ring struct {
	mu    sync.Mutex
	lines []Line
	bytes int
	last  int64
	more  chan struct{} // closed when a line comes
}

// New makes an empty ring.
func New() *Ring { return &Ring{more: make(chan struct{})} }

// Wrap returns a logger that writes where log does, and into the ring from level info on.
func (r *Ring) Wrap(log *slog.Logger) *slog.Logger {
	return slog.New(&handler{ring: r, next: log.Handler()})
}

func (r *Ring) append(at time.Time, level slog.Level, text string) {
	text = truncate(text, maxLine)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	r.lines, r.bytes = append(r.lines, Line{Number: r.last, At: at, Level: level, Text: text}), r.bytes+len(text)
	drop := 0
	for len(r.lines)-drop > maxLines || r.bytes > maxBytes {
		r.bytes -= len(r.lines[drop].Text)
		drop++
	}
	if drop > 0 {
		r.lines = append(r.lines[:0:0], r.lines[drop:]...)
	}
	close(r.more)
	r.more = make(chan struct{})
}

func truncate(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// Filter selects lines.
type Filter struct {
	After int64      // lines with a higher number
	Level slog.Level // the least one
	Text  string     // that a line has in it, whatever its case
	Limit int        // the newest so many; 0 for all
}

// Read returns the lines that a filter selects, the oldest first, and the number of the last
// line of all.
func (r *Ring) Read(f Filter) ([]Line, int64) {
	r.mu.Lock()
	all, last := r.lines, r.last
	r.mu.Unlock()
	var found []Line
	text := strings.ToLower(f.Text)
	for _, l := range all {
		if l.Number > f.After && l.Level >= f.Level && (text == "" || strings.Contains(strings.ToLower(l.Text), text)) {
			found = append(found, l)
		}
	}
	if f.Limit > 0 && len(found) > f.Limit {
		found = found[len(found)-f.Limit:]
	}
	return found, last
}

// Wait waits until a line comes that a filter selects, or ctx ends.
func (r *Ring) Wait(ctx context.Context, f Filter) {
	for {
		r.mu.Lock()
		more := r.more
		r.mu.Unlock()
		if found, _ := r.Read(f); len(found) > 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-more:
		}
	}
}

type handler struct {
	ring   *Ring
	next   slog.Handler
	prefix string // attributes and groups that every line has
	group  string
}

// Enabled implements slog.Handler.
func (h *handler) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelInfo || h.next.Enabled(ctx, l)
}

// Handle implements slog.Handler.
func (h *handler) Handle(ctx context.Context, rec slog.Record) error {
	var b strings.Builder
	b.WriteString(scrubText(rec.Message) + h.prefix)
	rec.Attrs(func(a slog.Attr) bool {
		writeAttr(&b, h.group, a)
		return true
	})
	h.ring.append(rec.Time, rec.Level, b.String())
	if !h.next.Enabled(ctx, rec.Level) {
		return nil
	}
	return h.next.Handle(ctx, rec)
}

// scrubText is the part of a text that is kept. A secret that is cut in two is cut away.
func scrubText(s string) string { return truncate(Scrub(truncate(s, 2*maxLine)), maxLine) }

func writeAttr(b *strings.Builder, group string, a slog.Attr) {
	v := a.Value.Resolve()
	if v.Kind() == slog.KindGroup {
		for _, each := range v.Group() {
			writeAttr(b, group+a.Key+".", each)
		}
		return
	}
	text := scrubText(v.String())
	if secretKeys[strings.ToLower(a.Key)] {
		text = hidden
	}
	if strings.ContainsAny(text, " \"=\n") || text == "" {
		text = fmt.Sprintf("%q", text)
	}
	b.WriteString(" " + group + a.Key + "=" + text)
}

// WithAttrs implements slog.Handler.
func (h *handler) WithAttrs(all []slog.Attr) slog.Handler {
	var b strings.Builder
	for _, a := range all {
		writeAttr(&b, h.group, a)
	}
	return &handler{ring: h.ring, next: h.next.WithAttrs(all), prefix: h.prefix + b.String(), group: h.group}
}

// WithGroup implements slog.Handler.
func (h *handler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	return &handler{ring: h.ring, next: h.next.WithGroup(name), prefix: h.prefix, group: h.group + name + "."}
}
