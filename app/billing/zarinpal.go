package billing

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Zarinpal is the name of the provider that speaks version 4 of Zarinpal's protocol, which
// other gateways have copied. Its base URL is a setting.
const Zarinpal = "zarinpal"

// zarinpalURL is the base URL without a setting.
const zarinpalURL = "https://payment.zarinpal.com"

// gatewayClient asks payment gateways. It follows no redirects: an answer comes from the
// gateway itself or not at all.
var gatewayClient = &http.Client{
	Timeout:       20 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

const maxAnswer = 64 << 10

// zarinpal asks a gateway server to server.
type zarinpal struct {
	base, merchant string
	callback       string
}

func (z *zarinpal) url(path string) string {
	base := z.base
	if base == "" {
		base = zarinpalURL
	}
	return strings.TrimRight(base, "/") + path
}

// code is a number in Zarinpal's answers; some come as text.
type code int

// UnmarshalJSON implements json.Unmarshaler.
func (c *code) UnmarshalJSON(b []byte) error {
	n, err := strconv.Atoi(strings.Trim(string(b), `"`))
	*c = code(n)
	return err
}

// text is a string or a number.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(b []byte) error {
	*t = text(strings.Trim(string(b), `"`))
	if *t == "null" {
		*t = ""
	}
	return nil
}

// ask posts to the gateway and reads the member "data" of its answer. Errors come with
// "errors" in place of it, and with an empty list as data.
func (z *zarinpal) ask(ctx context.Context, path string, in map[string]any, data any) error {
	in["merchant_id"] = z.merchant
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, z.url("/pg/v4/payment/"+path), bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("ask the payment gateway: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	r, err := gatewayClient.Do(req)
	if err != nil {
		return fmt.Errorf("ask the payment gateway: %w", err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(io.LimitReader(r.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("read the answer of the payment gateway: %w", err)
	}
	var got struct {
		Data   json.RawMessage `json:"data"`
		Errors json.RawMessage `json:"errors"`
	}
	if err := json.Unmarshal(b, &got); err != nil {
		return fmt.Errorf("the payment gateway answered %d without JSON: %w", r.StatusCode, err)
	}
	var refused struct {
		Code    code   `json:"code"`
		Message string `json:"message"`
	}
	if json.Unmarshal(got.Errors, &refused) == nil && refused.Code != 0 {
		return &gatewayError{int(refused.Code), refused.Message}
	}
	if err := json.Unmarshal(got.Data, data); err != nil {
		return fmt.Errorf("the payment gateway answered %d: %w", r.StatusCode, err)
	}
	return nil
}

// gatewayError is a refusal by the gateway itself: it knows the payment, and says no.
type gatewayError struct {
	code    int
	message string
}

func (e *gatewayError) Error() string {
	return fmt.Sprintf("the payment gateway refuses: %d %s", e.code, e.message)
}

const (
	accepted = 100
	already  = 101 // verified before
	unpaid   = -51
)

// start registers a payment and returns the gateway's name for it and the page where the
// payer pays.
func (z *zarinpal) start(ctx context.Context, id string, amount int64, currency, title string) (authority, page string, err error) {
	var data struct {
		Code      code   `json:"code"`
		Authority string `json:"authority"`
	}
	err = z.ask(ctx, "request.json", map[string]any{
		"amount": amount, "currency": currency, "description": title, "callback_url": z.callback,
		"metadata": map[string]string{"order_id": id},
	}, &data)
	if err != nil {
		return "", "", err
	}
	if data.Code != accepted || data.Authority == "" || len(data.Authority) > 100 {
		return "", "", &gatewayError{int(data.Code), "no authority"}
	}
	return data.Authority, z.url("/pg/StartPay/" + url.PathEscape(data.Authority)), nil
}

// errUnpaid says that the gateway knows the payment, and that it is not paid.
var errUnpaid = errors.New("not paid")

// verify asks whether the amount was paid; the answer takes the money over. It returns the
// gateway's reference. errUnpaid is final; any other error says nothing about the money.
func (z *zarinpal) verify(ctx context.Context, authority string, amount int64) (reference string, err error) {
	var data struct {
		Code code `json:"code"`
		Ref  text `json:"ref_id"`
	}
	err = z.ask(ctx, "verify.json", map[string]any{"amount": amount, "authority": authority}, &data)
	var refused *gatewayError
	switch {
	case errors.As(err, &refused) && refused.code == unpaid:
		return "", errors.Join(errUnpaid, err)
	case err != nil:
		return "", err
	case data.Code != accepted && data.Code != already:
		return "", &gatewayError{int(data.Code), ""}
	}
	return string(data.Ref), nil
}
