package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"anbar/app/accounts"
	"anbar/app/sessions"
	"anbar/config"
	"anbar/db"
)

// named is an account that a command acts on.
type named struct {
	config.Storage
	Login string `arg:"" help:"Id, email address or mobile number."`
}

func (n *named) on(ctx context.Context, act func(*accounts.Service, db.UserID) error) error {
	return withAccounts(ctx, n.Storage, func(a *accounts.Service) error {
		id, err := a.Named(ctx, n.Login)
		if err != nil {
			return err
		}
		return act(a, id)
	})
}

type userShow struct {
	named
	JSON bool `name:"json" help:"As JSON."`
}

// account is an account as --json writes it.
type account struct {
	ID       db.UserID    `json:"user_id"`
	Email    string       `json:"email"`
	Mobile   string       `json:"mobile"`
	First    string       `json:"first_name"`
	Last     string       `json:"last_name"`
	Staff    db.StaffRole `json:"staff"`
	Disabled bool         `json:"disabled"`
	Erased   bool         `json:"erased"`
}

func accountOf(u *db.User) account {
	return account{
		u.ID, accounts.Shown(u.Email), u.Mobile, u.FirstName, u.LastName, u.Staff, !u.DisabledAt.IsZero(), !u.ErasedAt.IsZero(),
	}
}

// Run prints the account.
func (u *userShow) Run(ctx context.Context) error {
	return u.on(ctx, func(a *accounts.Service, id db.UserID) error {
		all, err := a.List(ctx)
		for i := range all {
			if all[i].ID != id {
				continue
			}
			p := accountOf(&all[i])
			if u.JSON {
				return json.NewEncoder(os.Stdout).Encode(p)
			}
			_, err = fmt.Printf("%s\n%s %s\n%s %s\nstaff: %s\ndisabled: %t\nerased: %t\n", p.ID, p.First, p.Last, p.Email, p.Mobile,
				p.Staff, p.Disabled, p.Erased)
		}
		return err
	})
}

type userDisable struct{ named }

// Run disables the account.
func (u *userDisable) Run(ctx context.Context) error {
	return u.on(ctx, func(a *accounts.Service, id db.UserID) error { return a.Disable(ctx, sessions.Staff{}, id) })
}

type userEnable struct{ named }

// Run enables the account.
func (u *userEnable) Run(ctx context.Context) error {
	return u.on(ctx, func(a *accounts.Service, id db.UserID) error { return a.Enable(ctx, sessions.Staff{}, id) })
}

type userEndSessions struct{ named }

// Run ends the sessions of the account.
func (u *userEndSessions) Run(ctx context.Context) error {
	return u.on(ctx, func(a *accounts.Service, id db.UserID) error { return a.EndSessions(ctx, sessions.Staff{}, id) })
}

type userErase struct {
	named
	Address string `required:"" help:"The email address of the person, or else the mobile number, once more."`
}

// Run begins to erase the account.
func (u *userErase) Run(ctx context.Context) error {
	return u.on(ctx, func(a *accounts.Service, id db.UserID) error { return a.Erase(ctx, sessions.Staff{}, id, u.Address) })
}
