package plans

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/base/fault"
)

// Gateway is a payment gateway that speaks Zarinpal's protocol.
type Gateway struct {
	Merchant string `json:"merchant_id"`
	URL      string `json:"url" doc:"empty for that of Zarinpal itself"`
	Off      bool   `json:"off,omitempty" doc:"not offered to buyers; payments under way are still settled"`
}

// normalize refuses an address that is no URL of the web.
func (g *Gateway) normalize() bool {
	g.Merchant, g.URL = strings.TrimSpace(g.Merchant), strings.TrimSpace(g.URL)
	return len(g.Merchant) <= maxPart && (g.URL == "" || isWeb(g.URL))
}

// isWeb reports whether an address is a URL of the web, without a placeholder in its host.
func isWeb(address string) bool {
	// escaped braces are not allowed in host names
	u, err := url.Parse(strings.NewReplacer("{", "%7B", "}", "%7D").Replace(address))
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.User == nil && len(address) <= maxURL &&
		!strings.ContainsAny(u.Host, "{}")
}

// originOf returns scheme, host and port of an address.
func originOf(address string) string {
	u, err := url.Parse(strings.NewReplacer("{", "%7B", "}", "%7D").Replace(address))
	if err != nil {
		return address
	}
	return u.Scheme + "://" + u.Host
}

// isSecret reports whether a text can be a secret in a header.
func isSecret(s string) bool {
	return len(s) <= maxSecret && !strings.ContainsFunc(s, unicode.IsControl)
}

// StripeURL is where Stripe is asked without another address.
const StripeURL = "https://api.stripe.com"

// Stripe is an account at Stripe. Its secrets are never answered.
type Stripe struct {
	URL              string `json:"url" doc:"empty for that of Stripe itself; with another address the secrets have to be sent again"`
	Off              bool   `json:"off,omitempty" doc:"not offered to buyers; payments under way are still settled"`
	Secret           string `json:"secret,omitempty" doc:"the secret key; only sent, to replace the one before"`
	WebhookSecret    string `json:"webhook_secret,omitempty" doc:"the signing secret of the webhook; only sent"`
	HasSecret        bool   `json:"has_secret,omitempty" doc:"only answered"`
	HasWebhookSecret bool   `json:"has_webhook_secret,omitempty" doc:"only answered"`
	RemoveSecret     bool   `json:"remove_secret,omitempty" doc:"only sent: forget both secrets"`
}

// BaseURL returns the address that Stripe is asked at.
func (s *Stripe) BaseURL() string {
	if s.URL == "" {
		return StripeURL
	}
	return strings.TrimRight(s.URL, "/")
}

func (s *Stripe) origin() string { return originOf(s.BaseURL()) }

func (s *Stripe) check(wrong fault.Fields) {
	s.URL, s.Secret, s.WebhookSecret = strings.TrimSpace(s.URL), strings.TrimSpace(s.Secret), strings.TrimSpace(s.WebhookSecret)
	for field, ok := range map[string]bool{
		"stripe.url": s.URL == "" || isWeb(s.URL), "stripe.secret": isSecret(s.Secret), "stripe.webhook_secret": isSecret(s.WebhookSecret),
	} {
		if !ok {
			wrong.Add(field, fault.InvalidValue)
		}
	}
}

const (
	maxURL     = 500
	maxSecret  = 500
	maxBody    = 4000
	maxHeaders = 10
	maxValues  = 20
	maxTitle   = 40
)

// HTTPGateway is a payment gateway that templates of requests describe. Its secret is never
// answered.
type HTTPGateway struct {
	Off           bool        `json:"off,omitempty" doc:"not offered to buyers; payments under way are still settled"`
	TitleFa       string      `json:"title_fa" doc:"what buyers call it"`
	TitleEn       string      `json:"title_en"`
	Currency      string      `json:"currency" enum:"IRT,IRR,EUR,USD" doc:"in which it counts; Rial also takes orders in Toman"`
	Headers       []string    `json:"headers" doc:"of both requests, as Name: value; {secret} may stand in them"`
	Start         HTTPRequest `json:"start" doc:"registers a payment"`
	AuthorityPath string      `json:"authority_path" doc:"where the answer has the gateway's name for the payment, as data.0.id"`
	PagePath      string      `json:"page_path" doc:"where the answer has the URL of the page where the buyer pays"`
	PageURL       string      `json:"page_url" doc:"or that URL itself, with {authority}"`
	Parameter     string      `json:"parameter" doc:"of the buyer's return: the one that has the gateway's name for the payment"`
	Verify        HTTPRequest `json:"verify" doc:"asks whether a payment is paid"`
	PaidPath      string      `json:"paid_path" doc:"where the answer says that"`
	Paid          []string    `json:"paid" doc:"the values that mean paid, also when it was asked before"`
	UnpaidPath    string      `json:"unpaid_path" doc:"where it says that it is not paid; empty: the same"`
	Unpaid        []string    `json:"unpaid" doc:"the values that mean not paid; every other answer says nothing"`
	AmountPath    string      `json:"amount_path" doc:"the amount in the answer, which then has to be the one that was asked for"`
	PaymentPath   string      `json:"payment_path" doc:"the payment_id in the answer, which then has to be the same"`
	ReferencePath string      `json:"reference_path" doc:"the reference for the buyer"`
	Secret        string      `json:"secret,omitempty" doc:"only sent, to replace the one before"`
	HasSecret     bool        `json:"has_secret,omitempty" doc:"only answered"`
	RemoveSecret  bool        `json:"remove_secret,omitempty" doc:"only sent: forget the secret"`
}

