package bucket

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/app/imports"
	"anbar/app/imports/source"
	"anbar/app/limits"
	"anbar/app/outward"
	"anbar/app/vault"
	"anbar/db"
)

// Service is the object storages of people.
type Service struct {
	db    *db.DB
	vault *vault.Vault
	guard outward.Guard
	asks  *limits.Limiter // lists of buckets that one person asks for
}

// New makes the service.
func New(d *db.DB, v *vault.Vault, g outward.Guard) *Service {
	return &Service{d, v, g, limits.NewLimiter(limits.RemoteAskPause, limits.RemoteAsks)}
}

// Kind is what the engine has to know of buckets.
func (s *Service) Kind() imports.Kind {
	return imports.Kind{Open: s.open, MayResume: mayResume, Done: s.spend}
}

// place is where an import reads from. The keys are those that its person has when it does.
type place struct {
	Endpoint string `json:"endpoint"`
	Region   string `json:"region"`
	Bucket   string `json:"bucket"`
	Spent    bool   `json:"spent,omitempty"` // the workspace was imported from it
}

func placeOf(imp *db.Import) (*place, error) {
	var p place
	if err := json.Unmarshal([]byte(imp.Origin), &p); err != nil {
		return nil, fmt.Errorf("read the bucket of import %s: %w", imp.ID, err)
	}
	return &p, nil
}

func (s *Service) open(ctx context.Context, imp *imports.Import) (source.Source, error) {
	p, err := placeOf(&imp.Import)
	if err != nil {
		return nil, err
	}
	a, err := s.account(ctx, imp.User)
	if errors.Is(err, fault.InvalidID) || err == nil && (a.Endpoint != p.Endpoint || a.Region != p.Region) {
		return nil, fault.ImportSourceDenied.Because(errors.New("the keys of the import were removed"))
	}
	if err != nil {
		return nil, err
	}
	return Open(ctx, a, s.guard, p.Bucket)
}

// spend notes that the one bucket of a workspace was imported.
func (s *Service) spend(tx *db.Tx, imp *db.Import) error {
	p, err := placeOf(imp)
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

// mayResume lets only one import of a workspace go on: the one that it was imported by, and before that any while no other is under way.
func mayResume(v *db.View, imp *db.Import) error {
	p, err := placeOf(imp)
	if err != nil || p.Spent {
		return err
	}
	done, err := v.ImportedBucket(imp.Space)
	if err != nil || done != "" {
		return cmp.Or(err, error(fault.ImportOnce))
	}
	last, err := v.LastImportOf(imp.Space, imports.Bucket)
	if err == nil && underWay(last) && last.ID != imp.ID {
		err = fault.ImportRunning
	}
	return err
}

const use = "object storage of "

// account returns the object storage of a person; InvalidID without one.
func (s *Service) account(ctx context.Context, user db.UserID) (*Account, error) {
	var row *db.BucketAccount
	err := s.db.View(ctx, func(v *db.View) (err error) {
		row, err = v.BucketAccountOf(user)
		return err
	})
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	secret, err := s.vault.Open(row.Sealed, use+user.String(), row.Endpoint)
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

// connect stores the object storage of a person, after a look whether it lets them in.
func (s *Service) connect(ctx context.Context, who access.Actor, a *Account) error {
	if err := a.check(); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		return tx.PutBucketAccount(&db.BucketAccount{
			User: who.User, Endpoint: a.Endpoint, Region: a.Region, AccessKey: a.AccessKey,
			Sealed: s.vault.Seal(a.SecretKey, use+who.User.String(), a.Endpoint),
		})
	})
}

// check refuses an account that cannot be one, and writes its address as it is stored.
func (a *Account) check() error {
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

// buckets lists the buckets of a person.
func (s *Service) buckets(ctx context.Context, who access.Actor) ([]Bucket, error) {
	a, err := s.account(ctx, who.User)
	if err != nil {
		return nil, err
	}
	if err := s.asks.Allow(who.User.String()); err != nil {
		return nil, err
	}
	ctx, end := context.WithTimeout(ctx, limits.ImportAnswer)
	defer end()
	all, err := Buckets(ctx, a, s.guard)
	var known *fault.Fault
	if err != nil && !errors.As(err, &known) {
		err = fault.ImportSourceGone.Because(err)
	}
	return all, err
}
