package api

import (
	"crypto/hmac"
	"crypto/sha256"
	"time"

	"anbar/db"

	"github.com/golang-jwt/jwt/v5"
)

// visits signs and reads the tokens of those who come through an upload box.
// They have a key and an issuer of their own: the one is never the other.
type visits struct {
	key    []byte
	parser *jwt.Parser
}

type visitClaims struct {
	Visitor db.VisitorID `json:"visitor_id"`
	For     db.UserID    `json:"for"`
	jwt.RegisteredClaims
}

const visitIssuer = "anbar upload box"

func newVisits(key []byte) visits {
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(visitIssuer))
	return visits{
		sum.Sum(nil), jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired(), jwt.WithIssuer(visitIssuer)),
	}
}

// SignVisit makes the token of a visit. The token only identifies the visitor: each call
// checks whether the box is still open.
func (t *Tokens) SignVisit(visitor db.VisitorID, inTheNameOf db.UserID, ends time.Time) (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodHS256, visitClaims{Visitor: visitor, For: inTheNameOf, RegisteredClaims: jwt.RegisteredClaims{
		Issuer: visitIssuer, IssuedAt: jwt.NewNumericDate(t.now()), ExpiresAt: jwt.NewNumericDate(ends),
	}}).SignedString(t.visits.key)
}
