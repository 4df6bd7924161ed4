package links

import (
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/db"
)

func TestATokenOfAGrantIsOfOneLink(t *testing.T) {
	key := signer("key")
	o := access.LinkToken{
		Opening: db.OpeningID(db.NewID()), Link: "A", Generation: 3, ExpiresAt: time.UnixMilli(time.Now().Add(time.Hour).UnixMilli()),
	}
	token := key.signLinkToken(o)
	if got := key.parseLinkToken("A", token); got != o {
		t.Errorf("%+v, want %+v", got, o)
	}
	if key.parseLinkToken("B", token) != (access.LinkToken{}) {
		t.Error("the token of one link opens another")
	}
	if signer("other").parseLinkToken("A", token) != (access.LinkToken{}) {
		t.Error("a token of another key is read")
	}
	for i := range token {
		forged := []byte(token)
		if forged[i] = 'A'; token[i] == 'A' {
			forged[i] = 'g'
		}
		if key.parseLinkToken("A", string(forged)) != (access.LinkToken{}) {
			t.Errorf("a token that was changed at %d is read", i)
		}
	}
	for _, other := range []string{"", "A", token[:len(token)-1], token + "A"} {
		if key.parseLinkToken("A", other) != (access.LinkToken{}) {
			t.Errorf("%q is read", other)
		}
	}
}
