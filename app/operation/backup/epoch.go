package backup

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The layout of a target:
//
//	copy.json                            an Identity: which target this is
//	epochs/<number>.json                 a Claim: who writes the epoch of that number, created once
//	copies/<number>-<nonce>/             what the writer of the epoch wrote:
//	  db/…                               the database, as Litestream keeps it
//	  packs/…, FORMAT                    objects of the blob store that hold small contents
//	  manifests/<time>.json              a Manifest: which objects make a whole, with sizes and hashes
//	  watermark.json                     a Watermark: the newest manifest, and what it covers
//	  lease.json                         where another machine may take over: whether the writer still acknowledges changes (lease.go)
//	  secrets                            the keys of the appliance
//	blobs/large/…                        large contents, named by their hash, which all epochs share
//	sealed/<sheet>/copies/…, blobs/…     the same for epochs that are sealed with a recovery sheet: encrypted, and without the hashes in
//	                                     the names (sealed.go)
//
// Whoever takes a target over begins the next epoch and changes nothing of the earlier ones. A writer that was stopped in
// between and goes on writes into its own epoch, so it cannot mix with that of its successor.
//
// Targets of earlier programs have no epochs; they are read as epoch 0.
const (
	identityKey  = "copy.json"
	epochsAt     = "epochs/"
	copiesAt     = "copies/"
	blobsAt      = "blobs/"
	largeAt      = "large/"
	manifestsAt  = "manifests/"
	watermarkKey = "watermark.json"
	secretsName  = "secrets"
	databaseAt   = "db"

	layoutVersion = 3 // the newest that is known
	layoutClear   = 2
	layoutSealed  = 3 // an epoch is sealed: an earlier program would take it for an empty one
)

// Identity says which target this is, wherever it is mounted.
type Identity struct {
	Layout int       `json:"layout"`
	Copy   string    `json:"copy"` // random
	Made   time.Time `json:"made"`
}

// Claim says who writes an epoch.
type Claim struct {
	Epoch     int       `json:"epoch"`
	Appliance string    `json:"appliance"` // id of the installation
	Name      string    `json:"name"`      // of the appliance, for people
	Nonce     string    `json:"nonce"`
	Version   string    `json:"version"`
	Time      time.Time `json:"time"`

	// Sheet names the recovery sheet that the epoch is sealed with; empty for none. Proof shows that whoever wrote the claim has its keys.
	Sheet string `json:"sheet,omitempty"`
	Proof string `json:"proof,omitempty"`

	// Fenced says that the writer of the epoch acknowledges nothing before its folder has a lease.
	Fenced bool `json:"fenced,omitempty"`

	Damaged bool `json:"-"` // it cannot be read; number and nonce are those of its folder, and the rest is not known
}

func epochKey(n int) string { return fmt.Sprintf("%s%08d.json", epochsAt, n) }

// folder is where the epoch's objects are, with a slash at the end. Epochs of a target of an earlier program are below the top.
func (c *Claim) folder() string {
	if c.Epoch == 0 {
		return ""
	}
	return c.root() + copiesAt + c.folderName() + "/"
}

// root is what all epochs share that are sealed with the same sheet, or with none.
func (c *Claim) root() string { return rootOf(c.Sheet) }

func rootOf(sheet string) string {
	if sheet == "" {
		return ""
	}
	return sealedAt + sheet + "/"
}

func (c *Claim) folderName() string { return fmt.Sprintf("%08d-%s", c.Epoch, c.Nonce) }

// holdings is what a target holds.
type holdings struct {
	id      *Identity   // nil for none
	claims  []Claim     // of all epochs, the oldest first; that of a target of an earlier program has the number 0
	mark    *Watermark  // of the last epoch; nil for none
	secrets []byte      // of the last epoch, where no appliance is named
	damaged []string    // keys of what cannot be read of all this
	locked  *SheetError // the last epoch is sealed, and the keys are not here; nil otherwise
}

func (h *holdings) last() *Claim {
	if len(h.claims) == 0 {
		return nil
	}
	return &h.claims[len(h.claims)-1]
}

// isMixed reports whether there are epochs that are not sealed with a sheet.
func (h *holdings) isMixed(sheet string) bool {
	return slices.ContainsFunc(h.claims, func(c Claim) bool { return c.Sheet != sheet })
}

// countDamaged returns what is damaged of what says whose the copies of an epoch are, and of the epochs after it.
func (h *holdings) countDamaged(first int) []string {
	var all []string
	if h.id != nil && h.id.Copy == "" {
		all = append(all, identityKey)
	}
	for _, c := range h.claims[first:] {
		if c.Damaged {
			all = append(all, epochKey(c.Epoch))
		}
	}
	return all
}

