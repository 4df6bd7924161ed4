package password

import (
	"strings"
	"testing"
)

func TestAPasswordMatchesItsSumAlone(t *testing.T) {
	phc, err := Hash("Correct-1-horse")
	if err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]bool{"Correct-1-horse": true, "correct-1-horse": false, "": false, "Correct-1-horse ": false} {
		if ok, err := Matches(phc, given); err != nil || ok != want {
			t.Errorf("%q: %v %v", given, ok, err)
		}
	}
	if again, err := Hash("Correct-1-horse"); err != nil || again == phc {
		t.Errorf("the same sum twice: %v", err)
	}
}

// TestTheDecoyCostsWhatAPasswordCosts holds the two forms together: who compares
// with the decoy does the same work.
func TestTheDecoyCostsWhatAPasswordCosts(t *testing.T) {
	sameCost(t, "m=19456,t=2,p=1")
	again := Cheap()
	sameCost(t, "m=8,t=1,p=1")
	again()
	sameCost(t, "m=19456,t=2,p=1")
}

func sameCost(t *testing.T, want string) {
	t.Helper()
	phc, err := Hash("x")
	if err != nil {
		t.Fatal(err)
	}
	cost := func(s string) string { return strings.Join(strings.Split(s, "$")[:4], "$") }
	if cost(phc) != cost(Decoy) || !strings.Contains(phc, want) {
		t.Errorf("%s is not %s, or not %s", cost(Decoy), cost(phc), want)
	}
	for _, given := range []string{"", "AAAA"} {
		if ok, err := Matches(Decoy, given); err != nil || ok {
			t.Errorf("%q matches the decoy: %v", given, err)
		}
	}
}

func TestADamagedSumIsAnError(t *testing.T) {
	for _, phc := range []string{"", "x", "$argon2i$v=19$m=1,t=1,p=1$AA$AA", "$argon2id$v=19$cost$AA$AA", "$argon2id$v=19$m=8,t=1,p=1$!$AA",
		"$argon2id$v=19$m=8,t=1,p=1$AA$!"} {
		if ok, err := Matches(phc, "x"); err == nil || ok {
			t.Errorf("%q was taken", phc)
		}
	}
}
