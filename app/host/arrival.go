package host

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
)

// ErrElsewhere means that an address leads to another server than this one.
var ErrElsewhere = errors.New("another server answers")

// Arrivals notices requests that this process sent to an address of its own, so that it knows whether the address leads to it.
type Arrivals struct {
	asking sync.Mutex // held by the one who asks
	wanted atomic.Pointer[string]
	came   atomic.Bool
}

// arrivalHeader carries the word by which a request is recognized.
const arrivalHeader = "Anbar-Arrival"

// Note looks at a request. It costs nothing while nobody asks.
func (a *Arrivals) Note(r *http.Request) {
	if word := a.wanted.Load(); word != nil && r.Header.Get(arrivalHeader) == *word {
		a.came.Store(true)
	}
}

// Check sends a request to a URL, and returns nil when it comes here, ErrElsewhere when another server answers, and the error of a
// request that nobody answers.
func (a *Arrivals) Check(ctx context.Context, url string) error {
	a.asking.Lock()
	defer a.asking.Unlock()
	word := rand.Text()
	a.came.Store(false)
	a.wanted.Store(&word)
	defer a.wanted.Store(nil)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/health", nil)
	if err != nil {
		return err
	}
	req.Header.Set(arrivalHeader, word)
	res, err := http.DefaultClient.Do(req)
	if a.came.Load() {
		if err != nil {
			return fmt.Errorf("the request arrives, and its answer does not: %w", err)
		}
		return res.Body.Close()
	}
	if err != nil {
		return err
	}
	return errors.Join(ErrElsewhere, res.Body.Close())
}
