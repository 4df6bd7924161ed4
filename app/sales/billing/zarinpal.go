package billing

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// zarinpalURL is the base URL without a setting.
const zarinpalURL = "https://payment.zarinpal.com"

// zarinpal asks a gateway that speaks version 4 of Zarinpal's protocol.
type zarinpal struct {
	base, merchant string
	off            bool
	callback       string
}

func (z *zarinpal) canCharge(currency string) bool {
	return !z.off && (currency == "IRT" || currency == "IRR")
}

func (z *zarinpal) parseReturn(q url.Values) (authority string, ended bool) {
	return q.Get("Authority"), q.Get("Status") != "OK"
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

// sendRequest posts to the gateway and reads the member "data" of its answer. Errors come with
// "errors" in place of it, and with an empty list as data.
func (z *zarinpal) sendRequest(ctx context.Context, path string, in map[string]any, data any) error {
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
	status, b, err := sendRequest(req)
	if err != nil {
		return err
	}
	var got struct {
		Data   json.RawMessage `json:"data"`
		Errors json.RawMessage `json:"errors"`
	}
	if err := json.Unmarshal(b, &got); err != nil {
		return fmt.Errorf("the payment gateway answered %d without JSON: %w", status, err)
	}
	var refused struct {
		Code    code   `json:"code"`
		Message string `json:"message"`
	}
	if json.Unmarshal(got.Errors, &refused) == nil && refused.Code != 0 {
		return newGatewayError(strconv.Itoa(int(refused.Code)), refused.Message, "")
	}
	if err := json.Unmarshal(got.Data, data); err != nil {
		return fmt.Errorf("the payment gateway answered %d: %w", status, err)
	}
	return nil
}

const (
	accepted = 100
	already  = 101 // verified before
	unpaid   = "-51"
)

func (z *zarinpal) start(ctx context.Context, p *purchase) (authority, page string, err error) {
	var data struct {
		Code      code   `json:"code"`
		Authority string `json:"authority"`
	}
	err = z.sendRequest(ctx, "request.json", map[string]any{
		"amount": p.amount, "currency": p.currency, "description": p.title, "callback_url": z.callback,
		"metadata": map[string]string{"order_id": p.payment},
	}, &data)
	if err != nil {
		return "", "", err
	}
	if data.Code != accepted || data.Authority == "" {
		return "", "", newGatewayError(strconv.Itoa(int(data.Code)), "no authority", "")
	}
	return data.Authority, z.url("/pg/StartPay/" + url.PathEscape(data.Authority)), nil
}

// verify takes the money over with the first answer that it was paid.
func (z *zarinpal) verify(ctx context.Context, p *purchase, authority string) (reference string, err error) {
	var data struct {
		Code code `json:"code"`
		Ref  text `json:"ref_id"`
	}
	err = z.sendRequest(ctx, "verify.json", map[string]any{"amount": p.amount, "authority": authority}, &data)
	var refused *gatewayError
	switch {
	case errors.As(err, &refused) && refused.code == unpaid:
		return "", errors.Join(errUnpaid, err)
	case err != nil:
		return "", err
	case data.Code != accepted && data.Code != already:
		return "", newGatewayError(strconv.Itoa(int(data.Code)), "", "")
	}
	return string(data.Ref), nil
}

// listUnverified implements lister.
func (z *zarinpal) listUnverified(ctx context.Context) ([]string, error) {
	var data struct {
		Authorities []struct {
			Authority string `json:"authority"`
		} `json:"authorities"`
	}
	err := z.sendRequest(ctx, "unVerified.json", map[string]any{}, &data)
	all := make([]string, 0, len(data.Authorities))
	for _, a := range data.Authorities {
		all = append(all, a.Authority)
	}
	return all, err
}
