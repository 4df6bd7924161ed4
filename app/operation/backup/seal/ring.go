package seal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Ring holds the keys of the sheets that an appliance has, in a file of its data directory. Only sheets of which a person proved that
// they have them are in it. Another process may add one meanwhile.
type Ring struct {
	path string

	mu      sync.Mutex
	read    os.FileInfo // the file as it was read last; nil for none
	sealers []*Sealer   // the oldest first
}

type ringFile struct {
	Sheets []Keys `json:"sheets"`
}

// OpenRing holds the keys in a file; there may be none yet. The file is read when they are needed.
func OpenRing(path string) *Ring { return &Ring{path: path} }

// NewRing holds the keys of one sheet, and no file.
func NewRing(k *Keys) (*Ring, error) {
	s, err := NewSealer(k)
	return &Ring{sealers: []*Sealer{s}}, err
}

func (r *Ring) refresh() error {
	if r.path == "" {
		return nil
	}
	info, err := os.Stat(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		r.read, r.sealers = nil, nil
		return nil
	}
	if err != nil {
		return err
	}
	if r.read != nil && os.SameFile(r.read, info) && r.read.ModTime().Equal(info.ModTime()) {
		return nil
	}
	b, err := os.ReadFile(r.path)
	if err != nil {
		return err
	}
	var f ringFile
	if err := json.Unmarshal(b, &f); err != nil {
		return fmt.Errorf("%s is damaged: %w; remove it, and bring the keys back with \"anbar backup sheet --enter\"", r.path, err)
	}
	var all []*Sealer
	for i := range f.Sheets {
		s, err := NewSealer(&f.Sheets[i])
		if err != nil {
			return err
		}
		all = append(all, s)
	}
	r.read, r.sealers = info, all
	return nil
}

// Current returns the keys that new copies are sealed with; nil for none.
func (r *Ring) Current() (*Sealer, error) {
	if r == nil {
		return nil, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(); err != nil || len(r.sealers) == 0 {
		return nil, err
	}
	return r.sealers[len(r.sealers)-1], nil
}

// Find returns the keys of a sheet; nil for none.
func (r *Ring) Find(id string) (*Sealer, error) {
	if r == nil {
		return nil, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(); err != nil {
		return nil, err
	}
	for _, s := range r.sealers {
		if s.ID == id {
			return s, nil
		}
	}
	return nil, nil
}

// IDs returns the ids of all sheets, the oldest first.
func (r *Ring) IDs() (all []string, err error) {
	if r == nil {
		return nil, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(); err != nil {
		return nil, err
	}
	for _, s := range r.sealers {
		all = append(all, s.ID)
	}
	return all, nil
}

// Add stores the keys of a sheet. New copies are sealed with them from now on.
func (r *Ring) Add(k *Keys) error {
	return r.change(func(all []Keys) []Keys {
		return append(slices.DeleteFunc(all, func(o Keys) bool { return o.ID == k.ID }), *k)
	})
}

// Check notes that a person has a sheet in their hands.
func (r *Ring) Check(id string, at time.Time) error {
	return r.changeOne(id, func(k *Keys) { k.Checked = at.UTC().Truncate(time.Second) })
}

// Remember notes that people were reminded of a sheet.
func (r *Ring) Remember(id string, at time.Time) error {
	return r.changeOne(id, func(k *Keys) { k.Asked = at.UTC().Truncate(time.Second) })
}

func (r *Ring) changeOne(id string, fn func(*Keys)) error {
	return r.change(func(all []Keys) []Keys {
		for i := range all {
			if all[i].ID == id {
				fn(&all[i])
			}
		}
		return all
	})
}

// Enter stores the keys of a sheet that was made before. It is the current one only where there is no other.
func (r *Ring) Enter(k *Keys) error {
	return r.change(func(all []Keys) []Keys {
		if slices.ContainsFunc(all, func(o Keys) bool { return o.ID == k.ID }) {
			return all
		}
		return append([]Keys{*k}, all...)
	})
}

func (r *Ring) change(fn func([]Keys) []Keys) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	unlock, err := lockDir(filepath.Dir(r.path))
	if err != nil {
		return fmt.Errorf("keep the keys of the recovery sheet: %w", err)
	}
	defer unlock()
	r.read = nil // also what came in the same moment
	if err := r.refresh(); err != nil {
		return err
	}
	var f ringFile
	for _, s := range r.sealers {
		f.Sheets = append(f.Sheets, s.Keys)
	}
	f.Sheets = fn(f.Sheets)
	if err := writeRing(r.path, &f); err != nil {
		return fmt.Errorf("keep the keys of the recovery sheet: %w", err)
	}
	return r.refresh()
}

// lockDir waits until no other process changes keys in a directory: what one adds must not be lost by what another one notes.
func lockDir(dir string) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return func() { _ = d.Close() }, nil // which ends the lock
}

// writeRing replaces the file, for whoever owns its directory, so that a power cut leaves the old one or the new one.
func writeRing(path string, f *ringFile) error {
	b, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	t, err := os.CreateTemp(dir, "seal-*.partial")
	if err != nil {
		return err
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && os.Getuid() == 0 {
		err = t.Chown(int(owner.Uid), int(owner.Gid))
	}
	if err == nil {
		_, err = t.Write(b)
	}
	if err = errors.Join(err, t.Sync(), t.Close()); err == nil {
		err = os.Rename(t.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(t.Name()))
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
