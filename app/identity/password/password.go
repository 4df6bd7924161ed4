// Package password hashes the passwords of users, links and upload boxes with argon2id.
package password

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
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
	argonSlots  = make(chan struct{}, argonAtOnce)
	currentCost = defaultCost
)

// cost is what one sum takes.
type cost struct {
	memory, time uint32
	threads      uint8
}

var defaultCost = cost{memory: argonMemory, time: argonTime, threads: argonThreads}

// Cheap makes new sums cost next to nothing until the function that it returns
// is called. It is for tests that sign hundreds of people in; arch_test.go refuses
// it elsewhere. Nothing may be computed meanwhile.
func Cheap() (again func()) {
	set := func(c cost) { currentCost, Decoy = c, newDecoy(c) }
	set(cost{memory: 8, time: 1, threads: 1})
	return func() { set(defaultCost) }
}

// Hash writes a password in PHC form.
func Hash(password string) (string, error) {
	password = Normalize(password)
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	c := currentCost
	b64 := base64.RawStdEncoding
	return c.formatPHC(b64.EncodeToString(salt), b64.EncodeToString(hashArgon2(password, salt, c.time, c.memory, c.threads))), nil
}

func (c cost) formatPHC(salt, sum string) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.time, c.threads, salt, sum)
}

func hashArgon2(password string, salt []byte, time, memory uint32, threads uint8) []byte {
	argonSlots <- struct{}{}
	defer func() { <-argonSlots }()
	return argon2.IDKey([]byte(password), salt, time, memory, threads, 32)
}

// Decoy is compared with where there is no password, for the time that takes.
// Nothing has this sum.
var Decoy = newDecoy(defaultCost)

func newDecoy(c cost) string { return c.formatPHC(strings.Repeat("A", 22), strings.Repeat("A", 43)) }

// Normalize returns the form in which a text counts as a password, however a system or a keyboard composes its
// letters: NFC, with every space as the usual one (OpaqueString of RFC 8265).
func Normalize(s string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII && unicode.Is(unicode.Zs, r) {
			return ' '
		}
		return r
	}, s))
}

// Verify compares a password with its PHC form. old reports that only the text as it came matches,
// of which older programs made their sums: the caller stores a new one.
func Verify(phc, given string) (ok, old bool, err error) {
	return VerifyEither(phc, Normalize(given), given)
}

// VerifyEither compares a password in a normal form, and as it came where that differs. Both are
// always compared, so that the time tells nothing of the stored sum; it takes twice that of one.
func VerifyEither(phc, normal, raw string) (ok, old bool, err error) {
	s, err := parsePHC(phc)
	if err != nil {
		return false, false, err
	}
	ok = s.matches(normal)
	if raw != normal {
		old = s.matches(raw) && !ok
	}
	return ok || old, old, nil
}

// storedHash is a sum that was made earlier, with its own cost.
type storedHash struct {
	cost
	salt, sum []byte
}

func parsePHC(phc string) (*storedHash, error) {
	var version int
	s := &storedHash{}
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return nil, errors.New("a stored password is not in argon2id form")
	}
	if _, err := fmt.Sscanf(parts[2]+" "+parts[3], "v=%d m=%d,t=%d,p=%d", &version, &s.memory, &s.time, &s.threads); err != nil {
		return nil, fmt.Errorf("read the cost of a stored password: %w", err)
	}
	var err error
	if s.salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil {
		return nil, fmt.Errorf("read the salt of a stored password: %w", err)
	}
	if s.sum, err = base64.RawStdEncoding.DecodeString(parts[5]); err != nil {
		return nil, fmt.Errorf("read a stored password: %w", err)
	}
	return s, nil
}

func (s *storedHash) matches(password string) bool {
	return subtle.ConstantTimeCompare(hashArgon2(password, s.salt, s.time, s.memory, s.threads), s.sum) == 1
}
