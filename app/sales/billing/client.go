package billing

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/outward"
	"anbar/app/base/spool"
)

// gatewayClient asks payment providers. It follows no redirects: an answer comes from the
// provider itself or not at all.
var gatewayClient = &http.Client{
	Timeout:       20 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: outward.Dial, ForceAttemptHTTP2: true, TLSHandshakeTimeout: 10 * time.Second,
		IdleConnTimeout: 90 * time.Second, MaxIdleConnsPerHost: 4, MaxResponseHeaderBytes: maxAnswer,
	},
}

const maxAnswer = 64 << 10

var errDown = errors.New("the payment gateway does not answer")

// sendRequest sends a request to a payment provider. Its errors do not contain the URL.
func sendRequest(req *http.Request) (status int, answer []byte, err error) {
	req.Header.Set("Accept", "application/json")
	r, err := gatewayClient.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err
		}
		return 0, nil, fmt.Errorf("%w: %w", errDown, err)
	}
	defer r.Body.Close()
	answer, err = spool.ReadAll(r.Body, maxAnswer)
	if errors.Is(err, spool.ErrTooLarge) {
		return 0, nil, fmt.Errorf("the answer of the payment gateway has more than %d bytes", maxAnswer)
	}
	if err != nil {
		return 0, nil, fmt.Errorf("%w: %w", errDown, err)
	}
	return r.StatusCode, answer, nil
}

// gatewayError is a refusal by the provider itself.
type gatewayError struct {
	code    string
	message string
}

func (e *gatewayError) Error() string {
	return fmt.Sprintf("the payment gateway refuses: %s %s", e.code, e.message)
}

const maxMessage = 200

// newGatewayError is a gatewayError whose message is short, of one line and without the secret.
func newGatewayError(code, message, secret string) error {
	if secret != "" {
		quoted := strings.Trim(strconv.Quote(secret), `"`)
		message = strings.NewReplacer(secret, "…", url.QueryEscape(secret), "…", quoted, "…").Replace(message)
	}
	message = strings.Join(strings.Fields(message), " ")
	if all := []rune(message); len(all) > maxMessage {
		message = string(all[:maxMessage])
	}
	return &gatewayError{code, message}
}

const maxAuthority = 255

// isAuthority reports whether a text can be a provider's name for a payment.
func isAuthority(s string) bool {
	return s != "" && len(s) <= maxAuthority && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f })
}

// isPageURL reports whether a buyer may be sent to an address.
func isPageURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && len(s) <= 4096
}
