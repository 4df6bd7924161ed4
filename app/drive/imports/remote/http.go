package remote

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	way := []*fault.Fault{
		fault.ImportAddress, fault.ConnectionName, fault.ConnectionOwn, fault.ConnectionRefused, fault.ConnectionTimeout,
		fault.ConnectionTLS, fault.ConnectionAnswer, fault.TooManyRequests,
	}
	api.Handle(r, api.Op{
		Call: "POST /imports/nextcloud/login", Gate: api.Member, Fails: way,
		Does: "Ask a Nextcloud or another appliance for a page where you can allow this one to read your files there",
	}, s.handleBeginLogin)
	api.Handle(r, api.Op{
		Call: "GET /imports/nextcloud/login/{login_id}", Gate: api.Member, Fails: way,
		Does: "Whether you have allowed it there",
	}, s.handleGetLogin)
}

type beginIn struct {
	URL string `json:"url" doc:"of the server, or of a page of it"`
}

// LoginStart is a question to a person at another server.
type LoginStart struct {
	ID      db.ImportLoginID `json:"login_id"`
	Page    string           `json:"login_url" doc:"where you answer"`
	Product string           `json:"product" enum:"Nextcloud,ownCloud,Anbar"`
}

// SchemaName implements api.SchemaNamer.
func (LoginStart) SchemaName() string { return "ImportLogin" }

func (s *Service) handleBeginLogin(c *api.Call, in *beginIn) (*LoginStart, error) {
	if _, err := parseAddress(in.URL); err != nil {
		return nil, err
	}
	if err := s.checkRate(c.Who); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(c, limits.RemotePatience)
	defer cancel()
	asked, err := StartLogin(ctx, s.http, in.URL)
	if err != nil {
		return nil, err
	}
	l := &db.ImportLogin{
		ID: db.ImportLoginID(db.NewID()), User: c.Who.User, Address: asked.Address, Product: asked.Product, Page: asked.Page,
	}
	l.Sealed = s.vault.Seal(asked.Poll, loginVaultPurpose(l.ID), l.Address)
	err = s.db.Update(c, func(tx *db.Tx) error { return insertLogin(tx, l) })
	return &LoginStart{ID: l.ID, Page: l.Page, Product: l.Product}, err
}

// insertLogin stores a login that begins, unless the person has too many of them open.
func insertLogin(tx *db.Tx, l *db.ImportLogin) error {
	n, err := tx.CountImportLogins(l.User)
	if err != nil {
		return err
	}
	if n >= limits.RemoteLogins {
		return fault.TooManyRequests.After(time.Minute)
	}
	l.ExpiresAt = tx.Now.Add(limits.RemoteSignInLife)
	return tx.InsertImportLogin(l)
}

type stateIn struct {
	ID db.ImportLoginID `path:"login_id"`
}

// LoginState is how far a question has come.
type LoginState struct {
	State string  `json:"state" enum:"waiting,approved,expired"`
	User  *string `json:"user" doc:"your name at the server"`
	URL   string  `json:"url" doc:"of the server"`
}

// SchemaName implements api.SchemaNamer.
func (LoginState) SchemaName() string { return "ImportLoginState" }

func loadLogin(v *db.View, who access.Actor, id db.ImportLoginID) (*db.ImportLogin, error) {
	l, err := v.ImportLoginOf(who.User, id)
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	return l, err
}

func (s *Service) handleGetLogin(c *api.Call, in *stateIn) (*LoginState, error) {
	l, err := db.Get(c, s.db, func(v *db.View) (*db.ImportLogin, error) { return loadLogin(v, c.Who, in.ID) })
	if err != nil {
		return nil, err
	}
	if l.Name == "" && time.Now().Before(l.ExpiresAt) {
		if err := s.refreshLogin(c, l); err != nil {
			return nil, err
		}
	}
	switch {
	case !time.Now().Before(l.ExpiresAt) && !l.Used:
		return &LoginState{State: "expired", URL: l.Address}, nil
	case l.Name == "":
		return &LoginState{State: "waiting", URL: l.Address}, nil
	}
	return &LoginState{State: "approved", User: &l.Name, URL: l.Address}, nil
}

// refreshLogin asks the server whether the person has answered, and keeps the app password when they did.
func (s *Service) refreshLogin(c *api.Call, l *db.ImportLogin) error {
	if err := s.checkRate(c.Who); err != nil {
		return err
	}
	poll, err := s.vault.Open(l.Sealed, loginVaultPurpose(l.ID), l.Address)
	if err != nil {
		l.ExpiresAt = time.Time{} // the keys of the appliance are others now
		return nil
	}
	ctx, cancel := context.WithTimeout(c, limits.RemotePatience)
	defer cancel()
	given, err := PollLogin(ctx, s.http, l.Address, poll)
	if err != nil || given == nil {
		return err
	}
	l.Name, l.Sealed = given.User, s.vault.Seal(given.Password, loginVaultPurpose(l.ID), l.Address)
	return s.db.Update(context.WithoutCancel(c), func(tx *db.Tx) error { // it is given once
		l.ExpiresAt = tx.Now.Add(limits.RemoteLoginKept)
		return tx.UpdateImportLogin(l)
	})
}
