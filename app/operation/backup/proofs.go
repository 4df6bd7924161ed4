package backup

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"anbar/blobstore"
)

// When each object of a target was last read back is kept beside the record of the target: the hash of its name and the time, 16 bytes
// for each. Where the file is damaged or gone, everything counts as never read.
const (
	proofsFile = "proofs"
	proofsHead = "anbar proofs 1\n"
)

// proofName stands for an object of a copy.
func (c *Copier) proofName(key string) uint64 {
	sum := blobstore.Sum([]byte(c.grant.record.Copy + " " + key))
	return binary.LittleEndian.Uint64(sum[:8])
}

// loadProofs reads when objects were read back, unless that is known.
func (c *Copier) loadProofs() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.proofs != nil {
		return
	}
	c.proofs = map[uint64]int64{}
	b, err := os.ReadFile(filepath.Join(c.owner.dir, proofsFile))
	body, sum := b[:max(len(b)-32, 0)], b[max(len(b)-32, 0):]
	rows, found := bytes.CutPrefix(body, []byte(proofsHead))
	if err != nil || !found || hashOf(body) != string(sum) || len(rows)%16 != 0 {
		return
	}
	for ; len(rows) > 0; rows = rows[16:] {
		c.proofs[binary.LittleEndian.Uint64(rows)] = int64(binary.LittleEndian.Uint64(rows[8:]))
	}
}

// provenAt returns when an object was last read back, and was what had been copied.
func (c *Copier) provenAt(key string) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.proofs[c.proofName(key)]; ok {
		return time.Unix(at, 0)
	}
	return time.Time{}
}

func (c *Copier) addProof(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.proofs[c.proofName(key)] = time.Now().Unix()
}

// dropProof is called when an object is sent again. The caller holds the lock.
func (c *Copier) dropProof(key string) { delete(c.proofs, c.proofName(key)) }

// leastProven returns the keys of objects, those first that were not read back for longest.
func (c *Copier) leastProven(want map[string]expectedObject) []string {
	type object struct {
		key string
		at  int64
	}
	all := make([]object, 0, len(want))
	c.mu.Lock()
	for key := range want {
		all = append(all, object{key, c.proofs[c.proofName(key)]})
	}
	c.mu.Unlock()
	slices.SortFunc(all, func(a, b object) int { return cmp.Or(cmp.Compare(a.at, b.at), strings.Compare(a.key, b.key)) })
	keys := make([]string, len(all))
	for i := range all {
		keys[i] = all[i].key
	}
	return keys
}

// saveProofs stores when the objects were read back that are to be there, and forgets the others.
func (c *Copier) saveProofs(want map[string]expectedObject) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	there := make(map[uint64]bool, len(want))
	oldest := int64(0)
	complete := true
	for key := range want {
		name := c.proofName(key)
		there[name] = true
		at, ok := c.proofs[name]
		complete = complete && ok
		if oldest == 0 || at < oldest {
			oldest = at
		}
	}
	maps.DeleteFunc(c.proofs, func(name uint64, _ int64) bool { return !there[name] })
	b := append(make([]byte, 0, len(proofsHead)+16*len(c.proofs)+32), proofsHead...)
	for name, at := range c.proofs {
		b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, name), uint64(at))
	}
	b = append(b, hashOf(b)...)
	if c.grant.record.Read.Whole = (time.Time{}); complete && len(want) > 0 {
		c.grant.record.Read.Whole = time.Unix(oldest, 0).UTC()
	}
	if c.grant.record.Read.First.IsZero() {
		c.grant.record.Read.First = time.Now().UTC().Truncate(time.Second)
	}
	if err := os.MkdirAll(c.owner.dir, 0o700); err != nil {
		return err
	}
	name := filepath.Join(c.owner.dir, proofsFile)
	if err := os.WriteFile(name+partial, b, 0o600); err != nil {
		return err
	}
	return errors.Join(os.Rename(name+partial, name), c.grant.record.save(c.owner.dir))
}

// provenShare returns the share of the bytes that were read back since a moment.
func (c *Copier) provenShare(want map[string]expectedObject, since time.Time) float64 {
	total, proven := int64(0), int64(0)
	for key, w := range want {
		size := max(w.entry.Size, 1)
		total += size
		if !c.provenAt(key).Before(since) {
			proven += size
		}
	}
	if proven == total {
		return 1
	}
	return min(float64(proven)/float64(total), 0.999)
}
