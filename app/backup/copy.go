package backup

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"anbar/blobstore"
)

// The layout of a target, beside the database's part:
//
//	blobs/FORMAT, blobs/packs/…, blobs/large/…   the objects of the blob store, each written once
//	manifests/<time>.json                        a Manifest: which objects make a whole
//	watermark.json                               a Watermark: the newest manifest, and what it covers
//	secrets                                      the keys of the appliance
const (
	blobsAt      = "blobs/"
	manifestsAt  = "manifests/"
	watermarkKey = "watermark.json"
	secretsKey   = "secrets"
)

// Manifest lists the objects of the blob store at one time. Where Base is set
// it only says what changed since the manifest of that name.
type Manifest struct {
	Name    string    `json:"name"`
	Base    string    `json:"base,omitempty"`
	Time    time.Time `json:"time"`
	Added   []string  `json:"added"`
	Removed []string  `json:"removed,omitempty"`
}

// Watermark ties the database to the contents: whatever the database held
// before Time, every content it named is at the target.
type Watermark struct {
	Time     time.Time `json:"time"`
	Manifest string    `json:"manifest"`
	Version  string    `json:"version"` // of the program that wrote it
}

// Copier keeps the contents' part of a target up to date.
type Copier struct {
	target  Target
	blobs   *blobstore.Store
	keep    time.Duration
	version string

	mu      sync.Mutex // one copy at a time
	known   map[string]bool
	ranges  map[string]map[int64]int64 // of packs at the target: where ranges begin and end
	last    Manifest                   // the newest manifest, with all its objects in known
	deltas  int
	written time.Time
}

// NewCopier makes a copier. Nothing is read or written yet.
func NewCopier(t Target, blobs *blobstore.Store, keep time.Duration, version string) *Copier {
	return &Copier{target: t, blobs: blobs, keep: keep, version: version}
}

// Report says what a copy did.
type Report struct {
	Objects int
	Bytes   int64
	Time    time.Time // every content that was named before then is at the target
}

const (
	maxDeltas = 200 // then a manifest is written whole again
	wholeAge  = 24 * time.Hour
)

// Copy brings the target up to date: first database, which returns once the
// target has every change of the database, then every content, then the
// watermark that says so.
func (c *Copier) Copy(ctx context.Context, database func(context.Context) error) (Report, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var r Report
	if err := c.learn(ctx); err != nil {
		return r, fmt.Errorf("see what %s has: %w", c.target, err)
	}
	if err := database(ctx); err != nil {
		return r, err
	}
	// A row is committed after its content is stored. So what the database held
	// before this moment names only contents that the walk below comes across.
	r.Time = time.Now().UTC()
	if err := c.blobs.Flush(ctx); err != nil {
		return r, err
	}
	now, err := c.copyObjects(ctx, &r)
	if err != nil {
		return r, fmt.Errorf("copy contents to %s: %w", c.target, err)
	}
	if err := c.publish(ctx, now, r.Time); err != nil {
		return r, fmt.Errorf("move the watermark of %s: %w", c.target, err)
	}
	return r, nil
}

// learn reads which objects the target has, unless that is known.
func (c *Copier) learn(ctx context.Context) error {
	if c.known != nil {
		return nil
	}
	c.known, c.ranges = map[string]bool{}, map[string]map[int64]int64{}
	err := c.target.List(ctx, blobsAt, func(key string, _ int64) error {
		c.know(strings.TrimPrefix(key, blobsAt))
		return nil
	})
	if err != nil {
		c.known = nil
	}
	c.deltas = maxDeltas // the first manifest of a process is a whole one
	return err
}

// copyObjects copies what the target lacks and returns all keys of now.
func (c *Copier) copyObjects(ctx context.Context, r *Report) (map[string]bool, error) {
	now := map[string]bool{}
	for o, err := range c.blobs.Objects(ctx) {
		if err != nil {
			return nil, err
		}
		for _, p := range c.missing(o, now) {
			if err := c.copyPiece(ctx, o, p); err != nil {
				return nil, err
			}
			c.know(p.key)
			r.Objects++
			r.Bytes += p.to - p.from
		}
	}
	return now, nil
}

// piece is a stretch of an object that goes to the target under a key of its own.
type piece struct {
	key      string
	from, to int64
}

// missing returns what of an object the target lacks, and notes in now under
// which keys the whole of it is there afterwards. A pack that was copied in
// ranges while it grew stays in ranges when it is sealed: only its end is new.
func (c *Copier) missing(o blobstore.Object, now map[string]bool) []piece {
	if c.known[o.Key] {
		now[o.Key] = true
		return nil
	}
	id, sealed := sealedPack(o.Key)
	if !sealed || len(c.ranges[id]) == 0 {
		now[o.Key] = true
		return []piece{{o.Key, 0, o.Size}}
	}
	at := int64(0)
	for to := c.ranges[id][at]; to > at && to <= o.Size; to = c.ranges[id][at] {
		now[rangeKey(id, at, to)] = true
		at = to
	}
	if at == o.Size {
		return nil
	}
	end := rangeKey(id, at, o.Size)
	now[end] = true
	return []piece{{end, at, o.Size}}
}

func rangeKey(id string, from, to int64) string { return fmt.Sprintf("packs/%s/%d-%d", id, from, to) }

// sealedPack returns the number of the pack that a key stands for as a whole.
func sealedPack(key string) (string, bool) {
	name, ok := strings.CutSuffix(strings.TrimPrefix(key, "packs/"), ".pk")
	id, _, _ := strings.Cut(name, "-")
	return id, ok && strings.HasPrefix(key, "packs/")
}

