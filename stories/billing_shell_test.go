package stories

import (
	"encoding/json"
	"log/slog"
	"testing"

	"anbar/app"
)

// TestSellingAfterAccountsFromTheShell starts a server with --selling on a directory whose accounts the shell made: there
// was no set-up that could have asked. What staff decide afterwards holds, whatever the server is started with.
func TestSellingAfterAccountsFromTheShell(t *testing.T) {
	c := settings(t.TempDir() + "/data")
	c.Selling = true
	start := func() *app.App {
		a, err := app.New(t.Context(), c, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	isSelling := func(a *app.App) bool {
		return client{handler: a}.do("GET", "/setup", nil).must(t, 200).get(t, "selling").(bool)
	}
	a := start()
	person(t, a, "boss")
	if isSelling(a) {
		t.Error("it sells before it is started with the account")
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	a = start()
	if !isSelling(a) {
		t.Error("--selling does nothing")
	}
	if err := setStaff(t.Context(), a, "boss@example.org", "administrator"); err != nil {
		t.Fatal(err)
	}
	boss := client{handler: a}
	r := boss.do("POST", "/accounts/v1/users/login", map[string]string{"login": "boss@example.org", "password": password}).must(t, 200)
	boss.token = r.get(t, "access").(string)
	var chosen map[string]any
	if err := json.Unmarshal(boss.do("GET", "/admin/selling", nil).must(t, 200).Body, &chosen); err != nil {
		t.Fatal(err)
	}
	chosen["on"] = false
	boss.do("PUT", "/admin/selling", chosen).must(t, 200)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	a = start()
	if isSelling(a) {
		t.Error("--selling undoes what staff decided")
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
}
