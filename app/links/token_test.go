package links

import (
	"testing"
	"time"

	"anbar/app/access"
	"anbar/db"
)

func TestATokenOfAVisitIsOfOneLink(t *testing.T) {
	key := signer("key")
	o := access.Visit{
		Opening: db.OpeningID(db.NewID()), Link: "A", Generation: 3, ExpiresAt: time.UnixMilli(time.Now().Add(time.Hour).UnixMilli()),
	}
	token := key.token(o)
	if got := key.read("A", token); got != o {
		t.Errorf("%+v, want %+v", got, o)
	}
	if key.read("B", token) != (access.Visit{}) {
		t.Error("the token of one link opens another")
	}
	if signer("other").read("A", token) != (access.Visit{}) {
		t.Error("a token of another key is read")
	}
	for i := range token {
		forged := []byte(token)
		if forged[i] = 'A'; token[i] == 'A' {
			forged[i] = 'g'
		}
		if key.read("A", string(forged)) != (access.Visit{}) {
			t.Errorf("a token that was changed at %d is read", i)
		}
	}
	for _, other := range []string{"", "A", token[:len(token)-1], token + "A"} {
		if key.read("A", other) != (access.Visit{}) {
			t.Errorf("%q is read", other)
		}
	}
}
