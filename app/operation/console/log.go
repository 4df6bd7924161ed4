package console

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/operation/logs"
)

func (m *System) mountLog(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/log", Gate: api.Staff, Area: access.System,
		Does: "The newest lines of the server's log, oldest first, without secrets and addresses",
	}, m.handleGetLog)
}

// LogLine is a line of the log.
type LogLine struct {
	Number int64    `json:"number"`
	At     api.Time `json:"at"`
	Level  string   `json:"level" enum:"debug,info,warn,error"`
	Text   string   `json:"text"`
}

// LogLines is a part of the log.
type LogLines struct {
	Lines []LogLine `json:"lines"`
	Last  int64     `json:"last" doc:"number of the newest line, to ask for what comes after it"`
}

type logIn struct {
	Since int64  `query:"since" doc:"lines with a higher number"`
	Level string `query:"level" enum:",debug,info,warn,error" doc:"the least one; info by default"`
	Find  string `query:"query" doc:"a text that the lines contain, whatever its case"`
	Limit int    `query:"limit" doc:"the newest so many; 500 by default, 2,000 at most"`
	Wait  int    `query:"wait" doc:"seconds to wait for a line when there is none, 25 at most"`
}

const (
	defaultLines = 500
	maxLines     = 2_000
	maxWait      = 25
)

var levels = map[string]slog.Level{
	"": slog.LevelInfo, "debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
}

func levelName(l slog.Level) string {
	switch {
	case l >= slog.LevelError:
		return "error"
	case l >= slog.LevelWarn:
		return "warn"
	case l >= slog.LevelInfo:
		return "info"
	}
	return "debug"
}

func (m *System) handleGetLog(c *api.Call, in *logIn) (*LogLines, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	f := logs.Filter{After: in.Since, Level: levels[in.Level], Text: in.Find, Limit: cmp.Or(in.Limit, defaultLines)}
	// Pages wait here because the stream of live updates belongs to workspaces, of which staff are no members.
	if in.Wait > 0 {
		ctx, stop := context.WithTimeout(c, time.Duration(in.Wait)*time.Second)
		defer stop()
		m.Log.Wait(ctx, f)
	}
	lines, last := m.Log.Read(f)
	l := &LogLines{Lines: []LogLine{}, Last: last}
	for _, one := range lines {
		l.Lines = append(l.Lines, LogLine{Number: one.Number, At: api.Time(one.At), Level: levelName(one.Level), Text: one.Text})
	}
	return l, nil
}

func (in *logIn) check() error {
	wrong := fault.Fields{}
	if in.Limit < 0 || in.Limit > maxLines {
		wrong.Add("limit", fault.InvalidValue)
	}
	if in.Wait < 0 || in.Wait > maxWait {
		wrong.Add("wait", fault.InvalidValue)
	}
	if len(in.Find) > maxFind {
		wrong.Add("query", fault.TooLong)
	}
	return wrong.Err()
}
