package billing

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestARefundAtStripe gives the same money back twice: Stripe does it once by the key.
func TestARefundAtStripe(t *testing.T) {
	var asked []string
	state := "succeeded"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			fmt.Fprint(w, `{"id":"cs_1","payment_status":"paid","payment_intent":"pi_1"}`)
			return
		}
		if err := r.ParseForm(); err != nil {
			t.Error(err)
		}
		asked = append(asked, r.URL.Path+" "+r.Form.Encode()+" "+r.Header.Get("Idempotency-Key"))
		fmt.Fprintf(w, `{"id":"re_1","status":%q}`, state)
	}))
	defer server.Close()
	var with refunder = &stripe{base: server.URL, key: func(context.Context) (string, error) { return "sk_1", nil }}
	for range 2 {
		if reference, err := with.refund(t.Context(), "cs_1", 500); err != nil || reference != "re_1" {
			t.Errorf("%q %v", reference, err)
		}
	}
	if len(asked) != 2 || asked[0] != asked[1] || asked[0] != "/v1/refunds amount=500&payment_intent=pi_1 refund-cs_1-500" {
		t.Errorf("%q", asked)
	}
	state = "failed"
	if _, err := with.refund(t.Context(), "cs_1", 500); err == nil {
		t.Error("a refund that failed is one")
	}
	if _, err := with.refund(t.Context(), "cs_2", 500); err == nil {
		t.Error("another session is given back")
	}
}

// TestNoErrorNamesTheKey has a provider repeat what it got.
func TestNoErrorNamesTheKey(t *testing.T) {
	for _, secret := range []string{"sk_test_secret", `se"cret key`} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprintf(w, `{"error":{"type":"auth","message":%q}}`, "wrong: "+r.Header.Get("Authorization"))
		}))
		with := &stripe{base: server.URL, key: func(context.Context) (string, error) { return secret, nil }}
		_, err := with.verify(t.Context(), &purchase{}, "cs_1")
		var refused *gatewayError
		if !errors.As(err, &refused) || strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), "Bearer …") {
			t.Errorf("%s: %v", secret, err)
		}
		server.Close()
		if _, err = with.verify(t.Context(), &purchase{}, "cs_1"); !errors.Is(err, errDown) || strings.Contains(err.Error(), "cs_1") {
			t.Errorf("%s: %v", secret, err)
		}
	}
}
