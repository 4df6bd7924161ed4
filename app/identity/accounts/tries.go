package accounts

import (
	"errors"
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/app/identity/captcha"
	"anbar/lru"
)

const (
	freeTries        = 3                // of one login, before work is asked for
	freeAddressTries = 20               // of one address, which many users may share, before the same
	failureHalfLife  = 10 * time.Minute // half of the failures are forgotten after it
	maxFailureKeys   = 20_000           // logins and addresses that are remembered
)

// failureCounter counts failures for each key (a login, an address) and forgets them slowly. They
// never lock a user out: after many failures a request costs proof of work, some seconds at
// most.
type failureCounter struct {
	now func() time.Time

	mu  sync.Mutex
	all *lru.Cache[string, failureCount]
}

type failureCount struct {
	n  int
	at time.Time
}

func newFailureCounter() *failureCounter {
	return &failureCounter{now: time.Now, all: lru.New[string, failureCount](maxFailureKeys)}
}

// count tells how many failures of the key are remembered.
func (t *failureCounter) count(key string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.decayedCount(key)
}

func (t *failureCounter) decayedCount(key string) int {
	c, _ := t.all.Get(key)
	for c.n > 0 && t.now().Sub(c.at) >= failureHalfLife {
		c.n, c.at = c.n/2, c.at.Add(failureHalfLife)
	}
	return c.n
}

// add counts one failure.
func (t *failureCounter) add(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all.Put(key, failureCount{t.decayedCount(key) + 1, t.now()})
}

// reset clears the failures of a key after a success.
func (t *failureCounter) reset(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all.Delete(key)
}

// requireCaptcha requires proof of work after many failures of a login or from an address.
// solution is the one sent with the request, empty for none.
func (s *Service) requireCaptcha(login, address, solution string) error {
	of, from := s.failures.count("login "+login), s.failures.count("address "+address)
	n := max(of, from-freeAddressTries+freeTries)
	if n < freeTries && solution == "" {
		return nil
	}
	return s.checkCaptcha(n, solution)
}

func signupKey(address string) string { return "sign-up " + address }

// requireSignupCaptcha asks for work before every sign-up, and for more of it the more there were from
// an address lately.
func (s *Service) requireSignupCaptcha(address, solution string) error {
	n := max(s.failures.count(signupKey(address)), s.failures.count("address "+address)-freeAddressTries)
	return s.checkCaptcha(max(n, freeTries), solution)
}

// checkCaptcha takes the solution of work that is as hard as n failures make it.
func (s *Service) checkCaptcha(n int, solution string) error {
	refusal := fault.CaptchaRequired
	if solution != "" {
		err := s.captcha.Check(solution, n)
		if err == nil || n < freeTries { // no work is owed yet: a solution that was sent ahead refuses nobody
			return nil
		}
		if !errors.As(err, &refusal) {
			return err
		}
	}
	c, err := s.captcha.NewChallenge(n)
	if err != nil {
		return err
	}
	return refusal.With("captcha", c)
}

// NewChallenge makes work for a browser that wants to be ahead of being asked.
func (s *Service) NewChallenge() (*captcha.Challenge, error) { return s.captcha.NewChallenge(0) }
