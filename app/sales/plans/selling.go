package plans

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

// Selling is what staff set about selling plans. The zero value sells nothing.
type Selling struct {
	On          bool    `json:"on" doc:"false: each workspace is unlimited, and nothing speaks of plans"`
	Currency    string  `json:"currency" enum:"IRT,IRR,EUR,USD" doc:"prices are in its smallest unit that is used: Toman, Rial, cent"`
	Tax         int     `json:"tax" doc:"in hundredths of a per cent: 1000 is 10 %"`
	TaxIncluded bool    `json:"tax_included" doc:"prices contain the tax"`
	TrialDays   int     `json:"trial_days"`
	GraceDays   int     `json:"grace_days" doc:"days after the end in which everything goes on"`
	Seller      Party   `json:"seller"`
	Zarinpal    Gateway `json:"zarinpal,omitzero" doc:"a payment gateway that speaks Zarinpal's protocol, version 4"`
	Transfer    Bank    `json:"transfer" doc:"where buyers transfer money to; nothing is offered without an account"`

	Stripe *Stripe      `json:"stripe,omitempty" doc:"Stripe Checkout; a request without it changes nothing of it"`
	HTTP   *HTTPGateway `json:"http,omitempty" doc:"any other gateway, by templates; a request without it changes nothing of it"`
}

// Bank is the account that buyers transfer money to.
type Bank struct {
	Holder string `json:"holder"`
	Bank   string `json:"bank"`
	IBAN   string `json:"iban"`
	Card   string `json:"card"`
}

const (
	maxPart  = 300 // runes of a line of an address
	fullTax  = 10_000
	maxDays  = 366
	maxPrice = 1 << 40
)

// currencies maps each to the digits behind the point of its smallest unit.
var currencies = map[string]int{"IRT": 0, "IRR": 0, "EUR": 2, "USD": 2}

func defaultSelling() *Selling {
	return &Selling{
		Currency: "IRT", Tax: 1000, TrialDays: 30, GraceDays: 7, Stripe: &Stripe{},
		HTTP: &HTTPGateway{Currency: "IRR", Start: HTTPRequest{Method: "POST"}, Verify: HTTPRequest{Method: "POST"}},
	}
}

// LoadSelling returns what staff set.
func LoadSelling(v *db.View) (*Selling, error) {
	s := defaultSelling()
	text, err := v.SellingSettings()
	if errors.Is(err, db.ErrNotFound) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(text), s); err != nil {
		return nil, fmt.Errorf("read the settings of selling: %w", err)
	}
	return s, nil
}

func isCurrency(name string) bool {
	_, ok := currencies[name]
	return ok
}

// trim removes the spaces and dashes that people type in numbers, and writes these with Latin digits.
func (b *Bank) trim() {
	b.Holder, b.Bank = strings.TrimSpace(b.Holder), strings.TrimSpace(b.Bank)
	b.IBAN, b.Card = toAccountNumber(b.IBAN), toAccountNumber(b.Card)
}

// check refuses settings that make no sense.
func (s *Selling) check() error {
	wrong := fault.Fields{}
	for field, bad := range map[string]bool{
		"currency":   !isCurrency(s.Currency),
		"tax":        s.Tax < 0 || s.Tax >= fullTax,
		"trial_days": s.TrialDays < 0 || s.TrialDays > maxDays,
		"zarinpal":   !s.Zarinpal.normalize(),
		"grace_days": s.GraceDays < 0 || s.GraceDays > maxDays,
	} {
		if bad {
			wrong.Add(field, fault.InvalidValue)
		}
	}
	if s.Stripe != nil {
		s.Stripe.check(wrong)
	}
	if s.HTTP != nil {
		s.HTTP.check(wrong)
	}
	s.Transfer.trim()
	if !s.Seller.normalize() || utf8.RuneCountInString(s.Transfer.Holder+s.Transfer.Bank+s.Transfer.IBAN+s.Transfer.Card) > maxPart {
		wrong.Add("seller", fault.TooLong)
	}
	return wrong.Err()
}

func toAccountNumber(s string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if r == '-' || unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf) {
			return -1
		}
		return r
	}, names.LatinDigits(s)))
}

// IsOffered reports whether buyers can pay by transfer.
func (b *Bank) IsOffered() bool { return b.IBAN != "" || b.Card != "" }

// storeSelling keeps the settings. With the first sale the plans are seeded; without selling no
// subscription has any effect.
func storeSelling(tx *db.Tx, s *Selling) error {
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("write the settings of selling: %w", err)
	}
	if err := tx.PutSellingSettings(string(text)); err != nil {
		return err
	}
	if s.On {
		if err := seedPlans(tx); err != nil {
			return err
		}
	}
	return tx.UpdateSubscriptionsSuspended(!s.On)
}

// LockTime returns when a workspace whose paid time ends then becomes read only.
func (s *Selling) LockTime(ends time.Time) time.Time { return ends.AddDate(0, 0, s.GraceDays) }
