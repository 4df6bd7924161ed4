package app

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"anbar/app/base/mail"
	"anbar/app/control"
	"anbar/app/host"
	"anbar/app/identity/accounts"
	"anbar/app/identity/promotions"
	"anbar/app/identity/sessions"
	"anbar/app/sharing/workspaces"
	"anbar/config"
	"anbar/db"
)

// OpenAccounts opens only the services for accounts, so that shell commands can change them
// while a server uses the same directory.
func OpenAccounts(ctx context.Context, s config.Storage, log *slog.Logger) (*accounts.Service, func() error, error) {
	i, err := openIdentity(ctx, s, log)
	if err != nil {
		return nil, nil, err
	}
	return i.accounts, i.db.Close, nil
}

// OpenWorkspaces opens only the services for workspaces, with or without a server that uses the
// same directory.
func OpenWorkspaces(ctx context.Context, s config.Storage, log *slog.Logger) (*workspaces.Service, func() error, error) {
	i, err := openIdentity(ctx, s, log)
	if err != nil {
		return nil, nil, err
	}
	return i.workspaces, i.db.Close, nil
}

// OpenPromotions opens only the services for promotions, with or without a server that uses
// the same directory.
func OpenPromotions(ctx context.Context, s config.Storage, log *slog.Logger) (*promotions.Service, func() error, error) {
	i, err := openIdentity(ctx, s, log)
	if err != nil {
		return nil, nil, err
	}
	return i.promotions, i.db.Close, nil
}

// openIdentity opens the services for accounts without the settings that only the server
// has. It does not allow sign-up.
func openIdentity(ctx context.Context, s config.Storage, log *slog.Logger) (*identityFeatures, error) {
	keys, err := host.OpenKeys(s.Secrets())
	if err != nil {
		return nil, err
	}
	d, err := db.Open(ctx, s.Database())
	if err != nil {
		return nil, err
	}
	cfg := &config.Serve{Storage: s, Signup: string(accounts.Closed)}
	i, err := wireIdentity(&base{
		cfg: cfg, keys: keys, db: d, mails: mail.NewLimiter(), settings: settingsOf(cfg),
		url: func() string { return "" }, log: log,
	}, nil)
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return i, nil
}

// OpenOutbox opens only the outbox of mails and text messages.
func OpenOutbox(ctx context.Context, s config.Storage, log *slog.Logger) (*control.Outbox, func() error, error) {
	i, err := openIdentity(ctx, s, log)
	if err != nil {
		return nil, nil, err
	}
	return control.NewOutbox(i.db, i.audit), i.db.Close, nil
}

// ExportPerson writes all that is known of a person, with or without a server that uses the same
// directory. login is an id, an address or a number.
func ExportPerson(ctx context.Context, s config.Storage, log *slog.Logger, login string, w io.Writer) error {
	i, err := openIdentity(ctx, s, log)
	if err != nil {
		return err
	}
	id, err := i.accounts.ResolveUser(ctx, login)
	if err == nil {
		var write func(context.Context, io.Writer) error
		if write, err = i.console.ExportPerson(ctx, sessions.StaffAct{}, id); err == nil {
			err = write(ctx, w)
		}
	}
	return errors.Join(err, i.db.Close())
}
