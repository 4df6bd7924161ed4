package plans

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"anbar/app/base/fault"
	"anbar/app/base/vault"
	"anbar/db"
)

// The secrets of payment providers.
const (
	StripeKey     = "stripe"
	StripeWebhook = "stripe webhook"
	HTTPSecret    = "http"
)

// Vault keeps the secrets of payment providers, sealed.
type Vault struct{ box *vault.Vault }

// NewVault makes a vault with a key of 32 bytes.
func NewVault(key []byte) *Vault { return &Vault{vault.New(key)} }

func loadSealed(v *db.View) (map[string][]byte, error) {
	all := map[string][]byte{}
	text, err := v.SellingSecrets()
	if errors.Is(err, db.ErrNotFound) {
		return all, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &all)
	}
	if err != nil {
		return nil, fmt.Errorf("read the secrets of payment providers: %w", err)
	}
	return all, nil
}

func storeSealed(tx *db.Tx, all map[string][]byte) error {
	text, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("write the secrets of payment providers: %w", err)
	}
	return tx.PutSellingSecrets(string(text))
}

// Reveal returns a secret; an error when there is none, or when the appliance's key is
// another one by now.
func (u *Vault) Reveal(v *db.View, s *Selling, name string) (string, error) {
	all, err := loadSealed(v)
	if err != nil {
		return "", err
	}
	origin := s.HTTP.origin()
	if name != HTTPSecret {
		origin = s.Stripe.origin()
	}
	return u.box.Open(all[name], name, origin)
}

// entry is one secret in the settings that were sent.
type entry struct {
	name, field, origin, before string
	sent                        *string
	has                         *bool
	remove                      bool
}

// secretEntries lists the secrets of settings that take the place of others.
func (s *Selling) secretEntries(before *Selling) []entry {
	stripe, h := s.Stripe, s.HTTP
	return []entry{
		{StripeKey, "stripe.secret", stripe.origin(), before.Stripe.origin(), &stripe.Secret, &stripe.HasSecret, stripe.RemoveSecret},
		{StripeWebhook, "stripe.webhook_secret", stripe.origin(), before.Stripe.origin(), &stripe.WebhookSecret, &stripe.HasWebhookSecret,
			stripe.RemoveSecret},
		{HTTPSecret, "http.secret", h.origin(), before.HTTP.origin(), &h.Secret, &h.HasSecret, h.RemoveSecret || !h.isSet()},
	}
}

// storeSecrets takes the secrets out of settings that were sent and seals them. Settings of a
// provider that were not sent stay as they are.
func (u *Vault) storeSecrets(tx *db.Tx, next, before *Selling) error {
	next.Stripe, next.HTTP = cmp.Or(next.Stripe, before.Stripe), cmp.Or(next.HTTP, before.HTTP)
	all, err := loadSealed(tx.ReadOnly())
	if err != nil {
		return err
	}
	s, h, wrong := next.Stripe, next.HTTP, fault.Fields{}
	for _, e := range next.secretEntries(before) {
		u.sealEntry(all, &e, wrong)
	}
	s.RemoveSecret, h.RemoveSecret = false, false
	if h.isSet() && h.hasPlaceholder("{secret}") && !h.HasSecret {
		wrong.Add("http.secret", fault.Required)
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	return storeSealed(tx, all)
}

func (u *Vault) sealEntry(all map[string][]byte, e *entry, wrong fault.Fields) {
	switch {
	case *e.sent != "":
		all[e.name] = u.box.Seal(*e.sent, e.name, e.origin)
	case e.remove:
		delete(all, e.name)
	case all[e.name] != nil && e.origin != e.before:
		wrong.Add(e.field, fault.Required)
	}
	*e.sent, *e.has = "", all[e.name] != nil
}
