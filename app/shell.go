package app

import (
	"context"
	"log/slog"

	"anbar/app/accounts"
	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/members"
	"anbar/app/promotions"
	"anbar/app/sessions"
	"anbar/app/workspaces"
	"anbar/config"
	"anbar/db"
)

// OpenAccounts opens only what accounts need, so that the shell can change them
// beside an appliance that serves the same directory.
func OpenAccounts(ctx context.Context, s config.Storage, log *slog.Logger) (*accounts.Service, func() error, error) {
	keys, err := openKeys(s.Secrets())
	if err != nil {
		return nil, nil, err
	}
	d, err := db.Open(ctx, s.Database())
	if err != nil {
		return nil, nil, err
	}
	events := audit.New(d, func() string { return "" })
	in := sessions.New(d, api.NewTokens(keys.derive("access tokens")), keys.derive("refresh tokens"), events, log)
	people := accounts.New(accounts.Options{DB: d, Sessions: in, Audit: events, Mode: accounts.Closed, Log: log})
	spaces := workspaces.New(d, nil, nil, workspaces.Limits{}, nil)
	people.Verified(members.New(d, spaces.Admit, people.Invite, nil).Welcome)
	return people, d.Close, nil
}

// OpenPromotions opens only what promotions need, beside an appliance that serves
// the same directory or without one.
func OpenPromotions(ctx context.Context, s config.Storage) (*promotions.Service, func() error, error) {
	d, err := db.Open(ctx, s.Database())
	if err != nil {
		return nil, nil, err
	}
	return promotions.New(d, audit.New(d, func() string { return "" })), d.Close, nil
}
