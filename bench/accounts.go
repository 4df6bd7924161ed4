package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"anbar/app"
	"anbar/app/base/api"
	"anbar/app/identity/accounts"
	argon "anbar/app/identity/password"
	"anbar/config"
	"anbar/db"
)

const (
	signIns     = 60
	signingIn   = 4 // at once
	audited     = 100_000
	auditAtOnce = 1000
)

// measureAccounts measures how people and programs come in.
func (r *run) measureAccounts() error {
	dir, err := r.newDirectory("accounts")
	if err != nil {
		return err
	}
	cfg := config.Serve{Storage: config.Storage{Data: filepath.Join(dir, "people")}, TLS: "off", Signup: "closed", Listen: "127.0.0.1:0"}
	p, err := app.New(context.Background(), cfg, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		return err
	}
	err = errors.Join(r.measureSignIns(p), p.Close(), r.measureAudit(filepath.Join(dir, "audit.db")))
	if err != nil {
		return err
	}
	return r.measureTokens(filepath.Join(dir, "data"))
}

// measureSignIns compares signing in with the one thing in it that has to be slow.
func (r *run) measureSignIns(p *app.App) error {
	if _, err := p.Accounts.Create(context.Background(), accounts.Person{
		FirstName: "Sara", LastName: "Rahimi", Email: "sara@example.org", Password: password,
	}); err != nil {
		return err
	}
	phc, err := argon.Hash(password)
	if err != nil {
		return err
	}
	var ratios []float64
	var seen time.Duration
	for round := range rounds {
		bare, err := runConcurrently(signIns, func(int) error {
			_, _, err := argon.Verify(phc, password)
			return err
		})
		if err != nil {
			return err
		}
		whole, err := runConcurrently(signIns, func(i int) error {
			_, err := p.Accounts.SignIn(context.Background(), "sara@example.org", password, "", api.Origin{
				Address: fmt.Sprintf("192.0.%d.%d", round, i), Device: "bench",
			})
			return err
		})
		if err != nil {
			return err
		}
		ratios, seen = append(ratios, bare.Seconds()/whole.Seconds()), whole
	}
	r.addAtLeast("sign-ins a second, durable and in the audit log, over comparing the password alone", median(ratios), 0.85, "%.0f/s",
		signIns/seen.Seconds())
	return nil
}

// runConcurrently does something n times, some at once, and returns how long it took.
func runConcurrently(n int, do func(int) error) (time.Duration, error) {
	begin := time.Now()
	failed := make(chan error, n)
	var all sync.WaitGroup
	for worker := range signingIn {
		all.Go(func() {
			for i := worker; i < n; i += signingIn {
				if err := do(i); err != nil {
					failed <- err
				}
			}
		})
	}
	all.Wait()
	close(failed)
	return time.Since(begin), <-failed
}

// measureAudit measures how long it takes to prove a long audit log.
func (r *run) measureAudit(name string) error {
	d, err := db.Open(context.Background(), name)
	if err != nil {
		return err
	}
	for range audited / auditAtOnce {
		err := d.Update(context.Background(), func(tx *db.Tx) error {
			for range auditAtOnce {
				if err := tx.InsertAudit(&db.AuditEvent{
					Action: "sign_in", User: 1, By: 1, Address: "192.0.2.1", Device: "Firefox · Linux", Detail: `{"method":"password"}`,
				}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return errors.Join(err, d.Close())
		}
	}
	begin := time.Now()
	err = d.View(context.Background(), func(v *db.View) error {
		_, err := v.CheckAudit()
		return err
	})
	r.addAtMost(fmt.Sprintf("the audit log of %d events is proven, s", audited), time.Since(begin).Seconds(), 3,
		"every hash of the chain")
	begin = time.Now()
	if err == nil {
		err = d.View(context.Background(), func(v *db.View) error {
			_, _, err := v.Audit(db.AuditFilter{User: 1, Slice: db.Slice{After: []any{int64(audited / 2)}, Limit: 50}})
			return err
		})
	}
	r.addAtMost("a page of 50 out of its middle, ms", float64(time.Since(begin).Microseconds())/1000, 20, "of one account")
	return errors.Join(err, d.Close())
}

// measureTokens compares a call with an API token to the same call with a session.
func (r *run) measureTokens(data string) error {
	a, err := startFresh(data)
	if err != nil {
		return err
	}
	var made struct {
		Token string `json:"token"`
	}
	if err := a.call("POST", "/accounts/api-tokens", map[string]any{"name": "bench", "may_write": true}, &made); err != nil {
		return err
	}
	const requests = 8000
	path := fmt.Sprintf("%s/storage/space/%s/directory/%s", a.api, a.space, a.root)
	var ratios []float64
	for range rounds {
		_, session, err := measureLoad(a.process, path, a.token, requests)
		if err != nil {
			return err
		}
		_, token, err := measureLoad(a.process, path, made.Token, requests)
		if err != nil {
			return err
		}
		ratios = append(ratios, token.Seconds()/session.Seconds())
	}
	r.addAtMost("a listing with an API token: server CPU over the same with a session", median(ratios), 2,
		"the token is looked up each time, so a revoked one is worthless at once")
	return a.stop()
}
