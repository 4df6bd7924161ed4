// Package twofactor is the second step of a login: codes by text message, by mail or
// by an authenticator app, and the codes that help when those are lost.
package twofactor

import (
	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/sessions"
	"anbar/db"
)

// Service is the second steps of one appliance.
type Service struct {
	db       *db.DB
	sessions *sessions.Service
	audit    *audit.Log
	key      []byte // what is kept of authenticator apps is encrypted under it
}

// New makes the service. key encrypts the secrets of authenticator apps.
func New(d *db.DB, s *sessions.Service, events *audit.Log, key []byte) *Service {
	return &Service{db: d, sessions: s, audit: events, key: key}
}

// Enter begins a session for somebody who passed the first step, by method; or asks
// for the second one, when they have one that is not remembered on this browser.
func (s *Service) Enter(tx *db.Tx, u *db.User, from api.Origin, method string) (*sessions.LoginResult, error) {
	l, err := s.sessions.Begin(tx, u, from, method)
	if err != nil {
		return nil, err
	}
	return l.Result(), nil
}
