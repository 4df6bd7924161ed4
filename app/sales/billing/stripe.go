package billing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// stripe sells through Stripe Checkout: a session is one payment, on a page of Stripe.
type stripe struct {
	base, back, pages string
	off               bool
	key               func(context.Context) (string, error)
}

// session is a payment at Stripe.
type session struct {
	ID        string `json:"id"`
	URL       string `json:"url"`
	Status    string `json:"status"`         // open, complete, expired
	Payment   string `json:"payment_status"` // paid, unpaid
	Total     int64  `json:"amount_total"`
	Currency  string `json:"currency"`
	Reference string `json:"client_reference_id"`
	Intent    text   `json:"payment_intent"`
}

func (s *stripe) canCharge(currency string) bool {
	return !s.off && (currency == "EUR" || currency == "USD")
}

func (s *stripe) parseReturn(q url.Values) (authority string, ended bool) {
	return q.Get("session_id"), false
}

// sendRequest sends a form, or nothing, and reads the answer. A request with the same key is done once.
func (s *stripe) sendRequest(ctx context.Context, method, path string, form url.Values, once string, into any) error {
	key, err := s.key(ctx)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, s.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		return fmt.Errorf("ask Stripe: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Idempotency-Key", once)
	}
	status, answer, err := sendRequest(req)
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		var no struct {
			Error struct{ Type, Code, Message string }
		}
		if err := json.Unmarshal(answer, &no); err != nil {
			return fmt.Errorf("the answer of Stripe has the status %d and is not JSON: %w", status, err)
		}
		return newGatewayError(fmt.Sprint(status, " ", no.Error.Type, " ", no.Error.Code), no.Error.Message, key)
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return fmt.Errorf("read the answer of Stripe: %w", err)
	}
	return nil
}

// start gives the same session for the same try: two tabs cannot pay twice.
func (s *stripe) start(ctx context.Context, p *purchase) (authority, page string, err error) {
	form := url.Values{
		"mode": {"payment"}, "client_reference_id": {p.payment}, "metadata[payment_id]": {p.payment},
		"payment_intent_data[metadata][payment_id]": {p.payment},
		"success_url": {s.back + "?session_id={CHECKOUT_SESSION_ID}"}, "cancel_url": {s.pages + p.payment},
		"line_items[0][quantity]":                       {"1"},
		"line_items[0][price_data][currency]":           {strings.ToLower(p.currency)},
		"line_items[0][price_data][unit_amount]":        {strconv.FormatInt(p.amount, 10)},
		"line_items[0][price_data][product_data][name]": {p.title},
	}
	sum := sha256.Sum256([]byte(form.Encode())) // Stripe refuses a key that comes with another form
	once := fmt.Sprintf("%s-%d-%s", p.payment, p.try, hex.EncodeToString(sum[:8]))
	var got session
	if err := s.sendRequest(ctx, http.MethodPost, "/v1/checkout/sessions", form, once, &got); err != nil {
		return "", "", err
	}
	return got.ID, got.URL, nil
}

func (s *stripe) loadSession(ctx context.Context, id string) (*session, error) {
	var got session
	if err := s.sendRequest(ctx, http.MethodGet, "/v1/checkout/sessions/"+url.PathEscape(id), nil, "", &got); err != nil {
		return nil, err
	}
	if got.ID != id {
		return nil, errors.New("the answer of Stripe is for another session")
	}
	return &got, nil
}

func (s *stripe) verify(ctx context.Context, p *purchase, authority string) (reference string, err error) {
	got, err := s.loadSession(ctx, authority)
	switch {
	case err != nil:
		return "", err
	case got.Reference != p.payment:
		return "", errors.New("the session at Stripe is of another payment")
	case got.Payment == "paid" && (got.Total != p.amount || got.Currency != strings.ToLower(p.currency)):
		return "", fmt.Errorf("the session at Stripe is paid with %d %s, not %d %s", got.Total, got.Currency, p.amount, p.currency)
	case got.Payment == "paid":
		return string(got.Intent), nil
	case got.Status == "expired":
		return "", errOver
	}
	return "", errOpen
}

// refund implements refunder.
func (s *stripe) refund(ctx context.Context, authority string, amount int64) (reference string, err error) {
	paid, err := s.loadSession(ctx, authority)
	if err != nil {
		return "", err
	}
	form := url.Values{"payment_intent": {string(paid.Intent)}, "amount": {strconv.FormatInt(amount, 10)}}
	var got struct{ ID, Status string }
	if err := s.sendRequest(ctx, http.MethodPost, "/v1/refunds", form, fmt.Sprintf("refund-%s-%d", authority, amount), &got); err != nil {
		return "", err
	}
	if got.Status != "succeeded" && got.Status != "pending" {
		return "", newGatewayError(got.Status, "the refund was not made", "")
	}
	return got.ID, nil
}
