package twofactor

import (
	"errors"
	"testing"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/identity/audit"
	"anbar/db"
)

// TestGuessingGrowsSlowAndEnds guesses with the most tries possible: as fast as allowed,
// and after some wrong codes with a pause of an hour, so that they are forgotten. It covers
// unknown browsers and the holder of a stolen secret of a browser.
func TestGuessingGrowsSlowAndEnds(t *testing.T) {
	for _, own := range []db.DeviceID{0, 7} {
		h := newHouse(t)
		h.app(false)
		most, hour := 0, 0
		for rest := limits.FreeCodes; rest < limits.FreeCodes+8; rest++ {
			start := time.Now().Add(time.Duration(rest) * 48 * time.Hour)
			h.do(func(tx *db.Tx) error {
				tx.Now = start
				day := 0
				for n := 0; tx.Now.Sub(start) < 24*time.Hour; {
					if n == rest {
						n, tx.Now = 0, tx.Now.Add(failureWindow)
					}
					var f *fault.Fault
					if err := checkThrottle(tx.ReadOnly(), h.user.ID, own); errors.As(err, &f) {
						if f.Wait <= 0 || f.Wait > limits.CodePause {
							t.Fatalf("device %v: wait %v", own, f.Wait)
						}
						tx.Now = tx.Now.Add(f.Wait)
						continue
					}
					if n, day = n+1, day+1; tx.Now.Sub(start) < time.Hour-time.Second {
						hour = max(hour, day)
					}
					if err := h.recordWrongCode(tx, h.user.ID, own, TOTP, here); err != nil {
						return err
					}
				}
				most = max(most, day)
				return nil
			})
		}
		t.Logf("own %d: %d in the first hour, %d a day", own, hour, most)
		if hour > 16 || most > 287 || hour < limits.FreeCodes {
			t.Errorf("device %v: %d guesses in the first hour, %d in a day: more than docs/security.md says", own, hour, most)
		}
	}
}

// TestTheirOwnBrowserIsNotSlowedByStrangers: who guesses is told of, slowed down over
// restarts, and forgotten after an hour; static codes go on, and so does one's own browser.
func TestTheirOwnBrowserIsNotSlowedByStrangers(t *testing.T) {
	h := newHouse(t)
	secret, codes := h.app(true)
	in, err := h.FinishByCode(t.Context(), h.login(here).Token, TOTP, code(t, secret, 0), false, here)
	if err != nil {
		t.Fatal(err)
	}
	home := api.Origin{Device: "Firefox", Address: "192.0.2.1", Browser: in.Device}
	h.do(func(tx *db.Tx) error {
		for range limits.FreeCodes {
			if err := h.recordWrongCode(tx, h.user.ID, 0, TOTP, api.Origin{Address: "203.0.113.1"}); err != nil {
				return err
			}
		}
		if told, err := tx.CountUserAudits(h.user.ID, string(audit.SecondStepGuessed), tx.Now.Add(-time.Hour)); err != nil || told != 1 {
			t.Errorf("told %d times, %v", told, err)
		}
		again := serve(h.d, "key")
		st, err := LoadState(tx.ReadOnly(), h.user.ID)
		if err != nil {
			return err
		}
		_, err = again.verifyStepCode(tx, &Step{User: h.user, State: st}, TOTP, code(t, secret, 1), here)
		if !errors.Is(err, fault.TooManyRequests) {
			t.Error("a restart helps:", err)
		}
		if ok, err := again.verifyStepCode(tx, &Step{User: h.user, State: st}, Static, normalizeCode(codes[0]), here); err != nil || !ok {
			t.Error("a static code does not help:", err)
		}
		if own, err := again.findOwnDevice(tx.ReadOnly(), h.user.ID, st, home); err != nil || own == 0 ||
			checkThrottle(tx.ReadOnly(), h.user.ID, own) != nil {
			t.Errorf("the own browser %v is slow, %v", own, err)
		}
		tx.Now = tx.Now.Add(failureWindow)
		if err := checkThrottle(tx.ReadOnly(), h.user.ID, 0); err != nil {
			t.Error("for longer than an hour:", err)
		}
		return nil
	})
	if err := h.pass(h.login(home).Token, TOTP, code(t, secret, 1)); err != nil {
		t.Error("they are kept out of their own browser:", err)
	}
}

// TestABrowserIsOnesOwnByASecondStep: to have signed in by the password alone, before
// two-step login was on, makes no browser one's own.
func TestABrowserIsOnesOwnByASecondStep(t *testing.T) {
	h := newHouse(t)
	stranger := api.Origin{Address: "203.0.113.1", Browser: h.login(api.Origin{Address: "203.0.113.1"}).Device}
	time.Sleep(2 * time.Millisecond) // times are cut to milliseconds
	secret, _ := h.app(false)
	own := func(from api.Origin) (id db.DeviceID) {
		h.do(func(tx *db.Tx) error {
			st, err := LoadState(tx.ReadOnly(), h.user.ID)
			if err == nil {
				id, err = h.findOwnDevice(tx.ReadOnly(), h.user.ID, st, from)
			}
			return err
		})
		return id
	}
	h.do(func(tx *db.Tx) error {
		st, err := LoadState(tx.ReadOnly(), h.user.ID)
		if err != nil {
			return err
		}
		if id, err := h.findOwnSessionDevice(tx.ReadOnly(), h.who, st); err != nil || id == 0 {
			t.Error("where it was turned on is not their own:", err)
		}
		return nil
	})
	if own(stranger) != 0 || own(api.Origin{Browser: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}) != 0 || own(api.Origin{}) != 0 {
		t.Error("a stranger's browser is their own")
	}
	in, err := h.FinishByCode(t.Context(), h.login(stranger).Token, TOTP, code(t, secret, 0), false, stranger)
	if err != nil || in.Device != stranger.Browser || own(stranger) == 0 {
		t.Error("it is none after a second step, either:", err)
	}
}

// TestCodesThatStrangersCauseLeaveSomeForTheirOwnBrowser: who knows the password begins
// logins until the account may cause no more mails.
func TestCodesThatStrangersCauseLeaveSomeForTheirOwnBrowser(t *testing.T) {
	h := newHouse(t)
	if err := h.BeginEmail(t.Context(), h.who, here); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Enable(t.Context(), h.who, Email, h.newest(db.ByMail), false, here); err != nil {
		t.Fatal(err)
	}
	in, err := h.FinishByCode(t.Context(), h.login(here).Token, Email, h.newest(db.ByMail), false, here)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		h.login(api.Origin{Address: "203.0.113.1"})
	}
	if r := h.login(api.Origin{Address: "203.0.113.1"}); r.Sent != "" {
		t.Error("strangers cause any number of mails")
	}
	if r := h.login(api.Origin{Browser: in.Device}); r.Sent != Email {
		t.Error("no code comes to their own browser")
	}
}
