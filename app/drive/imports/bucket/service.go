package bucket

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/outward"
	"anbar/app/base/vault"
	"anbar/app/drive/imports"
	"anbar/app/drive/imports/source"
	"anbar/db"
)

// Service is the object storages of people.
type Service struct {
	db      *db.DB
	vault   *vault.Vault
	guard   outward.Guard
	limiter *limits.Limiter // lists of buckets that one person asks for
}

// New makes the service.
func New(d *db.DB, v *vault.Vault, g outward.Guard) *Service {
	return &Service{db: d, vault: v, guard: g, limiter: limits.NewLimiter(limits.RemoteAskPause, limits.RemoteAsks)}
}

// Kind is what the engine has to know of buckets.
func (s *Service) Kind() imports.Kind {
	return imports.Kind{Open: s.openSource, CheckResume: checkResume, OnDone: s.markImported}
}

// origin is where an import reads from. The keys are those that its person has when it does.
type origin struct {
	Endpoint string `json:"endpoint"`
	Region   string `json:"region"`
	Bucket   string `json:"bucket"`
	Spent    bool   `json:"spent,omitempty"` // the workspace was imported from it
}

func decodeOrigin(imp *db.Import) (*origin, error) {
	var p origin
	if err := json.Unmarshal([]byte(imp.Origin), &p); err != nil {
		return nil, fmt.Errorf("read the bucket of import %s: %w", imp.ID, err)
	}
	return &p, nil
}

func (s *Service) openSource(ctx context.Context, imp *imports.Import) (source.Source, error) {
	p, err := decodeOrigin(&imp.Import)
	if err != nil {
		return nil, err
	}
	a, err := s.loadAccount(ctx, imp.User)
	if errors.Is(err, fault.InvalidID) || err == nil && (a.Endpoint != p.Endpoint || a.Region != p.Region) {
		return nil, fault.ImportSourceDenied.Because(errors.New("the keys of the import were removed"))
	}
	if err != nil {
		return nil, err
	}
	return Open(ctx, a, s.guard, p.Bucket)
}

// markImported notes that the one bucket of a workspace was imported.
func (s *Service) markImported(tx *db.Tx, imp *db.Import) error {
	p, err := decodeOrigin(imp)
	if err != nil {
		return err
	}
	p.Spent = true
	origin, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("write the bucket of import %s: %w", imp.ID, err)
	}
	imp.Origin = string(origin)
	return tx.PutImportedBucket(imp.Space, imp.Title)
}

// checkResume lets only one import of a workspace go on: the one that it was imported by, and before that any while no other is under way.
func checkResume(v *db.View, imp *db.Import) error {
	p, err := decodeOrigin(imp)
	if err != nil || p.Spent {
		return err
	}
	done, err := v.ImportedBucket(imp.Space)
	if err != nil || done != "" {
		return cmp.Or(err, error(fault.ImportOnce))
	}
	last, err := v.LastImportOf(imp.Space, imports.Bucket)
	if err == nil && isActive(last) && last.ID != imp.ID {
		err = fault.ImportRunning
	}
	return err
}

const vaultPurpose = "object storage of "

// loadAccount returns the object storage of a person; InvalidID without one.
func (s *Service) loadAccount(ctx context.Context, user db.UserID) (*Account, error) {
	row, err := db.Get(ctx, s.db, func(v *db.View) (*db.BucketAccount, error) { return v.BucketAccountOf(user) })
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	secret, err := s.vault.Open(row.Sealed, vaultPurpose+user.String(), row.Endpoint)
	if err != nil {
		return nil, fault.ImportSourceDenied.Because(err) // the keys of the appliance are others now
	}
	return &Account{Endpoint: row.Endpoint, Region: row.Region, AccessKey: row.AccessKey, SecretKey: secret}, nil
}

const (
	maxAddress = 500
	maxKey     = 500
	maxBucket  = 255
)

// storeAccount stores the object storage of a person, after a look whether it lets them in.
func (s *Service) storeAccount(ctx context.Context, who access.Actor, a *Account) error {
	if err := a.normalize(); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		return tx.PutBucketAccount(&db.BucketAccount{
			User: who.User, Endpoint: a.Endpoint, Region: a.Region, AccessKey: a.AccessKey,
			Sealed: s.vault.Seal(a.SecretKey, vaultPurpose+who.User.String(), a.Endpoint),
		})
	})
}

// normalize refuses an account that cannot be one, and writes its address as it is stored.
func (a *Account) normalize() error {
	wrong := fault.Fields{}
	if u, ok := outward.ParseAddress(a.Endpoint); !ok || len(a.Endpoint) > maxAddress {
		wrong.Add("endpoint", fault.InvalidValue)
	} else {
		a.Endpoint = u.String()
	}
	if len(a.Region) > maxKey {
		wrong.Add("region", fault.TooLong)
	}
	for field, key := range map[string]string{"access_key": a.AccessKey, "secret_key": a.SecretKey} {
		if key == "" {
			wrong.Add(field, fault.Required)
		}
		if len(key) > maxKey {
			wrong.Add(field, fault.TooLong)
		}
	}
	return wrong.Err()
}

// loadBuckets lists the buckets of a person.
func (s *Service) loadBuckets(ctx context.Context, who access.Actor) ([]Bucket, error) {
	a, err := s.loadAccount(ctx, who.User)
	if err != nil {
		return nil, err
	}
	if err := s.limiter.Allow(who.User.String()); err != nil {
		return nil, err
	}
	ctx, end := context.WithTimeout(ctx, limits.ImportAnswer)
	defer end()
	all, err := ListBuckets(ctx, a, s.guard)
	var known *fault.Fault
	if err != nil && !errors.As(err, &known) {
		err = fault.ImportSourceGone.Because(err)
	}
	return all, err
}
