package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// record is what an appliance remembers of a target, beside its data. With it a start knows whether the target is as this
// data directory left it.
type record struct {
	Target string `json:"target"`
	Copy   string `json:"copy"`

	Held    heldEpoch  `json:"held"`
	Pending *heldEpoch `json:"pending,omitempty"` // an epoch that is being taken

	Tended time.Time    `json:"tended"`         // when old objects were last removed
	Read   readProgress `json:"read"`           // how far objects were read back
	Lost   []string     `json:"lost,omitempty"` // objects that are missing or damaged there and could not be sent again
	Alarm  alarm        `json:"alarm"`
	Drill  alarm        `json:"drill"`            // of the rehearsals of a restore
	Legacy bool         `json:"legacy,omitempty"` // the copies of an earlier program that are there are this appliance's

	// Reseal names the sheet that the copies are to be sealed with anew, until that is proven and what is older is gone.
	Reseal string    `json:"reseal,omitempty"`
	Rolled *rollback `json:"rolled,omitempty"` // an older state that the target showed lately

	Mixed   bool `json:"mixed,omitempty"`   // epochs are there, too, that are sealed with another sheet, or not at all
	Foreign bool `json:"foreign,omitempty"` // none of those is this appliance's, so they stay whatever it does

	saved string // nonce of what is on the disk, as far as it is known
}

// heldEpoch is an epoch that was written, or restored from.
type heldEpoch struct {
	Epoch     int    `json:"epoch"`
	Nonce     string `json:"nonce"`
	Restored  bool   `json:"restored,omitempty"` // the data came from this epoch, which another appliance wrote
	Appliance string `json:"appliance,omitempty"`

	// From is the nonce of the epoch that the data was promoted from, until something was copied into this one; empty for others.
	From string `json:"from,omitempty"`

	// Marks are the times of the watermark that was written last, and of the one that may have been written after it.
	Marks []time.Time `json:"marks,omitempty"`

	Machine string `json:"machine,omitempty"` // this data directory in this run of the machine

	Sheet  string    `json:"sheet,omitempty"`  // that the epoch is sealed with; empty for none
	Number int64     `json:"number,omitempty"` // of the last watermark
	Keys   *sentKeys `json:"keys,omitempty"`   // of the appliance, as they were sealed for the sheet alone
}

// sentKeys are the keys of the appliance at a target, which it cannot read there.
type sentKeys struct {
	Number      int64  `json:"number"`      // grows with each change
	Fingerprint string `json:"fingerprint"` // of the keys
	Hash        string `json:"hash"`        // of what was stored
}

// rollback is an older state that a target showed.
type rollback struct {
	Seen time.Time `json:"seen"`
	Old  time.Time `json:"old"` // of the watermark that was there
	New  time.Time `json:"new"` // of the one that had been written
}

const recordFile = "copy.json"

// loadRecord returns what is remembered in a directory; nil for nothing.
func loadRecord(dir string) (*record, error) {
	b, err := os.ReadFile(filepath.Join(dir, recordFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var r record
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, fmt.Errorf("read what is remembered of the backup target: %w", err)
	}
	r.saved = r.Held.Nonce
	return &r, nil
}

// findRecord returns what is remembered of a copy under another name of its target, in the neighbors of a directory: a disk
// is mounted elsewhere, or data was restored under another name. It is nil for nothing.
func findRecord(dir string, there *holdings) (*record, error) {
	others, err := filepath.Glob(filepath.Join(filepath.Dir(dir), "*", recordFile))
	if err != nil {
		return nil, err
	}
	for _, name := range others {
		r, err := loadRecord(filepath.Dir(name))
		if err != nil || r == nil {
			continue // of another target, and no reason to refuse this one
		}
		if (r.Copy == there.id.Copy || there.id.Copy == "") && (there.last() == nil || r.isUnchanged(there)) {
			r.saved = ""
			return r, nil
		}
	}
	return nil, nil
}

// isUnchanged reports whether a target is as whoever keeps the record left it.
func (r *record) isUnchanged(there *holdings) bool {
	for _, h := range []*heldEpoch{&r.Held, r.Pending} {
		if h != nil && h.matches(there.last()) && h.hasWritten(there.mark) {
			return true
		}
	}
	return false
}

// errSuperseded reports that the target was taken anew for this data directory meanwhile, by a person who adopted it.
var errSuperseded = errors.New("the backup target was adopted anew; restart the appliance")

// save stores the record so that it survives a power cut.
func (r *record) save(dir string) error {
	there, err := loadRecord(dir)
	if err != nil {
		return err
	}
	if there != nil && r.saved != "" && there.Held.Nonce != r.saved {
		return errSuperseded
	}
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "*"+partial)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, recordFile))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("remember the backup target: %w", err), os.Remove(f.Name()))
	}
	r.saved = r.Held.Nonce
	return syncDir(os.Open(dir))
}

// hasWritten reports whether a watermark is one that this appliance wrote last.
func (h *heldEpoch) hasWritten(m *Watermark) bool {
	if m == nil {
		return true // the epoch was taken, and nothing was copied yet
	}
	if m.Damaged { // whoever goes on with an epoch begins with a list of its own
		return slices.ContainsFunc(h.Marks, func(at time.Time) bool { return !at.Before(m.Time) })
	}
	return slices.ContainsFunc(h.Marks, m.Time.Equal)
}

// rollbackAt says how much older a watermark is than the one that was written last; nil when it is not.
func (h *heldEpoch) rollbackAt(m *Watermark) *rollback {
	if m == nil || m.Damaged || h.Restored || len(h.Marks) == 0 || h.hasWritten(m) || !m.Time.Before(h.Marks[0]) {
		return nil
	}
	return &rollback{Seen: time.Now().UTC(), Old: m.Time, New: h.Marks[0]}
}

func (h *heldEpoch) matches(c *Claim) bool {
	return c != nil && h.Epoch == c.Epoch && h.Nonce == c.Nonce && h.Sheet == c.Sheet
}

// machineID names this data directory in this run of the machine. A copy of the directory has another one, and so has a
// machine that was copied, as it starts by itself.
func machineID(database string) (string, error) {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "", fmt.Errorf("ask for the run of the machine: %w", err)
	}
	var s unix.Statx_t
	if err := unix.Statx(unix.AT_FDCWD, database, 0, unix.STATX_INO|unix.STATX_BTIME, &s); err != nil {
		return "", fmt.Errorf("ask which file the database is: %w", err)
	}
	return fmt.Sprintf("%s %d:%d %d %d.%d", strings.TrimSpace(string(boot)), s.Dev_major, s.Dev_minor, s.Ino, s.Btime.Sec,
		s.Btime.Nsec), nil
}
