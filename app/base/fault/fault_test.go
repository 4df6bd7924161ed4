package fault

import (
	"errors"
	"fmt"
	"testing"
)

func TestFaultsCompareByKeyAndKeepTheirCause(t *testing.T) {
	cause := errors.New("disk on fire")
	err := fmt.Errorf("store part 3: %w", ChecksumMismatch.Because(cause))
	if !errors.Is(err, ChecksumMismatch) || !errors.Is(err, cause) || errors.Is(err, InvalidPart) {
		t.Fatal(err)
	}
	if ChecksumMismatch.With("n", 1).With("m", 2).Detail["n"] != 1 || ChecksumMismatch.Detail != nil {
		t.Fatal("With has to leave the catalogue's own fault alone")
	}
}

func TestCatalogueKeepsToTheStatusesTheClientMapsByKey(t *testing.T) {
	for _, f := range All() {
		isMapped := f.Status >= 400 && f.Status < 500 || f.Key == NotReady.Key // that one is for monitors alone
		if !isMapped || f.Message == "" {
			t.Errorf("%s: status %d, message %q", f.Key, f.Status, f.Message)
		}
	}
}

func TestWrongFieldsAreNamed(t *testing.T) {
	w := Fields{}
	if w.Err() != nil {
		t.Fatal("nothing is wrong")
	}
	w.Add("email", Required)
	w.Add("email", Required)
	w.Add("email", InvalidEmail)
	var f *Fault
	if !errors.As(w.Err(), &f) || f.Status != 400 || len(f.Fields["email"]) != 2 {
		t.Fatalf("%#v", f)
	}
}
