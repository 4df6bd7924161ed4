package links

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"anbar/app/base/access"
	"anbar/db"
)

// signer signs the tokens of visitors. They stand for themselves, so that no number of openings ends another
// visitor's, and none needs a row.
type signer []byte

const (
	grantLen = 3 * 8
	macLen   = 16
)

// signLinkToken writes a token, which the link is not part of: its id is in every request.
func (key signer) signLinkToken(o access.LinkToken) string {
	b := make([]byte, 0, grantLen+macLen)
	for _, n := range []int64{int64(o.Opening), int64(o.Generation), o.ExpiresAt.UnixMilli()} {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return base64.RawURLEncoding.EncodeToString(append(b, key.sign(o.Link, b)...))
}

func (key signer) sign(link string, b []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte("grant of " + link + " "))
	m.Write(b)
	return m.Sum(nil)[:macLen]
}

// parseLinkToken reads a token that was signed for the link. Any other one is the zero LinkToken, which opens nothing.
func (key signer) parseLinkToken(link, token string) access.LinkToken {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) != grantLen+macLen || !hmac.Equal(b[grantLen:], key.sign(link, b[:grantLen])) {
		return access.LinkToken{}
	}
	n := func(i int) int64 { return int64(binary.BigEndian.Uint64(b[i*8:])) }
	return access.LinkToken{
		Opening: db.OpeningID(n(0)), Link: link, Generation: int(n(1)), ExpiresAt: time.UnixMilli(n(2)),
	}
}
