// Package password hashes the passwords of users, links and upload boxes with argon2id.
package password

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

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

var (
	argonSlots = make(chan struct{}, argonAtOnce)
	newCost    = dear
)

// cost is what one sum takes.
type cost struct {
	memory, time uint32
	threads      uint8
}

var dear = cost{argonMemory, argonTime, argonThreads}

// Cheap makes new sums cost next to nothing until the function that it returns
// is called. It is for tests that sign hundreds of people in; arch_test.go refuses
// it elsewhere. Nothing may be computed meanwhile.
func Cheap() (again func()) {
	set := func(c cost) { newCost, Decoy = c, decoy(c) }
	set(cost{memory: 8, time: 1, threads: 1})
	return func() { set(dear) }
}

// Hash writes a password in PHC form.
func Hash(password string) (string, error) {
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	c := newCost
	b64 := base64.RawStdEncoding
	return c.form(b64.EncodeToString(salt), b64.EncodeToString(argon(password, salt, c.time, c.memory, c.threads))), nil
}

func (c cost) form(salt, sum string) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.time, c.threads, salt, sum)
}

func argon(password string, salt []byte, time, memory uint32, threads uint8) []byte {
	argonSlots <- struct{}{}
	defer func() { <-argonSlots }()
	return argon2.IDKey([]byte(password), salt, time, memory, threads, 32)
}

// Decoy is compared with where there is no password, for the time that takes.
// Nothing has this sum.
var Decoy = decoy(dear)

func decoy(c cost) string { return c.form(strings.Repeat("A", 22), strings.Repeat("A", 43)) }

// Matches compares a password with its PHC form, in the time that the form's
// own cost takes.
func Matches(phc, password string) (bool, error) {
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