// readHoldings looks who wrote to a target. What is damaged there is named, and stands in the way of nothing else.
func readHoldings(ctx context.Context, t Target) (*holdings, error) {
	var h holdings
	var id Identity
	err := getJSON(ctx, t, identityKey, &id)
	switch {
	case err == nil:
		h.id = &id
	case errors.Is(err, errDamaged):
		h.id, h.damaged = &Identity{}, []string{identityKey}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("read whose copy %s is: %w", t, err)
	}
	if id.Layout > layoutVersion {
		return nil, fmt.Errorf("%s was written by a newer version of Anbar: use that version, or a newer one", t)
	}
	if h.claims, err = readClaims(ctx, t); err != nil {
		return nil, err
	}
	for i := range h.claims {
		if h.claims[i].Damaged {
			h.damaged = append(h.damaged, epochKey(h.claims[i].Epoch))
		}
	}
	if last := h.last(); last != nil {
		m, err := readWatermark(ctx, t, last)
		switch {
		case err == nil:
			h.mark = &m
		case errors.As(err, &h.locked):
		case errors.Is(err, errDamaged):
			h.damaged = append(h.damaged, last.folder()+watermarkKey)
			if h.mark, err = rebuildWatermark(ctx, t, last); err != nil {
				return nil, err
			}
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
		if last.Epoch == 0 {
			if h.secrets, err = getBytes(ctx, t, secretsName); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
	}
	return &h, nil
}

// epochName is what the key of a claim looks like. File managers and network disks leave other files in directories.
var epochName = regexp.MustCompile(`^` + epochsAt + `([0-9]{8}|[1-9][0-9]{8})\.json$`)

// readClaims returns who wrote the epochs of a target, the oldest first.
func readClaims(ctx context.Context, t Target) ([]Claim, error) {
	var all []Claim
	if w, err := readWatermark(ctx, t, &Claim{}); err == nil || errors.Is(err, errDamaged) {
		all = append(all, Claim{Version: w.Version, Name: "Anbar"})
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var names []string
	err := t.List(ctx, epochsAt, func(key string, _ int64) error {
		if epochName.MatchString(key) {
			names = append(names, key)
		}
		return nil
	})
	// By their numbers: one that somebody planted may have more digits than the others.
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) })
	for _, key := range names {
		if err != nil {
			break
		}
		var c Claim
		var forged bool
		if err = getJSON(ctx, t, key, &c); err == nil {
			forged, err = isForged(t, &c)
		}
		if errors.Is(err, errDamaged) || err == nil && (forged || epochKey(c.Epoch) != key) {
			c, err = rebuildClaim(ctx, t, key)
		}
		all = append(all, c)
	}
	if err != nil {
		return nil, fmt.Errorf("read the epochs of %s: %w", t, err)
	}
	return all, nil
}

// rebuildClaim says of an epoch whose claim is damaged what its folder says: the number and the nonce.
func rebuildClaim(ctx context.Context, t Target, key string) (Claim, error) {
	c := Claim{Damaged: true, Name: "?"}
	number := strings.TrimSuffix(strings.TrimPrefix(key, epochsAt), ".json")
	var err error
	if c.Epoch, err = strconv.Atoi(number); err != nil || epochKey(c.Epoch) != key {
		return c, fmt.Errorf("%s is no epoch", key)
	}
	found := errors.New("found")
	for _, at := range []string{sealedAt, copiesAt} {
		err := t.List(ctx, at, func(key string, _ int64) error {
			before, rest, _ := strings.Cut(key, copiesAt)
			folder, _, _ := strings.Cut(rest, "/")
			if its, nonce, _ := strings.Cut(folder, "-"); its == number {
				c.Nonce, c.Sheet = nonce, strings.Trim(strings.TrimPrefix(before, sealedAt), "/")
				return found
			}
			return nil
		})
		if errors.Is(err, found) {
			break
		}
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

func randomHex(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // it never fails
	return hex.EncodeToString(b)
}

// maxDocument bounds documents of a target in memory. A manifest of a million large contents has about 150 MB.
const maxDocument = 1 << 30

func getBytes(ctx context.Context, t Target, key string) ([]byte, error) {
	r, err := t.Get(ctx, key)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(r, maxDocument))
	return b, errors.Join(err, r.Close())
}

// getJSON reads a document. It fails with errDamaged when that is not what putJSON or createJSON wrote.
func getJSON(ctx context.Context, t Target, key string, into any) error {
	b, err := getBytes(ctx, t, key)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, into); err != nil {
		return fmt.Errorf("%w: %s: %w", errDamaged, key, err)
	}
	// Documents of earlier programs have no sum.
	if i := bytes.LastIndex(b, []byte(sumAt)); i >= 0 && !bytes.Equal(b[i:], sumOf(b[:i])) {
		return fmt.Errorf("%w: %s", errDamaged, key)
	}
	return nil
}

// sumAt begins the last member of a document: the hash of all before it.
const sumAt = `,"sum":"`

func sumOf(b []byte) []byte { return []byte(sumAt + hashOf(b) + `"}`) }

func toJSON(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	open := bytes.TrimSuffix(b, []byte("}"))
	return append(open, sumOf(open)...), nil
}

func putJSON(ctx context.Context, t Target, key string, v any) error {
	b, err := toJSON(v)
	if err != nil {
		return err
	}
	return t.Put(ctx, key, bytes.NewReader(b), int64(len(b)))
}

// isLarge reports whether an object of the blob store is one that epochs share.
func isLarge(key string) bool { return strings.HasPrefix(key, largeAt) }

// createJSON stores a document under a key that does not exist; fs.ErrExist when it does.
func createJSON(ctx context.Context, t Target, key string, v any) error {
	b, err := toJSON(v)
	if err != nil {
		return err
	}
	return t.Create(ctx, key, b)
}
