package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"anbar/app"
	"anbar/app/identity/accounts"
	"anbar/app/identity/sessions"
	"anbar/config"
	"anbar/db"
)

type users struct {
	Add    userAdd    `cmd:"" help:"Make an account."`
	List   userList   `cmd:"" help:"List the accounts."`
	Passwd userPasswd `cmd:"" help:"Replace the password of an account and end its sessions."`
	Staff  userStaff  `cmd:"" help:"Let an account into the staff console, or out of it."`

	Invite      userInvite      `cmd:"" help:"Mail an invitation to make an account. The server has to run."`
	Export      userExport      `cmd:"" help:"Write all that is known of a person."`
	Show        userShow        `cmd:"" help:"Show an account."`
	Disable     userDisable     `cmd:"" help:"Keep a person from signing in; sessions and tokens end."`
	Enable      userEnable      `cmd:"" help:"Let a disabled person sign in again."`
	EndSessions userEndSessions `cmd:"" name:"end-sessions" help:"Sign a person out everywhere."`
	Erase       userErase       `cmd:"" help:"Erase a person for ever. The server has to run, or runs later."`

	TwoFactorOff userTwoFactorOff `cmd:"" name:"two-factor-off" help:"Turn off the two-step login of an account whose owner lost phone and backup codes, and end its sessions."`
}

type userAdd struct {
	config.Storage
	Email         string `help:"Email address to sign in with." placeholder:"E"`
	Mobile        string `help:"Mobile number to sign in with." placeholder:"M"`
	FirstName     string `required:"" placeholder:"F" help:"First name."`
	LastName      string `required:"" placeholder:"L" help:"Last name."`
	Language      string `enum:"fa,en" default:"fa" help:"fa or en."`
	Staff         bool   `help:"Make the account an administrator of the console."`
	PasswordStdin bool   `required:"" help:"Read the password from the first line of standard input."`
	JSON          bool   `name:"json" help:"Write the account as JSON."`
}

// Run makes the account, also while a server is running.
func (u *userAdd) Run(ctx context.Context) error {
	password, err := readFirstLine(os.Stdin)
	if err != nil {
		return err
	}
	return openAccounts(ctx, u.Storage, func(a *accounts.Service) error {
		p := accounts.Person{
			FirstName: u.FirstName, LastName: u.LastName, Email: u.Email, Mobile: u.Mobile, Password: password, Language: u.Language,
		}
		if u.Staff {
			p.Staff = "administrator"
		}
		id, err := a.Create(ctx, p)
		if err != nil {
			return err
		}
		if u.JSON {
			return writeAccount(ctx, a, id)
		}
		return printLine(id.String())
	})
}

type userList struct {
	config.Storage
	JSON bool `name:"json" help:"Write JSON: an array of accounts."`
}

// Run prints a line for each account.
func (u *userList) Run(ctx context.Context) error {
	return withAccounts(ctx, u.Storage, func(a *accounts.Service) error {
		rows, err := a.List(ctx)
		if err != nil {
			return err
		}
		all := make([]account, len(rows))
		t := table{heads: []string{"ID", "EMAIL", "MOBILE", "NAME", "STAFF", "STATE"}}
		for i := range rows {
			p := accountOf(&rows[i])
			all[i] = p
			t.add(p.ID, p.Email, p.Mobile, p.First+" "+p.Last, p.Staff,
				p.state())
		}
		if u.JSON {
			return writeJSON(all)
		}
		return t.print()
	})
}

type userPasswd struct {
	accountCommand
	PasswordStdin bool `required:"" help:"Read the password from the first line of standard input."`
}

// Run replaces the password.
func (u *userPasswd) Run(ctx context.Context) error {
	password, err := readFirstLine(os.Stdin)
	if err != nil {
		return err
	}
	return u.withAccount(ctx, func(a *accounts.Service, _ db.UserID) error { return a.SetPassword(ctx, u.Login, password) })
}

type userStaff struct {
	accountCommand
	Role string `enum:"administrator,support,finance,auditor" default:"administrator" help:"administrator, support, finance or auditor."`
	Off  bool   `help:"Take the right away."`
}

// Run changes the right to enter the staff console.
func (u *userStaff) Run(ctx context.Context) error {
	role := u.Role
	if u.Off {
		role = ""
	}
	return u.withAccount(ctx, func(a *accounts.Service, id db.UserID) error {
		return a.SetStaffRole(ctx, sessions.StaffAct{}, id, role)
	})
}

type userTwoFactorOff struct{ accountCommand }

// Run turns two-step login off.
func (u *userTwoFactorOff) Run(ctx context.Context) error {
	return u.withAccount(ctx, func(a *accounts.Service, id db.UserID) error { return a.ResetSecondStep(ctx, sessions.StaffAct{}, id) })
}

// withAccounts runs fn with the accounts of a data directory that is there.
func withAccounts(ctx context.Context, s config.Storage, fn func(*accounts.Service) error) error {
	if err := checkData(s); err != nil {
		return err
	}
	return openAccounts(ctx, s, fn)
}

// openAccounts runs fn with the accounts of a data directory, which is made where there is none.
func openAccounts(ctx context.Context, s config.Storage, fn func(*accounts.Service) error) error {
	a, done, err := app.OpenAccounts(ctx, s, newLogger(s))
	if err != nil {
		return err
	}
	return errors.Join(fn(a), done())
}

// checkData refuses a directory without the data of an appliance, where a command would make an empty appliance.
func checkData(s config.Storage) error {
	if _, err := os.Stat(s.Database()); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is no data directory of an appliance; name it with --data, or in ANBAR_DATA", s.Data)
	}
	return nil
}

func readFirstLine(r io.Reader) (string, error) {
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil && err != io.EOF {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}
