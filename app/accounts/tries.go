package accounts

import (
	"errors"
	"sync"
	"time"

	"anbar/app/captcha"
	"anbar/app/fault"
	"anbar/lru"
)

const (
	freeTries = 3                // of one login or address, before work is asked for
	freeMany  = 20               // of one address, which many users may share
	forgive   = 10 * time.Minute // half of the failures are forgotten after it
	maxTries  = 20_000           // logins and addresses that are remembered
)

// tries counts failures for each key (a login, an address) and forgets them slowly. They
// never lock a user out: after many failures a request costs proof of work, some seconds at
// most.
type tries struct {
	now func() time.Time

	mu  sync.Mutex
	all *lru.Cache[string, tried]
}

type tried struct {
	n  int
	at time.Time
}

func newTries() *tries { return &tries{now: time.Now, all: lru.New[string, tried](maxTries)} }

// failures tells how many failures of the key are remembered.
func (t *tries) failures(key string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.faded(key)
}

func (t *tries) faded(key string) int {
	c, _ := t.all.Get(key)
	for c.n > 0 && t.now().Sub(c.at) >= forgive {
		c.n, c.at = c.n/2, c.at.Add(forgive)
	}
	return c.n
}

// failed counts one failure.
func (t *tries) failed(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all.Put(key, tried{t.faded(key) + 1, t.now()})
}

// forget clears the failures of a key after a success.
func (t *tries) forget(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all.Delete(key)
}

// requireCaptcha requires proof of work after many failures of a login or from an address.
// solution is the one sent with the request, empty for none.
func (s *Service) requireCaptcha(login, address, solution string) error {
	of, from := s.tries.failures("login "+login), s.tries.failures("address "+address)
	n := max(of, from-freeMany+freeTries)
	if n < freeTries && solution == "" {
		return nil
	}
	return s.demand(n, solution)
}

func signingUp(address string) string { return "sign-up " + address }

// works asks for work before every sign-up, and for more of it the more there were from
// an address lately.
func (s *Service) works(address, solution string) error {
	n := max(s.tries.failures(signingUp(address)), s.tries.failures("address "+address)-freeMany)
	return s.demand(max(n, freeTries), solution)
}

// demand takes the solution of work that is as hard as n failures make it.
func (s *Service) demand(n int, solution string) error {
	refusal := fault.CaptchaRequired
	if solution != "" {
		err := s.captcha.Check(solution, n)
		if err == nil || n < freeTries {
			return nil
		}
		if !errors.As(err, &refusal) {
			return err
		}
	}
	c, err := s.captcha.Challenge(n)
	if err != nil {
		return err
	}
	return refusal.With("captcha", c)
}

// Challenge makes work for a browser that wants to be ahead of being asked.
func (s *Service) Challenge() (*captcha.Challenge, error) { return s.captcha.Challenge(0) }
