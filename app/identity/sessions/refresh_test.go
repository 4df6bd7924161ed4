package sessions

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/identity/audit"
	"anbar/db"

	_ "modernc.org/sqlite"
)

// house is an appliance with one person in it.
type house struct {
	*Service
	t    *testing.T
	d    *db.DB
	file *sql.DB // to let time pass
	user *db.User
}

var here = api.Origin{Device: "Firefox", Address: "192.0.2.1"}

func newHouse(t *testing.T) *house {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.db")
	d, err := db.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := sql.Open("sqlite", "file:"+name+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(file.Close(), d.Close()); err != nil {
			t.Error(err)
		}
	})
	h := &house{
		t: t, d: d, file: file,
		user: &db.User{
			ID: db.UserID(db.NewID()), Email: "sara@example.org", EmailValidated: true, FirstName: "Sara", LastName: "M", Language: "en",
		},
	}
	h.Service = h.started()
	if err := h.SyncEndedSessions(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.pass(time.Hour)
	if err := d.Update(t.Context(), func(tx *db.Tx) error { return tx.InsertUser(h.user) }); err != nil {
		t.Fatal(err)
	}
	return h
}

// started is the service of a process that just started.
func (h *house) started() *Service {
	events := audit.New(h.d, func() string { return "https://drive.example.org" })
	s := New(h.d, api.NewTokens([]byte("tokens")), []byte("refresh"), events, slog.New(slog.DiscardHandler))
	s.refreshLimiter = limits.NewLimiter(time.Second, 1<<20)
	return s
}

