package mail

import (
	"bytes"
	"cmp"
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
	"unicode"

	"anbar/app/base/outward"
)

// SMS configures the gateway for text messages. URL and Body may contain {to} (the number,
// as 09…), {international} (the same, as 989…), {text}, {code} (empty in a message without
// one), {from} and {key}.
type SMS struct {
	Gateway string // kavenegar or http; empty when nothing sends
	URL     string // of kavenegar: of its service, when it is not the usual one
	Method  string // POST when empty
	Body    string // JSON when it begins with a brace, else a form
	Header  string // "Name: value"; the value may contain {key}
	Key     string
	From    string // number that messages come from
	Taken   string // text in the answer for an accepted message; empty when the status alone decides
	Entered bool   // by staff in the console, so that a name must not lead to this machine
}

const (
	gatewayTimeout = 15 * time.Second
	maxAnswer      = 64 << 10
	maxShown       = 200
	kavenegar      = "https://api.kavenegar.com"
)

// gateway sends text messages.
type gateway struct {
	SMS
	client      *http.Client
	checkAnswer func(status int, answer []byte) error
}

// rejection is an answer that says no.
type rejection struct {
	status  int
	message string
}

func (r *rejection) Error() string {
	return fmt.Sprintf("the gateway answered %d: %s", r.status, r.message)
}

// isPermanent reports that another try would end the same way.
func (r *rejection) isPermanent() bool {
	return r.status >= 400 && r.status < 500 && r.status != http.StatusRequestTimeout && r.status != http.StatusTooManyRequests
}

// requestError is the error of a request without an answer. Its words name no secret; its cause,
// which tells the leg that failed, does and must not be shown.
type requestError struct {
	message string
	cause   error
}

// Error implements error.
func (u *requestError) Error() string { return u.message }

// Unwrap returns the cause.
func (u *requestError) Unwrap() error { return u.cause }

