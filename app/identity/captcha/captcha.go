// Package captcha makes browsers do some proof of work: the protocol of ALTCHA
// (https://altcha.org/docs/v1/server-integration/), with SHA-256. It slows down programs
// with many tries; users wait a moment.
package captcha

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/big"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"anbar/app/base/fault"
)

const (
	algorithm     = "SHA-256"
	challengeLife = 10 * time.Minute
	easiest       = 50_000
	hardest       = 3_000_000
	maxSolution   = 2048 // bytes of a solution
	maxUsed       = 100_000
)

// Challenge asks for the number below MaxNumber whose decimal form, after the
// salt, has the SHA-256 that the challenge is in hexadecimal.
type Challenge struct {
	Algorithm string `json:"algorithm"`
	Challenge string `json:"challenge"`
	Salt      string `json:"salt"`
	MaxNumber int    `json:"maxnumber"`
	Signature string `json:"signature"`
}

// SchemaName implements api.SchemaNamer.
func (Challenge) SchemaName() string { return "CaptchaChallenge" }

// Guard makes challenges and checks solutions. Its key is valid until the process ends.
type Guard struct {
	key []byte
	now func() time.Time

	mu   sync.Mutex
	used map[string]time.Time // challenges that were solved, until they expire
}

// New makes a guard.
func New() *Guard {
	return &Guard{key: []byte(rand.Text()), now: time.Now, used: map[string]time.Time{}}
}

// hardness is the highest number that the solution may be, after so many failures.
func hardness(failures int) int { return min(easiest<<min(failures/4, 10), hardest) }

// NewChallenge makes a challenge; every failure before makes it harder, up to some
// seconds of work.
func (g *Guard) NewChallenge(failures int) (*Challenge, error) {
	most := hardness(failures)
	n, err := rand.Int(rand.Reader, big.NewInt(int64(most)))
	if err != nil {
		return nil, err
	}
	salt := rand.Text() + "?" + url.Values{
		"expires": {strconv.FormatInt(g.now().Add(challengeLife).Unix(), 10)}, "most": {strconv.Itoa(most)},
	}.Encode()
	c := &Challenge{Algorithm: algorithm, Salt: salt, Challenge: digest(salt, n.Int64()), MaxNumber: most}
	c.Signature = g.sign(c.Challenge, salt)
	return c, nil
}

type solution struct {
	Algorithm string `json:"algorithm"`
	Challenge string `json:"challenge"`
	Number    int64  `json:"number"`
	Salt      string `json:"salt"`
	Signature string `json:"signature"`
}

// Check verifies the solution of a challenge, sent as JSON in base 64. Each solution works
// once. It fails with fault.CaptchaRequired when the challenge was much easier than that
// many failures require, and with fault.CaptchaFailed for anything else.
func (g *Guard) Check(sent string, failures int) error {
	if len(sent) > maxSolution {
		return fault.CaptchaFailed
	}
	raw, err := base64.StdEncoding.DecodeString(sent)
	var s solution
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	if err != nil {
		return fault.CaptchaFailed.Because(err)
	}
	if !hmac.Equal([]byte(s.Signature), []byte(g.sign(s.Challenge, s.Salt))) || s.Algorithm != algorithm ||
		digest(s.Salt, s.Number) != s.Challenge {
		return fault.CaptchaFailed
	}
	until, most, err := parseTerms(s.Salt)
	switch {
	case err != nil:
		return err
	case most < hardness(failures)/2: // others may have failed while it was solved
		return fault.CaptchaRequired
	case !g.now().Before(until) || !g.claimChallenge(s.Challenge, until):
		return fault.CaptchaFailed
	}
	return nil
}

// parseTerms parses a salt made by this package.
func parseTerms(salt string) (until time.Time, most int, err error) {
	_, words, _ := strings.Cut(salt, "?")
	q, e1 := url.ParseQuery(words)
	seconds, e2 := strconv.ParseInt(q.Get("expires"), 10, 64)
	most, e3 := strconv.Atoi(q.Get("most"))
	return time.Unix(seconds, 0), most, errors.Join(e1, e2, e3)
}

// claimChallenge reports whether the challenge was not used before.
func (g *Guard) claimChallenge(challenge string, until time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, used := g.used[challenge]; used {
		return false
	}
	if len(g.used) >= maxUsed {
		for c, end := range g.used {
			if !g.now().Before(end) {
				delete(g.used, c)
			}
		}
		if len(g.used) >= maxUsed {
			return false
		}
	}
	g.used[challenge] = until
	return true
}

func digest(salt string, n int64) string {
	sum := sha256.Sum256([]byte(salt + strconv.FormatInt(n, 10)))
	return hex.EncodeToString(sum[:])
}

func (g *Guard) sign(challenge, salt string) string {
	m := hmac.New(sha256.New, g.key)
	m.Write([]byte(challenge + "\x00" + salt))
	return hex.EncodeToString(m.Sum(nil))
}
