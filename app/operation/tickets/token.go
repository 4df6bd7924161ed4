package tickets

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"regexp"
	"strings"

	"anbar/db"
)

const (
	idLength  = 13
	sumLength = 10 // bytes: 80 bits
)

var lowerBase32 = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func (s *Service) signID(id string) string {
	h := hmac.New(sha256.New, s.Key)
	h.Write([]byte(id))
	return lowerBase32.EncodeToString(h.Sum(nil)[:sumLength])
}

// replyToken names a ticket in an address, signed.
func (s *Service) replyToken(id db.TicketID) string { return id.String() + s.signID(id.String()) }

// tokenPattern finds what may be a token in an address or in the id of a message.
var tokenPattern = regexp.MustCompile(`[+.]([0-9a-hjkmnp-tv-z]{13}[a-z2-7]{16})@`)

// findTicketID returns the ticket that the headers of a mail name with a right signature; 0 for
// none.
func (s *Service) findTicketID(headers string) db.TicketID {
	for _, found := range tokenPattern.FindAllStringSubmatch(strings.ToLower(headers), 20) {
		token := found[1]
		if !hmac.Equal([]byte(s.signID(token[:idLength])), []byte(token[idLength:])) {
			continue
		}
		var id db.TicketID
		if id.UnmarshalText([]byte(token[:idLength])) == nil {
			return id
		}
	}
	return 0
}

// replyAddress is where answers to the mails of a ticket go; empty where no mailbox is read.
func (s *Service) replyAddress(id db.TicketID) string {
	local, domain, ok := strings.Cut(s.Mailbox.Address, "@")
	if !ok || s.Mailbox.URL == "" {
		return ""
	}
	return local + "+" + s.replyToken(id) + "@" + domain
}
