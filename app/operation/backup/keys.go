package backup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"anbar/app/operation/backup/seal"
)

// sealedKeys are the keys of the appliance as only the recovery sheet opens them.
type sealedKeys struct {
	Number  int64  `json:"number"` // grows with each change, so that replaced keys cannot come back unnoticed
	Secrets []byte `json:"secrets"`
}

func (c *Copier) keysNumber() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k := c.grant.record.Held.Keys; k != nil {
		return k.Number
	}
	return 0
}

// hasKeys reports whether the target has the keys of the appliance. Sealed ones cannot be read here: they are those if they are what was
// stored, of the same keys.
func (c *Copier) hasKeys(ctx context.Context, keys []byte) (bool, error) {
	there, err := getBytes(ctx, c.target, c.grant.claim.folder()+secretsName)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errDamaged) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	by, err := findSealer(c.target, c.grant.claim.Sheet)
	if err != nil || by == nil {
		return bytes.Equal(keys, there), err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	sent := c.grant.record.Held.Keys
	return sent != nil && sent.Fingerprint == by.Fingerprint(keys) && sent.Hash == hashOf(there), nil
}

// putKeys stores the keys of the appliance in the epoch.
func (c *Copier) putKeys(ctx context.Context, keys []byte) error {
	key := c.grant.claim.folder() + secretsName
	by, err := findSealer(c.target, c.grant.claim.Sheet)
	if err != nil || by == nil {
		return errors.Join(err, c.target.Put(ctx, key, bytes.NewReader(keys), int64(len(keys))))
	}
	number := c.keysNumber() + 1
	plain, err := json.Marshal(sealedKeys{Number: number, Secrets: keys})
	if err != nil {
		return err
	}
	b, err := sealAlone(by, plain)
	if err != nil {
		return err
	}
	if err := c.target.Put(ctx, key, bytes.NewReader(b), int64(len(b))); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.grant.record.Held.Keys = &sentKeys{Number: number, Fingerprint: by.Fingerprint(keys), Hash: hashOf(b)}
	return c.grant.record.save(c.owner.dir)
}

// readKeys returns the keys of the appliance that an epoch has.
func readKeys(ctx context.Context, t Target, s *source, sheet *seal.Sheet) ([]byte, error) {
	key := s.claim.folder() + secretsName
	b, err := getBytes(ctx, t, key)
	if err != nil || s.claim.Sheet == "" {
		return b, err
	}
	r, err := sheet.OpenAlone(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("%w: %s cannot be opened with the recovery sheet: %w", errDamaged, key, err)
	}
	if b, err = io.ReadAll(r); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errDamaged, key, err)
	}
	var k sealedKeys
	if err := json.Unmarshal(b, &k); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errDamaged, key, err)
	}
	if k.Number < s.keys {
		return nil, fmt.Errorf("%w: %s is an older one than the copies need: somebody put keys back that had been replaced",
			errDamaged, key)
	}
	return k.Secrets, nil
}
