package stories

import (
	"database/sql"
	"encoding/base64"
	"path/filepath"
	"testing"

	"golang.org/x/crypto/argon2"
)

// TestAnOldPasswordGoesOn: a program of before made the sum of what was typed on a system that takes
// letters apart. It opens as it was typed, and from then on in every form; a wrong one changes nothing.
func TestAnOldPasswordGoesOn(t *testing.T) {
	dir := dataDir(t)
	a := newAppliance(t, dir)
	sara := person(t, a, "sara")
	const asTyped, composed = "Pa\u0308sswo\u0308rd-17", "P\u00e4ssw\u00f6rd-17"
	salt, b64 := []byte("0123456789abcdef"), base64.RawStdEncoding
	old := "$argon2id$v=19$m=8,t=1,p=1$" + b64.EncodeToString(salt) + "$" +
		b64.EncodeToString(argon2.IDKey([]byte(asTyped), salt, 1, 8, 1, 32))
	d, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "anbar.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Exec("UPDATE users SET password = ?", old); err != nil {
		t.Fatal(err)
	}
	stored := func() (phc string) {
		t.Helper()
		if err := d.QueryRow("SELECT password FROM users").Scan(&phc); err != nil {
			t.Fatal(err)
		}
		return phc
	}
	login := func(password string, status int) {
		t.Helper()
		client{handler: a}.do("POST", "/accounts/v1/users/login", map[string]any{"login": "sara@example.org", "password": password}).
			must(t, status)
	}
	login(composed, 401)
	login("Pa\u0308sswo\u0308rd-18", 401)
	if stored() != old {
		t.Error("a wrong password changed the sum")
	}
	login(asTyped, 200)
	if stored() == old {
		t.Error("the old sum stays")
	}
	kept := stored()
	login(composed, 200)
	login(asTyped, 200)
	if stored() != kept {
		t.Error("the sum is made again at every sign-in")
	}
	sara.do("GET", "/accounts/v1/users/me", nil).must(t, 200) // nobody is signed out by it
}
