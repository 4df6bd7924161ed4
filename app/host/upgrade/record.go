// Package upgrade exchanges the program of an appliance: it verifies the new one, rehearses it, swaps, watches, and goes back when the
// appliance is not well afterwards. Each step is durable before the next begins, so that whoever ends in the middle, the old or the new
// program is whole, and the next call finishes or undoes what was begun.
package upgrade

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"anbar/app/base/disk"
)

// Phase is how far an upgrade has come.
type Phase string

// The phases. Records that are on disks have these words, and packaging/postinstall.sh looks for those of the end.
const (
	Swapping    Phase = "swapping"  // the old program is kept, and the new one takes its name
	Watching    Phase = "watching"  // the new program has the name; the appliance begins anew and is watched
	RollingBack Phase = "returning" // the old program and the database of before come back
	Done        Phase = "done"
	RolledBack  Phase = "returned"
)

// Program is one of the two programs.
type Program struct {
	Version string `json:"version"`
	Schema  int64  `json:"schema"` // 0 where it is not known
	Sum     string `json:"sha256"`
}

// Record is what is known of the last upgrade. It lies beside the program, as only those who may exchange that may write it.
type Record struct {
	Phase     Phase     `json:"phase"`
	From      Program   `json:"from"`
	To        Program   `json:"to"`
	Data      string    `json:"data"`
	Schema    int64     `json:"schema"`    // of the database before
	Snapshots []string  `json:"snapshots"` // of the database that there were before, by name
	Ran       bool      `json:"ran"`       // the service did before, and is to do so afterwards
	Before    *Pulse    `json:"before,omitempty"`
	At        time.Time `json:"at"`
	Why       string    `json:"why,omitempty"` // it went back
}

// isOpen reports whether an upgrade has begun and not ended.
func (r *Record) isOpen() bool { return r.Phase != "" && r.Phase != Done && r.Phase != RolledBack }

// place is the files beside the program.
type place struct {
	program string
	reach   func() // is called between any two steps that last; nil for nothing
}

func newPlace(program string) *place { return &place{program: program} }

func (p *place) fresh() string    { return p.program + ".new" }
func (p *place) previous() string { return p.program + ".previous" }
func (p *place) record() string   { return p.program + ".upgrade" }

// failpoint is where a process may end. Tests end it there.
func (p *place) failpoint() {
	if p.reach != nil {
		p.reach()
	}
}

// load reads the record; an empty one when there was no upgrade.
func (p *place) load() (*Record, error) {
	var r Record
	b, err := os.ReadFile(p.record())
	if errors.Is(err, fs.ErrNotExist) {
		return &r, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &r)
	}
	if err != nil {
		err = fmt.Errorf("read what is known of the last upgrade: %w", err)
	}
	return &r, err
}

// store makes the record durable.
func (p *place) store(r *Record) error {
	b, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	half := p.record() + ".part"
	p.failpoint()
	if err := os.WriteFile(half, append(b, '\n'), 0o600); err != nil {
		return err
	}
	return p.rename(half, p.record())
}

// rename gives a file that was written a name, durably.
func (p *place) rename(from, to string) error {
	p.failpoint()
	if err := disk.SyncFile(from); err != nil {
		return err
	}
	p.failpoint()
	if err := os.Rename(from, to); err != nil {
		return err
	}
	p.failpoint()
	return disk.SyncFile(filepath.Dir(to))
}

// link gives a file one more name, in the place of what has it.
func (p *place) link(from, to string) error {
	half := to + ".part"
	if err := removeIfThere(half); err != nil {
		return err
	}
	p.failpoint()
	if err := os.Link(from, half); err != nil {
		return err
	}
	return p.rename(half, to)
}

func removeIfThere(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// sumFile returns the SHA-256 of a file.
func sumFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}
