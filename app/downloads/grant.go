package downloads

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"net/url"
	"time"

	"anbar/app/fault"
	"anbar/db"
)

// signer signs grants.
type signer []byte

// grant holds the claims of a signed URL: the user, the target and the expiry.
type grant struct {
	User      db.UserID
	Session   db.SessionID
	Target    Target
	Expires   int64 // Unix seconds
	Inline    bool
	Thumbnail bool
}

const (
	grantLen = 7*8 + 1
	macLen   = 16
)

func (g *grant) token(key signer) string {
	b := make([]byte, 0, grantLen+macLen)
	for _, n := range []int64{int64(g.User), int64(g.Session), int64(g.Target.Space), int64(g.Target.Directory), int64(g.Target.File),
		int64(g.Target.Version), g.Expires} {
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

func (g *grant) url(key signer, name string) string {
	return "/api/download/content/" + g.token(key) + "/" + url.PathEscape(name)
}

// readGrant takes the token of a URL.
func readGrant(key signer, token string, now time.Time) (*grant, error) {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) != grantLen+macLen || !hmac.Equal(b[grantLen:], key.sign(b[:grantLen])) {
		return nil, fault.InvalidID
	}
	n := func(i int) int64 { return int64(binary.BigEndian.Uint64(b[i*8:])) }
	g := &grant{User: db.UserID(n(0)), Session: db.SessionID(n(1)), Target: Target{
		db.SpaceID(n(2)), db.NodeID(n(3)), db.NodeID(n(4)), db.VersionID(n(5)),
	},
		Expires: n(6), Inline: b[grantLen-1]&1 != 0, Thumbnail: b[grantLen-1]&2 != 0}
	if now.Unix() >= g.Expires {
		return nil, fault.LinkExpired
	}
	return g, nil
}
