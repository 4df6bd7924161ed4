package activity

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// The export reads the timeline in stretches, each with a reading of its own,
// so that a slow connection holds no reader of the database.
const exportStep = 500

type format struct {
	contentType, extension, head string
	row                          func(*bytes.Buffer, *Activity) error
}

var formats = map[string]format{
	// Excel takes a file for UTF-8 by the mark at its start.
	"csv":   {"text/csv; charset=utf-8", "csv", "\ufeffat,action,done_by,done_by_id,type,id,name,path,before,after\r\n", writeCSVRow},
	"jsonl": {"application/jsonl; charset=utf-8", "jsonl", "", writeJSONRow},
}

func writeJSONRow(b *bytes.Buffer, a *Activity) error { return json.NewEncoder(b).Encode(a) }

func writeCSVRow(b *bytes.Buffer, a *Activity) error {
	at, err := a.At.MarshalJSON()
	if err != nil {
		return err
	}
	before, err := formatDetail(a.Before)
	if err != nil {
		return err
	}
	after, err := formatDetail(a.After)
	if err != nil {
		return err
	}
	fields := []string{
		strings.Trim(string(at), `"`), string(a.Action), a.DoneBy.Name, a.DoneBy.ID.String(), a.Target.Type, a.Target.ID.String(),
		a.Target.Name, a.Path, before, after,
	}
	for i, f := range fields {
		fields[i] = escapeFormula(f)
	}
	w := csv.NewWriter(b)
	w.UseCRLF = true
	if err := w.Write(fields); err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}

func formatDetail(d *Detail) (string, error) {
	if d == nil {
		return "", nil
	}
	b, err := json.Marshal(d)
	return string(b), err
}

// escapeFormula keeps a spreadsheet from taking a name for a formula.
func escapeFormula(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}

func (s *Service) handleExport(c *api.Call, in *exportIn) error {
	at, f, err := in.parse()
	if err != nil {
		return err
	}
	q, _, err := f.parse()
	if err != nil {
		return err
	}
	how, ok := formats[in.Format]
	if !ok {
		return fault.Field("format", fault.InvalidValue)
	}
	q.Limit, q.Skip = exportStep, 0
	var b bytes.Buffer
	b.WriteString(how.head)
	for first := true; ; first = false {
		l, err := s.List(c, c.Who, at, q)
		if err == nil {
			err = l.writeRows(&b, how)
		}
		if err != nil && first {
			return err
		}
		if err != nil {
			// A part must not be taken for the whole: the other side has to see that it broke off.
			panic(http.ErrAbortHandler)
		}
		if first {
			h := c.W.Header()
			h.Set("Content-Type", how.contentType)
			h.Set("Content-Disposition", `attachment; filename="activities-`+time.Now().UTC().Format("2006-01-02")+"."+how.extension+`"`)
		}
		if _, err := c.W.Write(b.Bytes()); err != nil || len(l.Entries) < exportStep {
			return nil // a write fails when the client has gone away
		}
		b.Reset()
		q.BelowID = l.Entries[exportStep-1].ID
	}
}

func (l *Timeline) writeRows(b *bytes.Buffer, how format) error {
	for i := range l.Entries {
		a, err := l.toActivity(&l.Entries[i])
		if err != nil {
			return err
		}
		if err := how.row(b, &a); err != nil {
			return err
		}
	}
	return nil
}

// exportIn is the place and the filter of an export.
type exportIn struct {
	Space     db.SpaceID `path:"space_id"`
	Format    string     `query:"format" required:"true" doc:"csv or jsonl"`
	Scope     Drive      `query:"scope" doc:"shared or my"`
	Directory string     `query:"directory_id"`
	File      string     `query:"file_id"`
	Person    string     `query:"person"`
	Action    string     `query:"action"`
	From      string     `query:"from"`
	To        string     `query:"to"`
}

func (in *exportIn) parse() (Place, filter, error) {
	at, f := Place{Space: in.Space, Drive: in.Scope}, filter{Action: in.Action}
	if errors.Join(at.Directory.UnmarshalText([]byte(in.Directory)), at.File.UnmarshalText([]byte(in.File))) != nil ||
		at.File != 0 && at.Directory == 0 {
		return at, f, fault.InvalidID
	}
	if f.Person.UnmarshalText([]byte(in.Person)) != nil {
		return at, f, fault.Field("person", fault.InvalidValue)
	}
	if in.From != "" && f.From.UnmarshalText([]byte(in.From)) != nil {
		return at, f, fault.Field("from", fault.InvalidValue)
	}
	if in.To != "" && f.To.UnmarshalText([]byte(in.To)) != nil {
		return at, f, fault.Field("to", fault.InvalidValue)
	}
	return at, f, nil
}
