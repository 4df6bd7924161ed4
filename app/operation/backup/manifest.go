package backup

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"anbar/blobstore"
)

// errDamaged reports something at a target that is not what was written there.
var errDamaged = errors.New("damaged at the backup target")

// Entry says where an object of the blob store is at a target, and what its bytes are.
type Entry struct {
	Size int64  `json:"size"`
	Hash string `json:"hash,omitempty"` // the first half of BLAKE3, as hex; empty where an earlier program copied it
	In   string `json:"in,omitempty"`   // folder of the epoch that has it, where that is not the manifest's own
}

// Manifest lists the objects of the blob store at one time, by their keys. Where Base is set
// it only says what changed since the manifest of that name.
type Manifest struct {
	Name     string           `json:"name"`
	Base     string           `json:"base,omitempty"`
	BaseHash string           `json:"base_hash,omitempty"`
	Time     time.Time        `json:"time"`
	Added    map[string]Entry `json:"added"`
	Removed  []string         `json:"removed,omitempty"`
}

// Watermark ties the database to the contents: whatever the database held
// before Time, every content it named is at the target, but for those in Pending.
type Watermark struct {
	Time     time.Time `json:"time"`
	Manifest string    `json:"manifest"`
	Hash     string    `json:"hash,omitempty"` // of the manifest
	Position uint64    `json:"position,omitempty"`
	Version  string    `json:"version"`          // of the program that wrote it
	Schema   int64     `json:"schema,omitempty"` // of its database

	// Pending are the keys of large contents that were still on their way, the first ones; PendingCount counts all.
	Pending      []string `json:"pending,omitempty"`
	PendingCount int      `json:"pending_count,omitempty"`
	PendingBytes int64    `json:"pending_bytes,omitempty"`

	Number int64  `json:"number,omitempty"` // grows with each one of the epoch
	Name   string `json:"name,omitempty"`   // of the appliance, where its claim does not tell
	Keys   int64  `json:"keys,omitempty"`   // the least number that the keys of the appliance have, which only the sheet opens

	Damaged bool `json:"-"` // it cannot be read; time and manifest are those of the newest list of contents
}

// key returns where an object is at the target.
func (e Entry) key(own *Claim, object string) string {
	switch {
	case isLarge(object):
		return own.root() + blobsAt + object
	case e.In != "":
		return own.root() + copiesAt + e.In + "/" + object
	case own.Epoch == 0:
		return blobsAt + object
	}
	return own.folder() + object
}

// hashOf is how objects and manifests are hashed.
func hashOf(b []byte) string { return halfDigest(blobstore.Sum(b)) }

// halfDigest is half of a digest: enough to know damage, and shorter lists.
func halfDigest(d blobstore.Digest) string { return hex.EncodeToString(d[:16]) }

func readWatermark(ctx context.Context, t Target, c *Claim) (Watermark, error) {
	var w Watermark
	err := getJSON(ctx, t, c.folder()+watermarkKey, &w)
	return w, err
}

// rebuildWatermark stands for a watermark that is damaged or gone: the newest list of contents was complete at its time. It is nil
// when there is no list.
func rebuildWatermark(ctx context.Context, t Target, c *Claim) (*Watermark, error) {
	names, err := manifestNames(ctx, t, c)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	newest := names[len(names)-1]
	at, err := time.Parse(nameForm, newest)
	if err != nil {
		return nil, fmt.Errorf("%w: the list of contents %s has no time: %w", errDamaged, newest, err)
	}
	return &Watermark{Time: at, Manifest: newest, Damaged: true}, nil
}

// findWatermark returns the watermark of an epoch, or what stands for it where it is damaged or gone; nil when nothing complete was
// copied.
func findWatermark(ctx context.Context, t Target, c *Claim) (*Watermark, error) {
	w, err := readWatermark(ctx, t, c)
	if errors.Is(err, errDamaged) || errors.Is(err, fs.ErrNotExist) {
		return rebuildWatermark(ctx, t, c)
	}
	return &w, err
}

// readManifest reads one manifest of an epoch. With a hash, it has to have that one.
func readManifest(ctx context.Context, t Target, c *Claim, name, hash string) (*Manifest, error) {
	key := c.folder() + manifestsAt + name + ".json"
	b, err := getBytes(ctx, t, key)
	if err != nil {
		return nil, fmt.Errorf("read the list of contents %s: %w", name, err)
	}
	if hash != "" && hashOf(b) != hash {
		return nil, fmt.Errorf("%w: the list of contents %s is not the one that was written", errDamaged, name)
	}
	if c.Epoch == 0 {
		return parseLegacyManifest(b)
	}
	var m Manifest
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, fmt.Errorf("%w: the list of contents %s: %w", errDamaged, name, err)
	}
	return &m, nil
}

// readObjects returns the objects of a manifest, with those of the ones it builds on.
func readObjects(ctx context.Context, t Target, c *Claim, name, hash string) (map[string]Entry, error) {
	var chain []*Manifest
	for name != "" {
		m, err := readManifest(ctx, t, c, name, hash)
		if err != nil {
			return nil, err
		}
		if len(chain) > 2*maxDeltas {
			return nil, fmt.Errorf("%w: the lists of contents go round in a circle", errDamaged)
		}
		chain = append(chain, m)
		name, hash = m.Base, m.BaseHash
	}
	all := map[string]Entry{}
	for _, m := range slices.Backward(chain) {
		for _, k := range m.Removed {
			delete(all, k)
		}
		for k, e := range m.Added {
			all[k] = e
		}
	}
	return all, nil
}

const nameForm = "20060102T150405.000000000"

// manifestNames returns the names of all manifests of an epoch, oldest first. Other files are ignored.
func manifestNames(ctx context.Context, t Target, c *Claim) ([]string, error) {
	var names []string
	err := t.List(ctx, c.folder()+manifestsAt, func(key string, _ int64) error {
		name, is := strings.CutSuffix(path.Base(key), ".json")
		if _, err := time.Parse(nameForm, name); is && err == nil {
			names = append(names, name)
		}
		return nil
	})
	slices.Sort(names)
	return names, err
}

// manifestAt returns the name of the manifest with everything that the database named at a moment: the first one from
// then on, else the newest.
func manifestAt(names []string, at time.Time) string {
	first := at.UTC().Format(nameForm)
	i, _ := slices.BinarySearch(names, first)
	switch {
	case i < len(names):
		return names[i]
	case len(names) > 0:
		return names[len(names)-1]
	}
	return ""
}

// legacyManifest is what programs before epochs wrote.
type legacyManifest struct {
	Name    string    `json:"name"`
	Base    string    `json:"base"`
	Time    time.Time `json:"time"`
	Added   []string  `json:"added"`
	Removed []string  `json:"removed"`
}

const legacyWatermarkKey = watermarkKey

func parseLegacyManifest(b []byte) (*Manifest, error) {
	var old legacyManifest
	if err := json.NewDecoder(bytes.NewReader(b)).Decode(&old); err != nil {
		return nil, fmt.Errorf("%w: a list of contents: %w", errDamaged, err)
	}
	m := &Manifest{Name: old.Name, Base: old.Base, Time: old.Time, Removed: old.Removed, Added: map[string]Entry{}}
	for _, k := range old.Added {
		m.Added[k] = Entry{Size: -1}
	}
	return m, nil
}
