package db

import (
	"errors"
	"strings"
	"testing"
)

func TestAnErrorNamesItsStatement(t *testing.T) {
	d := open(t)
	err := d.Update(t.Context(), func(tx *Tx) error {
		u := &User{ID: 7, Email: "a@example.org", FirstName: "A", LastName: "B", Language: "fa"}
		if err := tx.InsertUser(u); err != nil {
			return err
		}
		return tx.InsertUser(u)
	})
	if !errors.Is(err, ErrExists) || !strings.Contains(err.Error(), "INSERT INTO users") {
		t.Errorf("%v", err)
	}
	err = d.View(t.Context(), func(v *View) error { return v.scanRow("SELECT nothing\n\tFROM here", nil) })
	if err == nil || !strings.HasPrefix(err.Error(), "SELECT nothing FROM here: ") {
		t.Errorf("%v", err)
	}
	err = d.View(t.Context(), func(v *View) error {
		_, err := v.UserByID(9)
		return err
	})
	if err != ErrNotFound {
		t.Errorf("%v", err)
	}
}

func TestTheFirstWordsOfAStatement(t *testing.T) {
	long := "SELECT " + strings.Repeat("column, ", 20)
	if got := firstWords(long); len(got) > maxWords+len(" …") || !strings.HasSuffix(got, " …") {
		t.Errorf("%q", got)
	}
}
