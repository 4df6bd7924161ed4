package wopi

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/limits"
)

// ErrProof means that a request is not signed by the server, or too long ago.
var ErrProof = errors.New("wopi: the request is not signed by the office server")

const epoch = 621355968000000000 // 1970 in units of 100 ns since the year 1

// ToTicks is a time as signed requests have it.
func ToTicks(t time.Time) int64 { return epoch + t.UnixNano()/100 }

// ProofPayload is what the server signs of a request.
func ProofPayload(token, address string, ticks int64) []byte {
	address = strings.ToUpper(address)
	var b []byte
	for _, text := range []string{token, address} {
		b = binary.BigEndian.AppendUint32(b, uint32(len(text)))
		b = append(b, text...)
	}
	b = binary.BigEndian.AppendUint32(b, 8)
	return binary.BigEndian.AppendUint64(b, uint64(ticks))
}

// CheckProof fails with ErrProof unless the server signed a request to an address with a token. The keys change from time to
// time: then either side may still have the old one.
func (d *Discovery) CheckProof(token, address string, h http.Header, now time.Time) error {
	ticks, err := strconv.ParseInt(h.Get("X-WOPI-TimeStamp"), 10, 64)
	if err != nil || ticks < epoch {
		return ErrProof
	}
	age := now.Sub(time.Unix(0, 0).Add(time.Duration(min(ticks-epoch, 1<<56)) * 100))
	if age > limits.WopiProof || age < -limits.WopiProof {
		return ErrProof
	}
	sum := sha256.Sum256(ProofPayload(token, address, ticks))
	is := func(k *rsa.PublicKey, header string) bool {
		sig, err := base64.StdEncoding.DecodeString(h.Get(header))
		return err == nil && k != nil && rsa.VerifyPKCS1v15(k, crypto.SHA256, sum[:], sig) == nil
	}
	if is(d.now, "X-WOPI-Proof") || is(d.now, "X-WOPI-ProofOld") || is(d.old, "X-WOPI-Proof") {
		return nil
	}
	return ErrProof
}
