package billing

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/sales/plans"
	"anbar/db"
)

const signatureTolerance = 5 * time.Minute // of the time in a signature

// parseSignatures reads the time of a header, and the sums that are signatures.
func parseSignatures(header string) (at string, sums [][]byte) {
	for part := range strings.SplitSeq(header, ",") {
		switch name, value, _ := strings.Cut(strings.TrimSpace(part), "="); name {
		case "t":
			at = value
		case "v1":
			if sum, err := hex.DecodeString(value); err == nil {
				sums = append(sums, sum)
			}
		}
	}
	return at, sums
}

// isSigned reports whether a webhook of Stripe was signed with the secret, not long ago.
func isSigned(header string, payload []byte, secret string, now time.Time) bool {
	at, sums := parseSignatures(header)
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || secret == "" || now.Sub(time.Unix(seconds, 0)).Abs() > signatureTolerance {
		return false
	}
	m := hmac.New(sha256.New, []byte(secret))
	m.Write([]byte(at + "."))
	m.Write(payload)
	want, right := m.Sum(nil), false
	for _, sum := range sums {
		right = hmac.Equal(sum, want) || right
	}
	return right
}

// handleStripeWebhook hears from Stripe that something happened to a session. It names the session and
// decides nothing: Stripe is asked about it.
func (s *Service) handleStripeWebhook(c *api.Call, _ *api.None) error {
	if err := s.hooks.Allow(c.Origin().Address); err != nil {
		return err
	}
	payload, err := api.ReadSmallBody(c, limits.WebhookBody, limits.BodyTime)
	if err != nil {
		return err
	}
	secret := ""
	err = s.db.View(c, func(v *db.View) error {
		set, err := plans.LoadSelling(v)
		if err == nil && set.Stripe.HasWebhookSecret {
			secret, err = s.vault.Reveal(v, set, plans.StripeWebhook)
		}
		return err
	})
	if err != nil {
		return err
	}
	if !isSigned(c.R.Header.Get("Stripe-Signature"), payload, secret, time.Now()) {
		return fault.BadRequest
	}
	var event struct {
		Type string `json:"type"`
		Data struct {
			Object struct {
				ID string `json:"id"`
			} `json:"object"`
		} `json:"data"`
	}
	if err := json.Unmarshal(payload, &event); err != nil {
		return fault.BadRequest.Because(err)
	}
	if strings.HasPrefix(event.Type, "checkout.session.") && isAuthority(event.Data.Object.ID) {
		_, err := s.SettlePayment(c, Stripe, event.Data.Object.ID, false)
		// another shop may share the account, and its sessions are not ours
		if err != nil && !errors.Is(err, fault.InvalidID) {
			s.log.Error("Stripe did not say whether a payment is paid", "session", event.Data.Object.ID, "error", err)
			return fault.PaymentUnavailable.Because(err) // Stripe sends the webhook again
		}
	}
	c.W.WriteHeader(http.StatusNoContent)
	return nil
}
