package links

import (
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/db"
)

func TestATokenOfAGrantIsOfOneLink(t *testing.T) {
	key := signer("key")
	o := access.VisitGrant{
		Opening: db.OpeningID(db.NewID()), Link: "A", Generation: 3, ExpiresAt: time.UnixMilli(time.Now().Add(time.Hour).UnixMilli()),
	}
	token := key.signGrant(o)
	if got := key.parseGrant("A", token); got != o {
		t.Errorf("%+v, want %+v", got, o)
	}
	if key.parseGrant("B", token) != (access.VisitGrant{}) {
		t.Error("the token of one link opens another")
	}
	if signer("other").parseGrant("A", token) != (access.VisitGrant{}) {
		t.Error("a token of another key is read")
	}
	for i := range token {
		forged := []byte(token)
		if forged[i] = 'A'; token[i] == 'A' {
			forged[i] = 'g'
		}
		if key.parseGrant("A", string(forged)) != (access.VisitGrant{}) {
			t.Errorf("a token that was changed at %d is read", i)
		}
	}
	for _, other := range []string{"", "A", token[:len(token)-1], token + "A"} {
		if key.parseGrant("A", other) != (access.VisitGrant{}) {
			t.Errorf("%q is read", other)
		}
	}
}
