// Package support writes what those who help with an appliance need to know, without what they must not: no names of people, files and
// machines, no addresses and no secrets.
package support

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/pprof"
	"time"

	"anbar/app/host/doctor"
	"anbar/app/operation/logs"
	"anbar/db"
)

// Source is what an archive is made of.
type Source struct {
	Patient *doctor.Patient
	Log     *logs.Ring // nil when the appliance does not run
}

// Write writes the archive, as .tar.gz.
func Write(ctx context.Context, out io.Writer, s *Source) error {
	shown, hidden := s.Patient.Config.Describe()
	a := &archive{at: time.Now(), source: s, settings: shown}
	var private []string
	if r := s.Patient.Running; r != nil {
		var err error
		if private, err = db.Get(ctx, r.DB, (*db.View).PrivateTexts); err != nil {
			return err
		}
	}
	a.redactor = newRedactor(hidden, private)
	packed := gzip.NewWriter(out)
	a.tar = tar.NewWriter(packed)
	for _, write := range []func(context.Context) error{
		a.writeVersion, a.writeSettings, a.writeFindings, a.writeJobs, a.writeCounts, a.writeLog, a.writeGoroutines,
	} {
		if err := write(ctx); err != nil {
			return err
		}
	}
	return errors.Join(a.tar.Close(), packed.Close())
}

type archive struct {
	*redactor
	tar      *tar.Writer
	at       time.Time
	source   *Source
	settings map[string]string
}

func (a *archive) writeFile(name string, b []byte) error {
	err := a.tar.WriteHeader(&tar.Header{Name: "anbar-support/" + name, Mode: 0o600, Size: int64(len(b)), ModTime: a.at})
	if err == nil {
		_, err = a.tar.Write(b)
	}
	return err
}

func (a *archive) writeJSON(name string, v any) error {
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return a.writeFile(name, append(b, '\n'))
}

func (a *archive) writeVersion(ctx context.Context) error {
	p := a.source.Patient
	v := map[string]any{
		"version": p.Version, "go": runtime.Version(), "system": runtime.GOOS + "/" + runtime.GOARCH, "cpus": runtime.NumCPU(),
		"running": p.Running != nil, "knows_schema": db.LatestSchema(), "at": a.at.UTC().Format(time.RFC3339),
	}
	if r := p.Running; r != nil {
		schema, err := db.Get(ctx, r.DB, (*db.View).SchemaVersion)
		if err != nil {
			return err
		}
		v["schema"] = schema
	}
	return a.writeJSON("version.json", v)
}

func (a *archive) writeSettings(context.Context) error {
	return a.writeJSON("settings.json", a.settings)
}

func (a *archive) writeFindings(ctx context.Context) error {
	var all []doctor.Result
	for _, f := range doctor.Examine(ctx, a.source.Patient) {
		params := append([]doctor.Param{}, f.Params...)
		for i, p := range params {
			if p.Kind == doctor.Text {
				params[i].Value = a.redact(p.Value)
			}
		}
		f.Params = params
		r := f.Result(doctor.English)
		r.Found = a.redact(r.Found)
		all = append(all, r)
	}
	return a.writeJSON("doctor.json", all)
}

func (a *archive) writeJobs(context.Context) error {
	r := a.source.Patient.Running
	if r == nil {
		return nil
	}
	type job struct {
		Name    string    `json:"name"`
		Started time.Time `json:"started,omitzero"`
		Well    time.Time `json:"went_well,omitzero"`
		Took    float64   `json:"took"`
		Runs    int       `json:"runs"`
		Failed  int       `json:"failed"`
		Error   string    `json:"error"`
	}
	all := []job{}
	for _, j := range r.Jobs.List() {
		all = append(all, job{j.Name, j.Started, j.Succeeded, j.Took.Seconds(), j.Runs, j.Failed, a.redact(j.Error)})
	}
	return a.writeJSON("jobs.json", all)
}

func (a *archive) writeCounts(ctx context.Context) error {
	r := a.source.Patient.Running
	if r == nil {
		return nil
	}
	totals, err := db.Get(ctx, r.DB, (*db.View).Totals)
	if err != nil {
		return err
	}
	total, free := r.Health.Disk()
	w, st := r.DB.WriterStats(), r.Blobs.Stats()
	return a.writeJSON("counts.json", map[string]any{
		"totals": totals, "store": st, "disk": map[string]int64{"total": total, "free": free},
		"writer": map[string]any{
			"commits": w.Commits, "long": w.Long, "longest_ms": w.Longest.Milliseconds(), "flush_ms": w.Flush.Milliseconds(),
		},
	})
}

func (a *archive) writeLog(context.Context) error {
	if a.source.Log == nil {
		return nil
	}
	lines, _ := a.source.Log.Read(logs.Filter{})
	var out bytes.Buffer
	for _, l := range lines {
		fmt.Fprintf(&out, "%s %s %s\n", l.At.UTC().Format(time.RFC3339), l.Level, a.redactLine(l.Text))
	}
	return a.writeFile("log.txt", out.Bytes())
}

// writeGoroutines writes what the process does: functions, and no values.
func (a *archive) writeGoroutines(context.Context) error {
	if a.source.Patient.Running == nil {
		return nil
	}
	var out bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&out, 1); err != nil {
		return err
	}
	return a.writeFile("goroutines.txt", out.Bytes())
}
