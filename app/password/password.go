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

var argonSlots = make(chan struct{}, argonAtOnce)

// Hash writes a password in PHC form.
func Hash(password string) (string, error) {
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	sum := argon(password, salt, argonTime, argonMemory, argonThreads)
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonThreads,
		b64.EncodeToString(salt), b64.EncodeToString(sum)), nil
}

func argon(password string, salt []byte, time, memory uint32, threads uint8) []byte {
	argonSlots <- struct{}{}
	defer func() { <-argonSlots }()
	return argon2.IDKey([]byte(password), salt, time, memory, threads, 32)
}

// Decoy is compared with where there is no password, for the time that takes.
// Nothing has this sum.
var Decoy = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$AAAAAAAAAAAAAAAAAAAAAA$%s", argon2.Version, argonMemory, argonTime, argonThreads,
	strings.Repeat("A", 43))

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
