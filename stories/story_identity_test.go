package stories

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"anbar/app"
	"anbar/app/identity/captcha"

	"anbar/app/identity/sessions"
	"github.com/rogpeppe/go-internal/testscript"
)

// solve does the work that the last answer asked for, and keeps the solution in a
// variable.
func (s *story) solve(ts *testscript.TestScript, args []string) error {
	solution, err := solution(s.last.Body)
	ts.Setenv(args[0], solution)
	return err
}

// solution does the work that an answer asks for.
func solution(body []byte) (string, error) {
	var asked struct {
		captcha.Challenge
		Inner *captcha.Challenge `json:"captcha"`
	}
	if err := json.Unmarshal(body, &asked); err != nil {
		return "", err
	}
	c := &asked.Challenge
	if asked.Inner != nil {
		c = asked.Inner
	}
	for n := range c.MaxNumber {
		sum := sha256.Sum256([]byte(c.Salt + strconv.Itoa(n)))
		if hex.EncodeToString(sum[:]) != c.Challenge {
			continue
		}
		b, err := json.Marshal(map[string]any{
			"algorithm": c.Algorithm, "challenge": c.Challenge, "number": n, "salt": c.Salt, "signature": c.Signature,
		})
		return base64.StdEncoding.EncodeToString(b), err
	}
	return "", errors.New("nothing solves it")
}

// signup makes an account, as a browser does: with the work that is asked for.
func (s *story) signup(ts *testscript.TestScript, args []string) error {
	const call = "/accounts/v1/users/signup"
	header := s.next.Clone()
	if s.as(ts, []string{"nobody", "422", "POST", call, args[1]}) != nil || !bytes.Contains(s.last.Body, []byte("captcha_required")) {
		if got := strconv.Itoa(s.last.Status); got != args[0] {
			return fmt.Errorf("status %s, want %s: %s", got, args[0], s.last.Body)
		}
		return nil
	}
	if err := s.solve(ts, []string{"signup_solution"}); err != nil {
		return err
	}
	s.next = header
	body := fmt.Sprintf(`{"captcha":%q,%s`, ts.Getenv("signup_solution"), strings.TrimPrefix(args[1], "{"))
	return s.as(ts, []string{"nobody", args[0], "POST", call, body})
}

// basic sends a name and a password with the next call.
func (s *story) basic(_ *testscript.TestScript, args []string) error {
	s.next.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(args[0]+":"+args[1])))
	return nil
}

// redirected keeps the code of the URL that the last answer hands over by.
func (s *story) redirected(ts *testscript.TestScript, args []string) error {
	to, err := s.value("redirect")
	if err != nil {
		return err
	}
	u, err := url.Parse(to)
	if err == nil {
		ts.Setenv(args[0], u.Query().Get("code"))
	}
	return err
}

// staff makes a user an administrator, like the command, or gives another role of staff.
func (s *story) staff(_ *testscript.TestScript, args []string) error {
	role := "administrator"
	if len(args) > 1 {
		role = args[1]
	}
	return setStaff(context.Background(), s.app, args[0]+"@example.org", role)
}

// tamper writes into the database file, as an attacker with the disk could.
func (s *story) tamper(_ *testscript.TestScript, args []string) error {
	d, err := sql.Open("sqlite", "file:"+filepath.Join(s.dir, "anbar.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	_, err = d.Exec(args[0])
	return errors.Join(err, d.Close())
}

// remains checks which columns of the database hold a text.
func (s *story) remains(_ *testscript.TestScript, args []string) error {
	d, err := sql.Open("sqlite", "file:"+filepath.Join(s.dir, "anbar.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	found, err := holding(d, args[0])
	if err := errors.Join(err, d.Close()); err != nil {
		return err
	}
	if want := slices.Sorted(slices.Values(args[1:])); !slices.Equal(found, want) {
		return fmt.Errorf("%q is in %v, not in %v", args[0], found, want)
	}
	return nil
}

// holding returns the columns that hold a text in any row, as table.column.
func holding(d *sql.DB, text string) ([]string, error) {
	rows, err := d.Query("SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1, 2")
	if err != nil {
		return nil, err
	}
	var columns [][2]string
	for rows.Next() {
		var c [2]string
		if err := rows.Scan(&c[0], &c[1]); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		columns = append(columns, c)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, err
	}
	var found []string
	for _, c := range columns {
		var n int
		q := fmt.Sprintf("SELECT count(*) FROM %q WHERE instr(lower(CAST(%q AS TEXT)), lower(?)) > 0", c[0], c[1])
		if err := d.QueryRow(q, text).Scan(&n); err != nil {
			return nil, err
		}
		if n > 0 {
			found = append(found, c[0]+"."+c[1])
		}
	}
	return found, nil
}

// setStaff gives the account of the login a role in the console, as the shell does.
func setStaff(ctx context.Context, a *app.App, login, role string) error {
	id, err := a.Accounts.ResolveUser(ctx, login)
	if err != nil {
		return err
	}
	return a.Accounts.SetStaffRole(ctx, sessions.StaffAct{}, id, role)
}
