package invitations

import (
	"crypto/rand"
	"net/url"
	"strings"
	"time"

	"anbar/app/base/api"
	"anbar/db"
)

// Link is a link that an inviter hands over by themselves, for the appliance may send no mail. It opens one invitation, once.
// Its code proves no address: the inviter knows it too.
type Link struct {
	URL       string   `json:"url"`
	ExpiresAt api.Time `json:"expires_at"`
}

// NewLink makes a link at the URL of the appliance, and the SHA-256 of its code.
func NewLink(base string, now time.Time) (*Link, []byte) {
	code := rand.Text()
	return &Link{base + "/invitation?" + url.Values{"code": {code}}.Encode(), api.Time(now.Add(Life))}, hashCode(code)
}

// FindLink returns the link with that code, ended or not; db.ErrNotFound when there is none.
func FindLink(v *db.View, code string) (*db.InviteLink, error) {
	return v.InviteLinkByCode(hashCode(strings.TrimSpace(code)))
}

// FindMailed returns the invitation that was mailed with that code, ended or not; db.ErrNotFound when there is none.
func FindMailed(v *db.View, code string) (*db.Invitation, error) {
	return v.InvitationByCode(hashCode(strings.TrimSpace(code)))
}
