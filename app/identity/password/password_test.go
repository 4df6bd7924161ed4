package password

import (
	"encoding/base64"
	"strings"
	"testing"
)

func TestAPasswordMatchesItsSumAlone(t *testing.T) {
	phc, err := Hash("Correct-1-horse")
	if err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]bool{"Correct-1-horse": true, "correct-1-horse": false, "": false, "Correct-1-horse ": false} {
		if ok, old, err := Verify(phc, given); err != nil || ok != want || old {
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
		if ok, _, err := Verify(Decoy, given); err != nil || ok {
			t.Errorf("%q matches the decoy: %v", given, err)
		}
	}
}

func TestADamagedSumIsAnError(t *testing.T) {
	for _, phc := range []string{"", "x", "$argon2i$v=19$m=1,t=1,p=1$AA$AA", "$argon2id$v=19$cost$AA$AA", "$argon2id$v=19$m=8,t=1,p=1$!$AA",
		"$argon2id$v=19$m=8,t=1,p=1$AA$!"} {
		if ok, _, err := Verify(phc, "x"); err == nil || ok {
			t.Errorf("%q was taken", phc)
		}
	}
}

// TestOneTextIsOnePassword: systems compose letters in several ways, and keyboards have several spaces.
func TestOneTextIsOnePassword(t *testing.T) {
	defer Cheap()()
	for _, same := range [][]string{
		{"P\u00e4ssw\u00f6rd-\u00e9-17", "Pa\u0308sswo\u0308rd-e\u0301-17", "P\u00e4sswo\u0308rd-\u00e9-17"},
		{"\u0622ب-Aa1", "ا\u0653ب-Aa1"},
		{"Correct 1 horse", "Correct\u00a01\u00a0horse", "Correct\u20091\u3000horse"},
		{"\uac00-Aa1!", "\u1100\u1161-Aa1!"}, {"\u212b-Aa1", "\u00c5-Aa1", "A\u030a-Aa1"},
	} {
		for _, made := range same {
			phc, err := Hash(made)
			if err != nil {
				t.Fatal(err)
			}
			for _, given := range same {
				if ok, old, err := Verify(phc, given); !ok || old || err != nil {
					t.Errorf("%+q does not match %+q: %v %v", given, made, old, err)
				}
			}
		}
	}
	phc, err := Hash("Stra\u00dfe-1-x")
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{"Strasse-1-x", "stra\u00dfe-1-x", "Stra\u00dfe-1-\uff58", "Stra\u00dfe-1-x\u200c"} {
		if ok, _, err := Verify(phc, other); ok || err != nil {
			t.Errorf("%+q matches: %v", other, err)
		}
	}
}

// TestAnOldSumGoesOn: programs before made sums of what was typed, in whatever form.
func TestAnOldSumGoesOn(t *testing.T) {
	defer Cheap()()
	raw := "Pa\u0308sswo\u0308rd-17"
	salt := []byte("0123456789abcdef")
	b64 := base64.RawStdEncoding
	phc := currentCost.formatPHC(b64.EncodeToString(salt), b64.EncodeToString(hashArgon2(raw, salt, currentCost.time,
		currentCost.memory, currentCost.threads)))
	if ok, old, err := Verify(phc, raw); !ok || !old || err != nil {
		t.Errorf("as it was typed: %v %v %v", ok, old, err)
	}
	for _, given := range []string{"P\u00e4ssw\u00f6rd-17", "Pa\u0308sswo\u0308rd-18"} {
		if ok, old, err := Verify(phc, given); ok || old || err != nil {
			t.Errorf("%+q: %v %v %v", given, ok, old, err)
		}
	}
}

// TestTheTimeTellsNothingOfTheSum: a text with two forms is compared twice, whatever is stored, and
// any other once.
func TestTheTimeTellsNothingOfTheSum(t *testing.T) {
	defer Cheap()()
	made, err := Hash("Pa\u0308ss-17")
	if err != nil {
		t.Fatal(err)
	}
	for _, phc := range []string{made, Decoy} {
		for given, want := range map[string]int{"P\u00e4ss-17": 1, "Pa\u0308ss-17": 2, "Pa\u0308ss-18": 2, "x": 1, "": 1} {
			if n := sums(t, phc, given); n != want {
				t.Errorf("%+q: %d sums, want %d", given, n, want)
			}
		}
	}
}

// sums counts how many sums a comparison makes.
func sums(t *testing.T, phc, given string) int {
	t.Helper()
	was := argonSlots
	defer func() { argonSlots = was }()
	argonSlots = make(chan struct{})
	n, done := 0, make(chan struct{})
	go func() {
		defer close(done)
		for range argonSlots { // a sum takes its slot
			n++
			argonSlots <- struct{}{} // and gives it back
		}
	}()
	if _, _, err := Verify(phc, given); err != nil {
		t.Error(err)
	}
	close(argonSlots)
	<-done
	return n
}