func newGateway(o SMS) (*gateway, error) {
	g := &gateway{SMS: o, checkAnswer: checkStatus}
	if o.Taken != "" {
		g.checkAnswer = g.checkText
	}
	if o.Gateway == "kavenegar" {
		if o.Key == "" {
			return nil, newFieldError("key", "the SMS gateway needs a key")
		}
		g.useKavenegar()
	}
	if g.Method == "" {
		g.Method = http.MethodPost
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	// A redirect would take the key somewhere else.
	g.client = &http.Client{
		Timeout: gatewayTimeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if o.Entered {
		g.client.Transport = &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: outward.Dial, ForceAttemptHTTP2: true, TLSHandshakeTimeout: gatewayTimeout,
			IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: maxAnswer,
		}
	}
	return g, nil
}

// useKavenegar writes the request that Kavenegar takes.
func (g *gateway) useKavenegar() {
	g.checkAnswer = checkKavenegar
	base := cmp.Or(g.URL, kavenegar)
	g.URL, g.Method = strings.TrimSuffix(base, "/")+"/v1/{key}/sms/send.json", http.MethodPost
	g.Body = "receptor={to}&message={text}"
	if g.From != "" {
		g.Body += "&sender={from}"
	}
}

// check refuses requests that no gateway can take.
func (g *gateway) check() error {
	// The escaped braces are not allowed in host names, so a placeholder there is an error.
	u, err := url.Parse(strings.NewReplacer("{", "%7B", "}", "%7D").Replace(g.URL))
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || strings.ContainsAny(u.Host, "{}") {
		return newFieldError("url", "the SMS gateway's URL is not valid, or has a placeholder in its host name")
	}
	if all := g.URL + g.Body; !strings.Contains(all, "{to}") && !strings.Contains(all, "{international}") ||
		!strings.Contains(all, "{text}") && !strings.Contains(all, "{code}") {
		return newFieldError("body", "the SMS gateway's URL and body have no {to}, or neither {text} nor {code}")
	}
	if g.isJSON() && !json.Valid([]byte(g.Body)) {
		return newFieldError("body", "the SMS gateway's body looks like JSON but is not valid; placeholders have to be in quotes")
	}
	if name, _, ok := strings.Cut(g.Header, ":"); g.Header != "" && (!ok || name == "") ||
		strings.ContainsFunc(g.Header+g.Key, unicode.IsControl) {
		return newFieldError("header", "the SMS gateway's header is not \"Name: value\"")
	}
	return nil
}

func newFieldError(field, words string) error { return &FieldError{field, errors.New(words)} }

// sms is one text message to send.
type sms struct{ to, words, code string }

// sendText hands one message over. Its errors name no secret: neither the key nor the
// code.
func (g *gateway) sendText(ctx context.Context, m sms) error {
	if m.code == "" && !strings.Contains(g.URL+g.Body, "{text}") {
		return &rejection{http.StatusBadRequest, "it takes nothing but codes"}
	}
	req, err := g.newRequest(ctx, m)
	if err != nil {
		return errors.New(g.redactError(err, m))
	}
	res, err := g.client.Do(req)
	if err != nil {
		return &requestError{g.redactError(err, m), err}
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err == nil {
		err = g.checkAnswer(res.StatusCode, answer)
	}
	var no *rejection
	if errors.As(err, &no) {
		no.message = g.redactError(errors.New(truncate(singleLine(no.message), maxShown)), m)
		return no
	}
	if err != nil {
		return errors.New(g.redactError(err, m))
	}
	return nil
}

func (g *gateway) newRequest(ctx context.Context, m sms) (*http.Request, error) {
	path, query, asked := strings.Cut(g.URL, "?")
	at := g.expandTemplate(path, m, escapePath)
	if asked {
		at += "?" + g.expandTemplate(query, m, url.QueryEscape)
	}
	kind, escape := "application/x-www-form-urlencoded", url.QueryEscape
	if g.isJSON() {
		kind, escape = "application/json", escapeJSON
	}
	req, err := http.NewRequestWithContext(ctx, g.Method, at, strings.NewReader(g.expandTemplate(g.Body, m, escape)))
	if err != nil {
		return nil, err
	}
	if g.Body != "" {
		req.Header.Set("Content-Type", kind)
	}
	req.Header.Set("Accept", "application/json")
	if name, value, ok := strings.Cut(g.Header, ":"); ok {
		req.Header.Set(strings.TrimSpace(name), strings.ReplaceAll(strings.TrimSpace(value), "{key}", g.Key))
	}
	return req, nil
}

func (g *gateway) isJSON() bool { return strings.HasPrefix(g.Body, "{") }

// expandTemplate puts the values into a template, each as its place wants it. A value that
// looks like a place is none.
func (g *gateway) expandTemplate(template string, m sms, escape func(string) string) string {
	return strings.NewReplacer("{to}", escape(m.to), "{international}", escape("98"+strings.TrimPrefix(m.to, "0")), "{text}",
		escape(m.words),
		"{code}", escape(m.code), "{from}", escape(g.From), "{key}", escape(g.Key)).Replace(template)
}

// escapePath is a text as one part of a path.
func escapePath(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// escapeJSON escapes a text for use between the quotes of a JSON string.
func escapeJSON(s string) string {
	quoted := strconv.Quote("")
	if b, err := json.Marshal(s); err == nil { // a string always is JSON
		quoted = string(b)
	}
	return quoted[1 : len(quoted)-1]
}

// redactError removes secrets from an error for the log.
func (g *gateway) redactError(err error, m sms) string {
	var u *url.Error
	if errors.As(err, &u) { // its text has the URL in it, and with it the key
		err = u.Err
	}
	s := err.Error()
	for _, secret := range []string{g.Key, m.words, m.code} {
		if secret == "" {
			continue
		}
		for _, form := range []string{secret, url.QueryEscape(secret), escapePath(secret), escapeJSON(secret)} {
			s = strings.ReplaceAll(s, form, "…")
		}
	}
	return s
}

func checkStatus(status int, answer []byte) error {
	if status >= 200 && status < 300 {
		return nil
	}
	return &rejection{status, string(answer)}
}

// checkText checks the answer of a gateway that always answers 200. A refused message is sent
// again, because the reason of the refusal is unknown.
func (g *gateway) checkText(status int, answer []byte) error {
	if err := checkStatus(status, answer); err != nil {
		return err
	}
	if !bytes.Contains(answer, []byte(g.Taken)) {
		return fmt.Errorf("the gateway did not say that it took the message: %s", truncate(singleLine(string(answer)), maxShown))
	}
	return nil
}

// checkKavenegar checks the status in an answer of Kavenegar.
func checkKavenegar(status int, answer []byte) error {
	var said struct {
		Return struct {
			Status  int    `json:"status"`
			Message string `json:"message"`
		} `json:"return"`
	}
	if err := json.Unmarshal(answer, &said); err != nil || said.Return.Status == 0 {
		if err := checkStatus(status, answer); err != nil {
			return err
		}
		return errors.New("the gateway's answer is not Kavenegar's")
	}
	return checkStatus(said.Return.Status, []byte(said.Return.Message))
}
