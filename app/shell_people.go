package app

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"

	"anbar/app/base/names"
	"anbar/app/identity/accounts"
	"anbar/app/identity/sessions"
	"anbar/config"
)

// mailInvitation mails an invitation, as the shell does. Only a server knows its own address, which the
// link in the mail needs.
func (a *App) mailInvitation(ctx context.Context, w io.Writer, p accounts.Invitee) error {
	if err := a.Accounts.Invite(ctx, sessions.Staff{}, []accounts.Invitee{p}); err != nil {
		return err
	}
	email, _ := names.ParseEmail(p.Email) // Invite took it
	return json.NewEncoder(w).Encode(map[string]string{"email": email})
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
		if write, err = i.console.ExportPerson(ctx, sessions.Staff{}, id); err == nil {
			err = write(ctx, w)
		}
	}
	return errors.Join(err, i.db.Close())
}