// HTTPRequest is the template of a request. {amount}, {currency}, {payment_id},
// {callback_url}, {description} and {authority} may stand in path, query and body, {secret}
// in the body.
type HTTPRequest struct {
	URL    string `json:"url"`
	Method string `json:"method" enum:"POST,GET,PUT"`
	Body   string `json:"body" doc:"JSON when it begins with a brace, else a form"`
}

// isSet reports whether there is a gateway at all.
func (h *HTTPGateway) isSet() bool { return h.Start.URL != "" || h.Verify.URL != "" }

// origin is all addresses that the secret is sent to.
func (h *HTTPGateway) origin() string { return originOf(h.Start.URL) + " " + originOf(h.Verify.URL) }

// hasPlaceholder reports whether a placeholder is in a position where a secret is allowed.
func (h *HTTPGateway) hasPlaceholder(placeholder string) bool {
	return strings.Contains(strings.Join(h.Headers, "\n")+h.Start.Body+h.Verify.Body, placeholder)
}

var (
	isPath   = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`)
	isParam  = regexp.MustCompile(`^[A-Za-z0-9_.\[\]-]+$`)
	isHeader = regexp.MustCompile(`^[A-Za-z0-9-]+: ?[^ ].*$`)
)

func (h *HTTPGateway) trim() {
	for _, s := range []*string{
		&h.TitleFa, &h.TitleEn, &h.Start.URL, &h.Start.Body, &h.AuthorityPath, &h.PagePath, &h.PageURL, &h.Parameter, &h.Verify.URL,
		&h.Verify.Body, &h.PaidPath, &h.UnpaidPath, &h.AmountPath, &h.PaymentPath, &h.ReferencePath, &h.Secret,
	} {
		*s = strings.TrimSpace(*s)
	}
	for _, list := range []*[]string{&h.Headers, &h.Paid, &h.Unpaid} {
		all := []string{}
		for _, s := range *list {
			if s = strings.TrimSpace(s); s != "" {
				all = append(all, s)
			}
		}
		*list = all
	}
}

func (h *HTTPGateway) check(wrong fault.Fields) {
	h.trim()
	refuse := func(field string, bad bool) {
		if bad {
			wrong.Add("http."+field, fault.InvalidValue)
		}
	}
	refuse("title_fa", utf8.RuneCountInString(h.TitleFa) > maxTitle)
	refuse("title_en", utf8.RuneCountInString(h.TitleEn) > maxTitle)
	refuse("secret", !isSecret(h.Secret))
	refuse("currency", !isCurrency(h.Currency))
	if !h.isSet() {
		*h = HTTPGateway{
			Currency: h.Currency, Start: HTTPRequest{Method: "POST"}, Verify: HTTPRequest{Method: "POST"}, Headers: []string{},
			Paid: []string{}, Unpaid: []string{},
		}
		return
	}
	h.Start.check("start", wrong, "{amount}")
	h.Verify.check("verify", wrong, "{authority}", "{payment_id}")
	refuse("headers", len(h.Headers) > maxHeaders || slices.ContainsFunc(h.Headers, func(s string) bool {
		return len(s) > maxSecret || !isHeader.MatchString(s) || strings.ContainsFunc(s, unicode.IsControl) ||
			!hasOnlyPlaceholders(s, "{secret}")
	}))
	for field, path := range map[string]string{
		"authority_path": h.AuthorityPath, "page_path": h.PagePath, "paid_path": h.PaidPath, "unpaid_path": h.UnpaidPath,
		"amount_path": h.AmountPath, "payment_path": h.PaymentPath, "reference_path": h.ReferencePath,
	} {
		refuse(field, path != "" && (len(path) > maxPart || !isPath.MatchString(path)))
	}
	for field, missing := range map[string]bool{
		"authority_path": h.AuthorityPath == "", "page_url": h.PagePath == "" && h.PageURL == "", "parameter": h.Parameter == "",
		"paid_path": h.PaidPath == "", "paid": len(h.Paid) == 0,
	} {
		if missing {
			wrong.Add("http."+field, fault.Required)
		}
	}
	refuse("page_url", h.PageURL != "" && (h.PagePath != "" || !isWeb(h.PageURL) || !hasOnlyPlaceholders(h.PageURL, "{authority}") ||
		!strings.Contains(h.PageURL, "{authority}")))
	refuse("parameter", h.Parameter != "" && (len(h.Parameter) > maxTitle || !isParam.MatchString(h.Parameter)))
	refuse("paid", !areValues(h.Paid))
	same := (h.UnpaidPath == "" || h.UnpaidPath == h.PaidPath) && slices.ContainsFunc(h.Unpaid, func(s string) bool {
		return slices.Contains(h.Paid, s)
	})
	refuse("unpaid", same || !areValues(h.Unpaid))
}

func areValues(all []string) bool {
	return len(all) <= maxValues && !slices.ContainsFunc(all, func(s string) bool { return len(s) > maxTitle })
}
