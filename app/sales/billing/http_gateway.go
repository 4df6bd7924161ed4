package billing

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"anbar/app/sales/plans"
)

// httpGateway asks a gateway by the templates of the settings.
type httpGateway struct {
	set      *plans.HTTPGateway
	callback string
	secret   func(context.Context) (string, error)
}

// toGatewayAmount is an amount in the currency in which the gateway counts: a Toman is ten Rial.
func (g *httpGateway) toGatewayAmount(amount int64, currency string) (int64, bool) {
	switch {
	case currency == g.set.Currency:
		return amount, true
	case currency == "IRT" && g.set.Currency == "IRR" && amount <= math.MaxInt64/10:
		return amount * 10, true
	}
	return 0, false
}

func (g *httpGateway) canCharge(currency string) bool {
	_, ok := g.toGatewayAmount(0, currency)
	return ok && !g.set.Off
}

func (g *httpGateway) parseReturn(q url.Values) (authority string, ended bool) {
	return q.Get(g.set.Parameter), false
}

// templateValues are what the templates are filled with.
func (g *httpGateway) templateValues(p *purchase, authority string) (map[string]string, error) {
	amount, ok := g.toGatewayAmount(p.amount, p.currency)
	if !ok {
		return nil, fmt.Errorf("the payment gateway does not count in %s", p.currency)
	}
	return map[string]string{
		"amount": strconv.FormatInt(amount, 10), "currency": g.set.Currency, "payment_id": p.payment, "callback_url": g.callback,
		"description": p.title, "authority": authority,
	}, nil
}

// sendRequest sends a request and returns the answer, which has to be one JSON value.
func (g *httpGateway) sendRequest(ctx context.Context, r *plans.HTTPRequest, values map[string]string) (status int, answer any, err error) {
	secret := ""
	if g.set.HasSecret {
		if secret, err = g.secret(ctx); err != nil {
			return 0, nil, err
		}
	}
	values = maps.Clone(values)
	values["secret"] = secret
	at, body := r.Render(values)
	req, err := http.NewRequestWithContext(ctx, r.Method, at, strings.NewReader(body))
	if err != nil {
		return 0, nil, errors.New("the request to the payment gateway cannot be made")
	}
	switch {
	case body == "":
	case r.IsJSON():
		req.Header.Set("Content-Type", "application/json")
	default:
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, header := range g.set.Headers {
		name, value, _ := strings.Cut(header, ":")
		req.Header.Set(name, strings.ReplaceAll(strings.TrimSpace(value), "{secret}", secret))
	}
	status, b, err := sendRequest(req)
	if err != nil {
		return 0, nil, err
	}
	if answer, err = parseJSON(b); err != nil {
		return 0, nil, newGatewayError(strconv.Itoa(status), "the answer is not JSON: "+string(b), secret)
	}
	return status, answer, nil
}

// parseJSON reads one JSON value and keeps its numbers as they are written.
func parseJSON(b []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more behind it")
	}
	return v, nil
}

// textAt returns the text, number or truth at a path, as data.0.id; empty without one.
func textAt(v any, path string) string {
	for name := range strings.SplitSeq(path, ".") {
		switch at := v.(type) {
		case map[string]any:
			v = at[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(at) {
				return ""
			}
			v = at[i]
		default:
			return ""
		}
	}
	switch found := v.(type) {
	case string:
		return found
	case json.Number:
		return found.String()
	case bool:
		return strconv.FormatBool(found)
	}
	return ""
}

var wholeAmount = regexp.MustCompile(`^([0-9]{1,18})(\.0+)?$`)

// isAmount reports whether a text is exactly that amount.
func isAmount(s string, amount string) bool {
	m := wholeAmount.FindStringSubmatch(s)
	if m == nil {
		return false
	}
	n, err := strconv.ParseInt(m[1], 10, 64)
	return err == nil && strconv.FormatInt(n, 10) == amount
}

func (g *httpGateway) start(ctx context.Context, p *purchase) (authority, page string, err error) {
	values, err := g.templateValues(p, "")
	if err != nil {
		return "", "", err
	}
	status, answer, err := g.sendRequest(ctx, &g.set.Start, values)
	if err != nil {
		return "", "", err
	}
	authority = textAt(answer, g.set.AuthorityPath)
	if status >= 300 || !isAuthority(authority) {
		return "", "", newGatewayError(strconv.Itoa(status), "no name for the payment at "+g.set.AuthorityPath, "")
	}
	if g.set.PagePath != "" {
		return authority, textAt(answer, g.set.PagePath), nil
	}
	return authority, plans.RenderURL(g.set.PageURL, map[string]string{"authority": authority}), nil
}

func (g *httpGateway) verify(ctx context.Context, p *purchase, authority string) (reference string, err error) {
	values, err := g.templateValues(p, authority)
	if err != nil {
		return "", err
	}
	status, answer, err := g.sendRequest(ctx, &g.set.Verify, values)
	if err != nil {
		return "", err
	}
	unpaidPath := g.set.UnpaidPath
	if unpaidPath == "" {
		unpaidPath = g.set.PaidPath
	}
	said := textAt(answer, g.set.PaidPath)
	isPaid := status < 300 && said != "" && slices.Contains(g.set.Paid, said)
	switch {
	case !isPaid && status < 500 && slices.Contains(g.set.Unpaid, textAt(answer, unpaidPath)):
		return "", errUnpaid
	case !isPaid:
		return "", newGatewayError(strconv.Itoa(status), "it says neither that the payment is paid nor that it is not", "")
	case g.set.AmountPath != "" && !isAmount(textAt(answer, g.set.AmountPath), values["amount"]):
		return "", errors.New("the payment gateway answered with another amount")
	case g.set.PaymentPath != "" && textAt(answer, g.set.PaymentPath) != p.payment:
		return "", errors.New("the payment gateway answered for another payment")
	}
	if g.set.ReferencePath != "" {
		reference = textAt(answer, g.set.ReferencePath)
	}
	return strings.ToValidUTF8(reference[:min(len(reference), maxMessage)], ""), nil
}