func (h *house) begin() *Login {
	h.t.Helper()
	var l *Login
	err := h.d.Update(h.t.Context(), func(tx *db.Tx) (err error) {
		l, err = h.Begin(tx, h.user, here, "password")
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return l
}

// pass lets time pass for all sessions, with the process running.
func (h *house) pass(d time.Duration) {
	h.t.Helper()
	h.pauses.since = h.pauses.since.Add(-d)
	if _, err := h.file.Exec("UPDATE sessions SET used_at = used_at - ?", d.Milliseconds()); err != nil {
		h.t.Fatal(err)
	}
}

// use trades a token; nil when the session is over.
func (h *house) use(token string) *Login {
	h.t.Helper()
	l, err := h.Refresh(h.t.Context(), token, here)
	if errors.Is(err, fault.AuthenticationFailed) {
		return nil
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return l
}

// call makes a call with the access token of a login; it is of no interest whether it is refused.
func (h *house) call(l *Login) {
	h.t.Helper()
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Authorization", "Bearer "+l.Access)
	_, _ = api.NewAuthenticator(h.tokens, nil, h.CheckOpen, h.CheckRecentAuth).Actor(r)
}

// TestAnOldRefreshTokenEndsTheSessionButForALostAnswer uses tokens old and new, sooner and
// later, in any order, and compares the answers with the rules in docs/security.md.
func TestAnOldRefreshTokenEndsTheSessionButForALostAnswer(t *testing.T) {
	h := newHouse(t)
	again, late, ended := 0, 0, 0
	for range 120 {
		l := h.begin()
		tokens := []string{l.Refresh} // by generation
		age, over := time.Hour, false // since the newest took the place of the one before
		arrived := true               // somebody used the newest access token
		for range 12 {
			by := []time.Duration{0, time.Second, 5 * time.Second, leeway, time.Hour}[rand.N(5)]
			h.pass(by)
			age += by
			newest := len(tokens) - 1
			i := max(0, newest-[]int{0, 0, 0, 1, 1, 2, 5}[rand.N(7)])
			got := h.use(tokens[i])
			switch {
			case over:
				if got != nil {
					t.Fatal("an ended session goes on")
				}
			case i == newest-1 && !arrived:
				if late++; got == nil || got.Refresh != tokens[newest] {
					t.Fatalf("after %v the answer that never arrived does not come again: %+v", age, got)
				}
			case i == newest:
				if got == nil {
					t.Fatal("the newest token is refused")
				}
				tokens, age, arrived = append(tokens, got.Refresh), 0, false
			case i == newest-1 && age < leeway-2*time.Second:
				if again++; got == nil || got.Refresh != tokens[newest] {
					t.Fatalf("after %v the lost answer does not come again: %+v", age, got)
				}
			case i == newest-1 && age < leeway: // too close to tell
				over = got == nil
			default:
				if over = true; got != nil {
					t.Fatalf("the token %d before the newest is taken after %v", newest-i, age)
				}
				if ended++; !h.tokens.IsEnded(l.Session) {
					t.Fatal("its access tokens live on")
				}
			}
			if got != nil && rand.N(2) == 0 {
				h.call(got)
				arrived = true
			}
		}
	}
	if again < 10 || ended < 10 || late < 10 {
		t.Errorf("%d and %d lost answers and %d copies prove little", again, late, ended)
	}
}

// TestAThiefOfARefreshTokenIsFound copies a token before its owner trades it.
func TestAThiefOfARefreshTokenIsFound(t *testing.T) {
	for name, c := range map[string]func(h *house, stolen, owners string) *Login{
		"the thief comes later": func(h *house, stolen, owners string) *Login {
			h.call(h.use(stolen)) // the owner, to whom nothing came the first time
			h.pass(leeway)
			return h.use(stolen)
		},
		"long after, and before the owner": func(h *house, stolen, owners string) *Login {
			h.pass(time.Hour)
			thiefs := h.use(stolen) // nobody used what the owner had got
			h.call(thiefs)
			h.pass(leeway)
			return h.use(stolen) // the owner repeats what was never answered
		},
		"before the owner, and waits until they went on": func(h *house, stolen, owners string) *Login {
			thiefs := h.use(stolen)
			h.pass(time.Hour)
			h.call(h.use(owners))
			h.pass(leeway)
			return h.use(thiefs.Refresh)
		},
		"with an access token, and the owner goes on": func(h *house, stolen, owners string) *Login {
			h.pass(time.Hour)
			h.call(h.use(stolen))
			h.pass(time.Hour)
			h.call(h.use(owners))
			h.pass(leeway)
			return h.use(owners)
		},
		"after the owner's next": func(h *house, stolen, owners string) *Login {
			h.use(owners)
			return h.use(stolen)
		},
		"at once, and goes on later": func(h *house, stolen, owners string) *Login {
			l := h.use(stolen) // the same answer: the two holders cannot be told apart yet
			h.pass(15 * time.Minute)
			h.call(h.use(owners))
			h.pass(leeway)
			return h.use(l.Refresh)
		},
		"at once, and goes on before the owner": func(h *house, stolen, owners string) *Login {
			l := h.use(stolen)
			h.pass(15 * time.Minute)
			h.call(h.use(l.Refresh))
			h.pass(leeway)
			return h.use(owners)
		},
	} {
		h := newHouse(t)
		l := h.begin()
		owners := h.use(l.Refresh)
		if got := c(h, l.Refresh, owners.Refresh); got != nil || !h.tokens.IsEnded(l.Session) {
			t.Errorf("%s: nobody notices", name)
		}
		err := h.d.View(t.Context(), func(v *db.View) error {
			n, err := v.CountUserAudits(h.user.ID, string(audit.TokenReused), time.Time{})
			if n != 1 {
				t.Errorf("%s: noted %d times", name, n)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestTwoTabsMayTradeOneTokenAtOnce gets both the same, and both go on.
func TestTwoTabsMayTradeOneTokenAtOnce(t *testing.T) {
	h := newHouse(t)
	l := h.begin()
	var all sync.WaitGroup
	got := make([]*Login, 6)
	for i := range got {
		all.Go(func() { got[i], _ = h.Refresh(t.Context(), l.Refresh, here) })
	}
	all.Wait()
	for _, g := range got {
		if g == nil || g.Refresh != got[0].Refresh {
			t.Fatalf("%+v, %+v", g, got[0])
		}
	}
	if next := h.use(got[0].Refresh); next == nil || next.Refresh == got[0].Refresh {
		t.Error("it goes no further")
	}
	if who := (access.Actor{User: h.user.ID, Session: l.Session}); h.CheckOpen(t.Context(), who) != nil {
		t.Error("the session ended")
	}
}

// TestAnAnswerThatAnOutageSwallowedComesAgain ends or suspends the process between a
// refresh and its answer, for longer than the leeway.
func TestAnAnswerThatAnOutageSwallowedComesAgain(t *testing.T) {
	for name, outage := range map[string]func(h *house){
		"a restart": func(h *house) {
			h.pass(time.Hour)
			h.Service = h.started()
			if err := h.SyncEndedSessions(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
		"a pause": func(h *house) { h.freeze(time.Hour) },
	} {
		h := newHouse(t)
		l := h.begin()
		lost := h.use(l.Refresh)
		outage(h)
		if got := h.use(l.Refresh); got == nil || got.Refresh != lost.Refresh {
			t.Fatalf("%s: a living session is refused: %+v", name, got)
		}
		who := access.Actor{User: h.user.ID, Session: l.Session}
		if err := h.CheckOpen(t.Context(), who); err != nil {
			t.Errorf("%s: its access tokens are refused: %v", name, err)
		}
		h.call(lost)
		h.pass(leeway)
		if h.use(l.Refresh) != nil || h.CheckOpen(t.Context(), who) == nil {
			t.Errorf("%s: a copy is taken for a lost answer for ever", name)
		}
	}
}

// TestAnInterruptedReadingRefusesNobody has requests end while their session is looked up.
func TestAnInterruptedReadingRefusesNobody(t *testing.T) {
	h := newHouse(t)
	who := access.Actor{User: h.user.ID, Session: h.begin().Session}
	ended := 0
	for i := range 2000 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%200)*time.Microsecond)
		err := h.CheckOpen(ctx, who)
		cancel()
		if errors.Is(err, fault.AuthenticationFailed) {
			t.Fatalf("a living session is refused: %v", err)
		}
		if err != nil {
			ended++
		}
	}
	if ended == 0 {
		t.Error("nothing was interrupted: the test proves nothing")
	}
}

// TestAClockThatIsPutBackSignsNobodyOut has two tabs ask while the clock of the
// machine is corrected.
func TestAClockThatIsPutBackSignsNobodyOut(t *testing.T) {
	h := newHouse(t)
	l := h.begin()
	first := h.use(l.Refresh)
	h.pass(-time.Second)
	if got := h.use(l.Refresh); got == nil || got.Refresh != first.Refresh {
		t.Errorf("a living session is refused: %+v", got)
	}
	h.call(first)
	h.pass(-time.Hour)
	if h.use(l.Refresh) != nil {
		t.Error("a clock that was an hour ahead opens an hour for copies")
	}
}

// freeze lets time pass with the process standing still.
func (h *house) freeze(d time.Duration) {
	h.t.Helper()
	h.pauses.lastCheck = h.pauses.lastCheck.Add(-d)
	h.pass(d)
}

// TestWhatIsRefusedOnceIsRefusedFromThenOn asks for a session whose end is in the
// database, and not yet known to the tokens that were read before.
func TestWhatIsRefusedOnceIsRefusedFromThenOn(t *testing.T) {
	for name, ask := range map[string]func(h *house, l *Login) error{
		"a token that comes for the first time": func(h *house, l *Login) error {
			return h.CheckOpen(t.Context(), access.Actor{User: h.user.ID, Session: l.Session})
		},
		"a refresh": func(h *house, l *Login) error {
			_, err := h.Refresh(t.Context(), l.Refresh, here)
			return err
		},
	} {
		h := newHouse(t)
		l := h.begin()
		if _, err := h.file.Exec("UPDATE sessions SET ended_at = ?", time.Now().UnixMilli()); err != nil {
			t.Fatal(err)
		}
		if err := ask(h, l); !errors.Is(err, fault.AuthenticationFailed) {
			t.Fatalf("%s: %v", name, err)
		}
		if !h.tokens.IsEnded(l.Session) {
			t.Errorf("%s is refused, and another token of the session is still good", name)
		}
	}
}
