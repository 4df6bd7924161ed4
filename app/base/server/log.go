package server

import (
	"context"
	"log/slog"
	"slices"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap/zapcore"
)

// logCore is the Caddy module that sends Caddy's log to ours.
type logCore struct{ attrs []slog.Attr }

// CaddyModule implements caddy.Module.
func (*logCore) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "caddy.logging.cores.anbar", New: func() caddy.Module { return new(logCore) }}
}

func (c *logCore) logger() *slog.Logger {
	if s := current.Load(); s != nil {
		return s.log
	}
	return slog.Default()
}

// slogLevel maps a level of Caddy's log to ours. Its info lines are housekeeping, and some of
// its warnings only repeat our configuration.
func slogLevel(l zapcore.Level) slog.Level {
	if l == zapcore.InfoLevel {
		return slog.LevelDebug
	}
	return slog.Level(l * 4)
}

var asked = []string{"admin endpoint disabled", "HTTP/2 skipped because it requires TLS"}

// Enabled implements zapcore.Core.
func (c *logCore) Enabled(l zapcore.Level) bool {
	return c.logger().Enabled(context.Background(), slogLevel(l))
}

// With implements zapcore.Core.
func (c *logCore) With(fields []zapcore.Field) zapcore.Core {
	return &logCore{append(c.attrs[:len(c.attrs):len(c.attrs)], attrs(fields)...)}
}

// Check implements zapcore.Core.
func (c *logCore) Check(e zapcore.Entry, ce *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if slices.Contains(asked, e.Message) {
		e.Level = zapcore.InfoLevel
	}
	if c.Enabled(e.Level) {
		return ce.AddCore(e, c)
	}
	return ce
}

// Write implements zapcore.Core.
func (c *logCore) Write(e zapcore.Entry, fields []zapcore.Field) error {
	all := append([]slog.Attr{slog.String("part", "caddy."+e.LoggerName)}, c.attrs...)
	c.logger().LogAttrs(context.Background(), slogLevel(e.Level), e.Message, append(all, attrs(fields)...)...)
	return nil
}

// Sync implements zapcore.Core.
func (c *logCore) Sync() error { return nil }

func attrs(fields []zapcore.Field) []slog.Attr {
	e := zapcore.NewMapObjectEncoder()
	for _, f := range fields {
		f.AddTo(e)
	}
	all := make([]slog.Attr, 0, len(e.Fields))
	for k, v := range e.Fields {
		all = append(all, slog.Any(k, v))
	}
	return all
}
