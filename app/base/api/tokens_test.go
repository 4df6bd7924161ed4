package api

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/db"
)

func alive(context.Context, access.Actor) error { return nil }

func TestATokenIsGoodUntilItsEndOrItsSessionsEnd(t *testing.T) {
	now := time.Unix(1_900_000_000, 0)
	tokens := NewTokens([]byte("key"))
	tokens.now = func() time.Time { return now }
	auth := NewAuthenticator(tokens, nil, alive, alive)
	me := access.Actor{User: 7, Session: 8, Staff: db.Support}
	token, err := tokens.Sign(me, 0)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(token string) (access.Actor, error) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		return auth.Actor(r)
	}
	for range 2 { // read by its signature, then from memory
		if who, err := ask(token); err != nil || who != me {
			t.Fatalf("%+v, %v", who, err)
		}
	}
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + token[strings.IndexByte(token, '.'):]
	other, err := NewTokens([]byte("other")).Sign(me, 0)
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

// TestATokenOfAVisitIsNobodysElse holds the two kinds of tokens apart.
func TestATokenOfAVisitIsNobodysElse(t *testing.T) {
	tokens := NewTokens([]byte("key"))
	auth := NewAuthenticator(tokens, nil, alive, alive)
	member, e1 := tokens.Sign(access.Actor{User: 7, Session: 8}, 0)
	visit, e2 := tokens.SignVisit(9, 7, time.Now().Add(time.Hour))
	over, e3 := tokens.SignVisit(9, 7, time.Now().Add(-time.Second))
	if err := errors.Join(e1, e2, e3); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		token                     string
		actor, visitor, uploading access.Actor
	}{
		{member, access.Actor{User: 7, Session: 8}, access.Actor{}, access.Actor{User: 7, Session: 8}},
		{visit, access.Actor{}, access.Actor{User: 7, Visitor: 9}, access.Actor{User: 7, Visitor: 9}},
		{over, access.Actor{}, access.Actor{}, access.Actor{}},
		{"", access.Actor{}, access.Actor{}, access.Actor{}},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Authorization", "Bearer "+c.token)
		for range 2 { // by its signature, then from memory
			for _, gate := range []struct {
				ask  func(*http.Request) (access.Actor, error)
				want access.Actor
			}{{auth.Actor, c.actor}, {auth.BoxVisitor, c.visitor}, {auth.Uploader, c.uploading}} {
				if who, err := gate.ask(r); who != gate.want || (err == nil) != (gate.want.User != 0) {
					t.Errorf("%.20s: %+v, %v, want %+v", c.token, who, err, gate.want)
				}
			}
		}
	}
}

// TestUnusedTokensAreRememberedWithinABound: those that were forgotten count as used.
func TestUnusedTokensAreRememberedWithinABound(t *testing.T) {
	tokens := NewTokens([]byte("key"))
	for i := range maxUnused + 500 {
		tokens.ExpectUse(db.SessionID(i+1), 1)
	}
	if n := len(tokens.unused); n != maxUnused {
		t.Errorf("%d are remembered", n)
	}
	if newest := db.SessionID(maxUnused + 500); !tokens.IsUnused(newest, 1) || tokens.IsUnused(newest, 2) || tokens.IsUnused(newest, 0) {
		t.Error("the newest is not remembered as it came")
	}
	tokens.End(db.SessionID(maxUnused + 500))
	if tokens.IsUnused(db.SessionID(maxUnused+500), 1) {
		t.Error("a session that ended still waits for its tokens")
	}
}
