package accounts

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/db"

	"golang.org/x/crypto/argon2"
)

// The cost of argon2id: OWASP's first choice. Memory is 19 MiB a run, so few
// may run at once.
const (
	argonMemory  = 19 * 1024
	argonTime    = 2
	argonThreads = 1
	argonAtOnce  = 2
)

var argonSlots = make(chan struct{}, argonAtOnce)

// HashPassword writes a password in PHC form.
func hashPassword(password string) (string, error) {
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	sum := argon(password, salt, argonTime, argonMemory, argonThreads)
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonThreads, b64.EncodeToString(salt), b64.EncodeToString(sum)), nil
}

func argon(password string, salt []byte, time, memory uint32, threads uint8) []byte {
	argonSlots <- struct{}{}
	defer func() { <-argonSlots }()
	return argon2.IDKey([]byte(password), salt, time, memory, threads, 32)
}

// decoy is compared with where there is no account, for the time that takes. No
// password has this sum.
var decoy = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$AAAAAAAAAAAAAAAAAAAAAA$%s", argon2.Version, argonMemory, argonTime, argonThreads, strings.Repeat("A", 43))

// matches compares a password with its PHC form, in the time that the form's
// own cost takes.
func matches(phc, password string) (bool, error) {
	var version int
	var memory, time uint32
	var threads uint8
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, errors.New("a stored password is not in argon2id form")
	}
	if _, err := fmt.Sscanf(parts[2]+" "+parts[3], "v=%d m=%d,t=%d,p=%d", &version, &memory, &time, &threads); err != nil {
		return false, fmt.Errorf("read the cost of a stored password: %w", err)
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, fmt.Errorf("read the salt of a stored password: %w", err)
	}
	want, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil {
		return false, fmt.Errorf("read a stored password: %w", err)
	}
	return subtle.ConstantTimeCompare(argon(password, salt, time, memory, threads), want) == 1, nil
}

const (
	minPassword = 8
	maxPassword = 200
)

func checkPassword(password string) *fault.Fault {
	var upper, lower, digit, symbol bool
	n := 0
	for _, r := range password {
		n++
		switch {
		case 'A' <= r && r <= 'Z':
			upper = true
		case 'a' <= r && r <= 'z':
			lower = true
		case unicode.IsDigit(r):
			digit = true
		case !unicode.IsLetter(r):
			symbol = true
		}
	}
	switch {
	case n == 0:
		return fault.Required
	case len(password) > maxPassword:
		return fault.TooLong
	case n < minPassword || !upper || !lower || !digit || !symbol:
		return fault.WeakPassword
	}
	return nil
}

// ChangePassword replaces the actor's password and ends all their other
// sessions.
func (s *Service) ChangePassword(ctx context.Context, who access.Actor, current, next string) error {
	if f := checkPassword(next); f != nil {
		return fault.Field("new_password", f)
	}
	if err := s.byLogin.Take("change " + who.User.String()); err != nil {
		return err
	}
	if err := s.confirm(ctx, who.User, current); err != nil {
		return err
	}
	phc, err := hashPassword(next)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if err := tx.UpdateUserPassword(who.User, phc); err != nil {
			return err
		}
		return s.endOthers(tx, who)
	})
}

func (s *Service) confirm(ctx context.Context, id db.UserID, password string) error {
	var u *db.User
	err := s.db.View(ctx, func(v *db.View) (err error) {
		u, err = v.UserByID(id)
		return err
	})
	if err != nil {
		return err
	}
	ok, err := matches(u.Password, password)
	if err == nil && !ok {
		err = fault.WrongPassword
	}
	return err
}

// SetPassword replaces a person's password from the shell and ends all their
// sessions.
func (s *Service) SetPassword(ctx context.Context, login, password string) error {
	if f := checkPassword(password); f != nil {
		return fault.Field("password", f)
	}
	phc, err := hashPassword(password)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByLogin(normalLogin(login))
		if err != nil {
			return err
		}
		if err := tx.UpdateUserPassword(u.ID, phc); err != nil {
			return err
		}
		return s.endOthers(tx, access.Actor{User: u.ID})
	})
}
