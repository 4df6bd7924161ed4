package api

import (
	"encoding/base64"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"anbar/app/access"
)

func TestATokenIsGoodUntilItsEndOrItsSessionsEnd(t *testing.T) {
	now := time.Unix(1_900_000_000, 0)
	tokens := NewTokens([]byte("key"))
	tokens.now = func() time.Time { return now }
	me := access.Actor{User: 7, Session: 8, Staff: true}
	token, err := tokens.Sign(me)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(token string) (access.Actor, error) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		return tokens.Actor(r)
	}
	for range 2 { // read by its signature, then from memory
		if who, err := ask(token); err != nil || who != me {
			t.Fatalf("%+v, %v", who, err)
		}
	}
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + token[strings.IndexByte(token, '.'):]
	other, err := NewTokens([]byte("other")).Sign(me)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "x", token + "x", none, none[:strings.LastIndexByte(none, '.')+1], other} {
		if _, err := ask(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
	later := now
	now = now.Add(AccessLife)
	if _, err := ask(token); err == nil {
		t.Error("it outlived its end")
	}
	now = later
	tokens.End(me.Session)
	if _, err := ask(token); err == nil {
		t.Error("it outlived its session")
	}
}
