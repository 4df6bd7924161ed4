package captcha

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"anbar/app/base/fault"
)

func solve(t *testing.T, c *Challenge) solution {
	t.Helper()
	for n := range int64(c.MaxNumber) {
		if digest(c.Salt, n) == c.Challenge {
			return solution{c.Algorithm, c.Challenge, n, c.Salt, c.Signature}
		}
	}
	t.Fatal("the challenge has no solution")
	return solution{}
}

func write(t *testing.T, s solution) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b)
}

func TestASolutionWorksOnceAndNotForLong(t *testing.T) {
	g := New()
	now := time.Now()
	g.now = func() time.Time { return now }
	ask := func() solution {
		c, err := g.NewChallenge(0)
		if err != nil {
			t.Fatal(err)
		}
		return solve(t, c)
	}
	s := ask()
	if err := g.Check(write(t, s), 0); err != nil {
		t.Fatal(err)
	}
	if err := g.Check(write(t, s), 0); !errors.Is(err, fault.CaptchaFailed) {
		t.Error("a solution worked twice")
	}
	late := ask()
	now = now.Add(challengeLife + time.Second)
	if err := g.Check(write(t, late), 0); !errors.Is(err, fault.CaptchaFailed) {
		t.Error("an old solution worked")
	}
	if len(g.used) != 1 {
		t.Errorf("%d challenges are remembered", len(g.used))
	}
}

func TestWhatWasNotAskedIsNoSolution(t *testing.T) {
	g, other := New(), New()
	c, err := g.NewChallenge(0)
	if err != nil {
		t.Fatal(err)
	}
	s := solve(t, c)
	wrong := s
	wrong.Number++
	longer := s
	longer.Salt = longer.Salt[:len(longer.Salt)-10] + "9999999999"
	own := solution{algorithm, digest("x?expires=9999999999", 1), 1, "x?expires=9999999999", s.Signature}
	foreign, err := other.NewChallenge(0)
	if err != nil {
		t.Fatal(err)
	}
	weak := s
	weak.Algorithm = "none"
	for name, sent := range map[string]string{
		"nothing": "", "no base 64": "{}", "another number": write(t, wrong), "a longer life": write(t, longer),
		"a challenge of one's own": write(t, own), "another key": write(t, solve(t, foreign)), "another algorithm": write(t, weak),
	} {
		if err := g.Check(sent, 0); !errors.Is(err, fault.CaptchaFailed) {
			t.Errorf("%s was taken: %v", name, err)
		}
	}
	if err := g.Check(write(t, s), 0); err != nil {
		t.Errorf("the right one was not taken afterwards: %v", err)
	}
}

func TestFailuresMakeItHarderUpToALimit(t *testing.T) {
	g, last := New(), 0
	for _, failures := range []int{0, 4, 8, 400, 1 << 40} {
		c, err := g.NewChallenge(failures)
		if err != nil {
			t.Fatal(err)
		}
		if c.MaxNumber < last || c.MaxNumber > hardest {
			t.Errorf("after %d failures the most is %d", failures, c.MaxNumber)
		}
		last = c.MaxNumber
	}
	if last != hardest {
		t.Errorf("the hardest is %d", last)
	}
}

// TestAnEasyChallengeIsNoWayAroundAHardOne: after many failures an easy challenge is not
// enough.
func TestAnEasyChallengeIsNoWayAroundAHardOne(t *testing.T) {
	g := New()
	easy, e1 := g.NewChallenge(0)
	hard, e2 := g.NewChallenge(12)
	if err := errors.Join(e1, e2); err != nil {
		t.Fatal(err)
	}
	sent := write(t, solve(t, easy))
	if err := g.Check(sent, 20); !errors.Is(err, fault.CaptchaRequired) {
		t.Errorf("an easy solution was taken: %v", err)
	}
	if err := g.Check(sent, 5); err != nil { // it was given when there were a few fewer
		t.Errorf("a solution was refused for what others did meanwhile: %v", err)
	}
	if err := g.Check(write(t, solve(t, hard)), 12); err != nil {
		t.Error(err)
	}
	// The difficulty is signed.
	s := solve(t, easy)
	s.Salt = strings.Replace(s.Salt, "most=50000", "most=3000000", 1)
	if err := g.Check(write(t, s), 20); !errors.Is(err, fault.CaptchaFailed) {
		t.Errorf("a changed challenge was taken: %v", err)
	}
}
