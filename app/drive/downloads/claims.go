package downloads

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"net/url"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/db"
)

// signer signs claims of URLs.
type signer []byte

// urlClaims holds the claims of a signed URL: who asked for it, the target and the expiry.
type urlClaims struct {
	User      db.UserID
	Session   db.SessionID
	Token     db.TokenID // of a program that asked for the URL; 0 for none
	Target    Target
	Expires   int64 // Unix seconds
	Inline    bool
	Thumbnail bool
}

const (
	claimsLen = 8*8 + 1
	macLen    = 16
)

func urlClaimsOf(who access.Actor, t Target, expires int64) *urlClaims {
	return &urlClaims{User: who.User, Session: who.Session, Token: who.Token(), Target: t, Expires: expires}
}

// authorizeHolder limits the actor of a URL, which ends with the account, the session and the token that it was asked for with. One that
// a program asked for reaches no further than the program's token.
func authorizeHolder(v *db.View, who access.Actor, token db.TokenID) (access.Actor, error) {
	if err := access.CheckActive(v, who); errors.Is(err, fault.AuthenticationFailed) {
		return who, fault.LinkExpired
	} else if err != nil || token == 0 {
		return who, err
	}
	t, err := v.APITokenByID(who.User, token)
	if errors.Is(err, db.ErrNotFound) || err == nil && !t.IsUsable(v.Now) {
		return who, fault.LinkExpired
	}
	if err == nil {
		who.Scope = &access.Scope{Spaces: t.Spaces, Write: t.Write, Token: t.ID}
	}
	return who, err
}

func (g *urlClaims) encode(key signer) string {
	b := make([]byte, 0, claimsLen+macLen)
	for _, n := range []int64{int64(g.User), int64(g.Session), int64(g.Target.Space), int64(g.Target.Directory), int64(g.Target.File),
		int64(g.Target.Version), g.Expires, int64(g.Token)} {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	var flags byte
	if g.Inline {
		flags |= 1
	}
	if g.Thumbnail {
		flags |= 2
	}
	b = append(b, flags)
	return base64.RawURLEncoding.EncodeToString(append(b, key.sign(b)...))
}

func (key signer) sign(b []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte("download "))
	m.Write(b)
	return m.Sum(nil)[:macLen]
}

func (g *urlClaims) url(key signer, name string) string {
	return "/api/download/content/" + g.encode(key) + "/" + url.PathEscape(name)
}

// parseClaims takes the token of a URL.
func parseClaims(key signer, token string, now time.Time) (*urlClaims, error) {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) != claimsLen+macLen || !hmac.Equal(b[claimsLen:], key.sign(b[:claimsLen])) {
		return nil, fault.InvalidID
	}
	n := func(i int) int64 { return int64(binary.BigEndian.Uint64(b[i*8:])) }
	g := &urlClaims{User: db.UserID(n(0)), Session: db.SessionID(n(1)), Target: Target{
		Space: db.SpaceID(n(2)), Directory: db.NodeID(n(3)), File: db.NodeID(n(4)), Version: db.VersionID(n(5)),
	},
		Expires: n(6), Token: db.TokenID(n(7)), Inline: b[claimsLen-1]&1 != 0, Thumbnail: b[claimsLen-1]&2 != 0}
	if now.Unix() >= g.Expires {
		return nil, fault.LinkExpired
	}
	return g, nil
}
