package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/outward"
	"anbar/app/base/vault"
	"anbar/app/drive/imports"
	"anbar/app/drive/imports/source"
	"anbar/db"
)

// Service signs people in to other servers, and opens these for the engine.
type Service struct {
	db      *db.DB
	vault   *vault.Vault
	http    *http.Client
	log     *slog.Logger
	limiter *limits.Limiter // requests of one person to servers
}

// NewService makes the service. The guard reaches addresses that users entered.
func NewService(d *db.DB, v *vault.Vault, guard outward.Guard, log *slog.Logger) *Service {
	asks := limits.NewLimiter(limits.RemoteAskPause, limits.RemoteAsks)
	return &Service{db: d, vault: v, http: guard.NewClient(limits.ImportHead, limits.ImportIdle), log: log, limiter: asks}
}

// Kinds are the kinds of sources that the service opens.
func (s *Service) Kinds() map[string]imports.Kind {
	return map[string]imports.Kind{
		imports.Nextcloud: {Open: s.openSource, ReadRequest: s.readLoginRequest, CanRepeat: true},
		imports.WebDAV:    {Open: s.openSource, ReadRequest: s.readWebDAVRequest, CanRepeat: true},
	}
}

// origin is where an import reads from. The database looks for the login in it.
type origin struct {
	Login   string `json:"login,omitempty"` // the number of the app password
	Address string `json:"address"`
	User    string `json:"user"`
}

// checkRate refuses a person who sends too many requests to a server.
func (s *Service) checkRate(who access.Actor) error { return s.limiter.Allow(who.User.String()) }

// readLoginRequest begins an import from a server that the person signed in to.
func (s *Service) readLoginRequest(ctx context.Context, who access.Actor, in *imports.Request) (*imports.Origin, error) {
	if in.Nextcloud == nil {
		return nil, fault.Field("nextcloud", fault.Required)
	}
	var id db.ImportLoginID
	if id.UnmarshalText([]byte(in.Nextcloud.Login)) != nil {
		return nil, fault.InvalidID
	}
	l, err := s.claimLogin(ctx, who, id)
	if err != nil {
		return nil, err
	}
	password, err := s.vault.Open(l.Sealed, loginVaultPurpose(l.ID), l.Address)
	if err != nil {
		return nil, fault.ImportSourceDenied.Because(err) // the keys of the appliance are others now
	}
	return &imports.Origin{
		Title: titleOf(l.Address), Secret: password,
		Place: origin{Login: strconv.FormatInt(int64(l.ID), 10), Address: l.Address, User: l.Name},
	}, nil
}

// claimLogin returns a login that its person approved, and keeps it as one that an import uses.
func (s *Service) claimLogin(ctx context.Context, who access.Actor, id db.ImportLoginID) (l *db.ImportLogin, err error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (l *db.ImportLogin, err error) {
		if l, err = loadLogin(tx.ReadOnly(), who, id); err != nil {
			return l, err
		}
		if l.Name == "" || !tx.Now.Before(l.ExpiresAt) {
			return l, fault.InvalidID
		}
		l.Used, l.ExpiresAt = true, tx.Now.Add(limits.RemoteLoginClaim)
		return l, tx.UpdateImportLogin(l)
	})
}

// readWebDAVRequest begins an import from a directory by WebDAV, whose address and password it tries first.
func (s *Service) readWebDAVRequest(ctx context.Context, who access.Actor, in *imports.Request) (*imports.Origin, error) {
	if in.WebDAV == nil {
		return nil, fault.Field("webdav", fault.Required)
	}
	if len(in.WebDAV.User)+len(in.WebDAV.Password) > limits.RemoteSecret {
		return nil, fault.Field("password", fault.TooLong)
	}
	u, err := parseAddress(in.WebDAV.URL)
	if err != nil {
		return nil, err
	}
	if err := s.checkRate(who); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, limits.RemotePatience)
	defer cancel()
	src, err := New(ctx, Options{Address: u.String(), User: in.WebDAV.User, Password: in.WebDAV.Password, HTTP: s.http})
	if err != nil {
		return nil, toConnectionFault(err)
	}
	return &imports.Origin{
		Title: titleOf(u.String()), Secret: in.WebDAV.Password, Place: origin{Address: u.String(), User: in.WebDAV.User},
	}, src.Close()
}

// toConnectionFault is the fault that a person gets who waits for the answer.
func toConnectionFault(err error) error {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f
	}
	found := outward.FaultOf(err, fault.ConnectionAnswer)
	if errors.Is(found, fault.ConnectionName) { // else the answers would tell which names the inner network has
		found = fault.ImportAddress
	}
	return found.Because(err)
}

func titleOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Hostname()
}

// openSource opens the source of an import.
func (s *Service) openSource(ctx context.Context, imp *imports.Import) (source.Source, error) {
	var p origin
	if err := json.Unmarshal([]byte(imp.Origin), &p); err != nil {
		return nil, fmt.Errorf("read the origin of an import: %w", err)
	}
	u, err := db.Get(ctx, s.db, func(v *db.View) (*db.User, error) { return v.UserByID(imp.User) })
	if err != nil {
		return nil, err
	}
	return New(ctx, Options{Address: p.Address, User: p.User, Password: imp.Secret, Tags: tagsTitle(u.Language), HTTP: s.http})
}

// tagsTitle is the title of the custom field that tags become.
func tagsTitle(language string) string {
	if language == "en" {
		return "Tags"
	}
	return "برچسب‌ها"
}

// RevokeUnused gives app passwords back that nobody needs any more: of questions that were not answered in time, and of imports
// that are forgotten or cancelled.
func (s *Service) RevokeUnused(ctx context.Context) error {
	all, err := db.Get(ctx, s.db, func(v *db.View) ([]db.ImportLogin, error) {
		return v.ImportLoginsEnding(time.Now(), limits.RemoteRevokeBatch)
	})
	for i := range all {
		if err == nil {
			err = s.revokeLogin(ctx, &all[i])
		}
	}
	return err
}

func (s *Service) revokeLogin(ctx context.Context, l *db.ImportLogin) error {
	failed := s.callRevoke(ctx, l)
	if failed != nil {
		s.log.Warn("an app password is not given back yet", "server", titleOf(l.Address), "tries", l.Tries+1, "error", failed)
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if failed == nil || l.Tries >= limits.RemoteRevokeTries {
			return tx.DeleteImportLogin(l.ID)
		}
		l.Tries++
		l.ExpiresAt = tx.Now.Add(limits.RemoteRevokePause << (l.Tries - 1))
		return tx.UpdateImportLogin(l)
	})
}

func (s *Service) callRevoke(ctx context.Context, l *db.ImportLogin) error {
	if l.Name == "" {
		return nil
	}
	password, err := s.vault.Open(l.Sealed, loginVaultPurpose(l.ID), l.Address)
	if err != nil {
		return nil // it cannot be read any more, with the keys of another appliance
	}
	ctx, cancel := context.WithTimeout(ctx, limits.RemotePatience)
	defer cancel()
	return RevokePassword(ctx, s.http, l.Address, &Credentials{l.Name, password})
}

func loginVaultPurpose(id db.ImportLoginID) string { return "import login " + id.String() }