// know notes that the target has a key.
func (c *Copier) know(key string) {
	c.known[key] = true
	parts := strings.Split(key, "/")
	if len(parts) != 3 || parts[0] != "packs" {
		return
	}
	var from, to int64
	if n, err := fmt.Sscanf(parts[2], "%d-%d", &from, &to); err != nil || n != 2 {
		return
	}
	if c.ranges[parts[1]] == nil {
		c.ranges[parts[1]] = map[int64]int64{}
	}
	c.ranges[parts[1]][from] = max(to, c.ranges[parts[1]][from])
}

func (c *Copier) copyPiece(ctx context.Context, o blobstore.Object, p piece) error {
	in, err := o.Open()
	if err != nil {
		return err
	}
	if _, err = io.CopyN(io.Discard, in, p.from); err == nil {
		err = c.target.Put(ctx, blobsAt+p.key, io.LimitReader(in, p.to-p.from), p.to-p.from)
	}
	return errors.Join(err, in.Close())
}

// publish writes what changed since the last manifest, and the watermark.
func (c *Copier) publish(ctx context.Context, now map[string]bool, at time.Time) error {
	m := c.manifest(now, at)
	if m.Base != "" && len(m.Added)+len(m.Removed) == 0 {
		return c.putJSON(ctx, watermarkKey, Watermark{at, c.last.Name, c.version})
	}
	if err := c.putJSON(ctx, manifestsAt+m.Name+".json", m); err != nil {
		return err
	}
	if m.Base == "" {
		c.deltas, c.written = 0, at
	}
	c.deltas++
	c.last = Manifest{Name: m.Name, Time: at, Added: keysOf(now)}
	return c.putJSON(ctx, watermarkKey, Watermark{at, m.Name, c.version})
}

// manifest lists the keys of now: what differs from the last manifest, or all of them
// when it is time for a whole one.
func (c *Copier) manifest(now map[string]bool, at time.Time) Manifest {
	m := Manifest{Name: at.Format("20060102T150405.000000000"), Time: at}
	before := map[string]bool{}
	if c.deltas < maxDeltas && at.Sub(c.written) < wholeAge {
		m.Base = c.last.Name
		before = set(c.last.Added)
	}
	for k := range now {
		if !before[k] {
			m.Added = append(m.Added, k)
		}
	}
	for k := range before {
		if !now[k] {
			m.Removed = append(m.Removed, k)
		}
	}
	slices.Sort(m.Added)
	return m
}

func (c *Copier) putJSON(ctx context.Context, key string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return c.target.Put(ctx, key, bytes.NewReader(b), int64(len(b)))
}

// Prune removes objects and manifests that no moment within the kept time
// needs.
func (c *Copier) Prune(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	all, err := readManifests(ctx, c.target)
	if err != nil || len(all) == 0 {
		return err
	}
	limit := time.Now().Add(-c.keep)
	first := 0 // the oldest manifest that is needed: the last whole one before the limit
	for i, m := range all {
		if m.Base == "" && m.Time.Before(limit) {
			first = i
		}
	}
	needed := map[string]bool{}
	for _, m := range all[first:] {
		for _, k := range m.Added {
			needed[blobsAt+k] = true
		}
	}
	var gone []string
	err = c.target.List(ctx, blobsAt, func(key string, _ int64) error {
		if !needed[key] {
			gone = append(gone, key)
		}
		return nil
	})
	for _, m := range all[:first] {
		gone = append(gone, manifestsAt+m.Name+".json")
	}
	for _, key := range gone {
		if err == nil {
			err = c.target.Delete(ctx, key)
			delete(c.known, strings.TrimPrefix(key, blobsAt))
		}
	}
	return err
}

// readManifests returns all manifests, oldest first.
func readManifests(ctx context.Context, t Target) ([]Manifest, error) {
	var names []string
	err := t.List(ctx, manifestsAt, func(key string, _ int64) error {
		names = append(names, strings.TrimSuffix(path.Base(key), ".json"))
		return nil
	})
	var all []Manifest
	for _, n := range names {
		if err != nil {
			break
		}
		var m Manifest
		err = getJSON(ctx, t, manifestsAt+n+".json", &m)
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b Manifest) int { return cmp.Compare(a.Name, b.Name) })
	return all, err
}

// objectsOf returns the keys of a manifest, with those of the ones it builds on.
func objectsOf(ctx context.Context, t Target, name string) ([]string, error) {
	var chain []Manifest
	for name != "" {
		var m Manifest
		if err := getJSON(ctx, t, manifestsAt+name+".json", &m); err != nil {
			return nil, fmt.Errorf("read the list of contents %s: %w", name, err)
		}
		chain = append(chain, m)
		name = m.Base
	}
	all := map[string]bool{}
	for _, m := range slices.Backward(chain) {
		for _, k := range m.Removed {
			delete(all, k)
		}
		for _, k := range m.Added {
			all[k] = true
		}
	}
	return keysOf(all), nil
}

func readWatermark(ctx context.Context, t Target) (Watermark, error) {
	var w Watermark
	err := getJSON(ctx, t, watermarkKey, &w)
	return w, err
}

func getJSON(ctx context.Context, t Target, key string, into any) error {
	r, err := t.Get(ctx, key)
	if err != nil {
		return err
	}
	b, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		return err
	}
	return json.Unmarshal(b, into)
}

func set(keys []string) map[string]bool {
	m := make(map[string]bool, len(keys))
	for _, k := range keys {
		m[k] = true
	}
	return m
}

func keysOf(m map[string]bool) []string {
	all := make([]string, 0, len(m))
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}
