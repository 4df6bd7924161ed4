package accounts

import (
	"container/list"
	"errors"
	"sync"
	"time"

	"anbar/app/captcha"
	"anbar/app/fault"
)

const (
	freeTries = 3                // of one login or address, before work is asked for
	freeMany  = 20               // of one address, where many people may sit
	forgive   = 10 * time.Minute // half of the failures are forgotten after it
	maxTries  = 20_000           // logins and addresses that are remembered
)

// tries counts failures for each key (a login, an address) and forgets them slowly.
// Nobody is locked out by them: what follows costs work, and no more than some
// seconds of it.
type tries struct {
	now func() time.Time

	mu    sync.Mutex
	all   map[string]*list.Element
	order *list.List
}

type tried struct {
	key string
	n   int
	at  time.Time
}

func newTries() *tries {
	return &tries{now: time.Now, all: map[string]*list.Element{}, order: list.New()}
}

// failures tells how many failures of the key are remembered.
func (t *tries) failures(key string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.all[key]; e != nil {
		return t.fade(e.Value.(*tried))
	}
	return 0
}

func (t *tries) fade(c *tried) int {
	for c.n > 0 && t.now().Sub(c.at) >= forgive {
		c.n, c.at = c.n/2, c.at.Add(forgive)
	}
	return c.n
}

// failed counts one failure.
func (t *tries) failed(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.all[key]
	if e == nil {
		if t.order.Len() >= maxTries {
			oldest := t.order.Back()
			delete(t.all, oldest.Value.(*tried).key)
			t.order.Remove(oldest)
		}
		e = t.order.PushFront(&tried{key: key})
		t.all[key] = e
	}
	t.order.MoveToFront(e)
	c := e.Value.(*tried)
	c.n, c.at = t.fade(c)+1, t.now()
}

// forget is called when somebody succeeded.
func (t *tries) forget(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.all[key]; e != nil {
		delete(t.all, key)
		t.order.Remove(e)
	}
}

// suspects asks for work when there were many failures of a login or from an
// address. solution is what was sent with the request.
func (s *Service) suspects(login, address, solution string) error {
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
