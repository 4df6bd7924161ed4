package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"

	"anbar/app"
	"anbar/app/base/fault"
	"anbar/app/control"
	"anbar/app/identity/accounts"
	"anbar/app/identity/sessions"
	"anbar/config"
	"anbar/db"
)

// accountCommand is an account that a command acts on.
type accountCommand struct {
	config.Storage
	Login string `arg:"" help:"Id, email address or mobile number."`
	JSON  bool   `name:"json" help:"Write the account as JSON."`
}

func (n *accountCommand) withAccount(ctx context.Context, act func(*accounts.Service, db.UserID) error) error {
	return withAccounts(ctx, n.Storage, func(a *accounts.Service) error {
		id, err := a.ResolveUser(ctx, n.Login)
		if err == nil {
			err = act(a, id)
		}
		if err != nil || !n.JSON {
			return explainAccount(err, n.Login)
		}
		return writeAccount(ctx, a, id)
	})
}

// explainAccount says of an account that is not there how it was called.
func explainAccount(err error, login string) error {
	if errors.Is(err, fault.InvalidID) {
		return wordedError{fmt.Sprintf("there is no account %q; \"anbar user list\" shows all", login), fault.InvalidID}
	}
	return err
}

// wordedError is an error in words of its own.
type wordedError struct {
	text  string
	cause error // for programs
}

// Error implements error.
func (e wordedError) Error() string { return e.text }

// Unwrap returns the cause.
func (e wordedError) Unwrap() error { return e.cause }

// writeAccount writes an account as JSON.
func writeAccount(ctx context.Context, a *accounts.Service, id db.UserID) error {
	p, err := findAccount(ctx, a, id)
	if err != nil {
		return err
	}
	return writeJSON(p)
}

func findAccount(ctx context.Context, a *accounts.Service, id db.UserID) (*account, error) {
	all, err := a.List(ctx)
	for i := range all {
		if all[i].ID == id {
			p := accountOf(&all[i])
			return &p, nil
		}
	}
	return nil, errors.Join(err, fault.InvalidID)
}

type userShow struct{ accountCommand }

// state is whether the account can be used.
func (p *account) state() string {
	switch {
	case p.Erased:
		return "erased"
	case p.Disabled:
		return "disabled"
	}
	return "active"
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
		ID: u.ID, Email: accounts.DisplayEmail(u.Email), Mobile: u.Mobile, First: u.FirstName, Last: u.LastName, Staff: u.Staff,
		Disabled: !u.DisabledAt.IsZero(), Erased: !u.ErasedAt.IsZero(),
	}
}

// Run prints the account.
func (u *userShow) Run(ctx context.Context) error {
	return u.withAccount(ctx, func(a *accounts.Service, id db.UserID) error {
		p, err := findAccount(ctx, a, id)
		if err == nil && !u.JSON {
			t := table{}
			t.add("id", p.ID)
			t.add("name", p.First+" "+p.Last)
			t.add("email", p.Email)
			t.add("mobile", p.Mobile)
			t.add("staff", p.Staff)
			t.add("state", p.state())
			err = t.print()
		}
		return err
	})
}

type userDisable struct{ accountCommand }

// Run disables the account.
func (u *userDisable) Run(ctx context.Context) error {
	return u.withAccount(ctx, func(a *accounts.Service, id db.UserID) error { return a.Disable(ctx, sessions.StaffAct{}, id) })
}

type userEnable struct{ accountCommand }

// Run enables the account.
func (u *userEnable) Run(ctx context.Context) error {
	return u.withAccount(ctx, func(a *accounts.Service, id db.UserID) error { return a.Enable(ctx, sessions.StaffAct{}, id) })
}

type userEndSessions struct{ accountCommand }

// Run ends the sessions of the account.
func (u *userEndSessions) Run(ctx context.Context) error {
	return u.withAccount(ctx, func(a *accounts.Service, id db.UserID) error { return a.EndSessions(ctx, sessions.StaffAct{}, id) })
}

type userErase struct {
	accountCommand
	Address string `required:"" placeholder:"ADDRESS" help:"The email address of the person, or else the mobile number, once more."`
}

// Run begins to erase the account.
func (u *userErase) Run(ctx context.Context) error {
	return u.withAccount(ctx, func(a *accounts.Service, id db.UserID) error {
		return a.StartErasure(ctx, sessions.StaffAct{}, id, u.Address)
	})
}

type userInvite struct {
	config.Storage
	Email    string `arg:"" help:"Address that the invitation goes to."`
	Language string `enum:"fa,en" default:"fa" help:"Language of the mail: fa or en."`
	JSON     bool   `name:"json" help:"Write JSON."`
}

// Run asks the running appliance to mail the invitation.
func (u *userInvite) Run(ctx context.Context) error {
	var out bytes.Buffer
	query := url.Values{"email": {u.Email}, "language": {u.Language}}
	if err := control.Run(ctx, u.Storage, "user/invite?"+query.Encode(), &out); err != nil || !u.JSON {
		return err
	}
	_, err := out.WriteTo(os.Stdout)
	return err
}

type userExport struct {
	config.Storage
	Login string `arg:"" help:"Id, email address or mobile number."`
	JSON  bool   `name:"json" help:"Write JSON: one array in place of an object on each line."`
}

// Run writes all that is known of a person, a JSON object on each line.
func (u *userExport) Run(ctx context.Context) error {
	if err := checkData(u.Storage); err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	if !u.JSON {
		err := app.ExportPerson(ctx, u.Storage, newLogger(u.Storage), u.Login, out)
		return errors.Join(explainAccount(err, u.Login), out.Flush())
	}
	array := &arrayWriter{out: out}
	if err := app.ExportPerson(ctx, u.Storage, newLogger(u.Storage), u.Login, array); err != nil {
		return errors.Join(explainAccount(err, u.Login), out.Flush())
	}
	return array.close()
}

// arrayWriter writes JSON objects that stand on a line each as one array.
type arrayWriter struct {
	out   *bufio.Writer
	begun bool
	ended bool // a line has ended, and nothing followed it
}

func (a *arrayWriter) Write(b []byte) (int, error) {
	for _, c := range b {
		if c == '\n' {
			a.ended = true
			continue
		}
		switch {
		case !a.begun:
			a.out.WriteByte('[')
		case a.ended:
			a.out.WriteByte(',')
		}
		a.begun, a.ended = true, false
		if err := a.out.WriteByte(c); err != nil { // that of the writes before, too
			return 0, err
		}
	}
	return len(b), nil
}

func (a *arrayWriter) close() error {
	if !a.begun {
		a.out.WriteByte('[')
	}
	a.out.WriteString("]\n")
	return a.out.Flush()
}
