package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/outward"
	"anbar/app/base/spool"
	"anbar/app/drive/imports/source"
)

// agent is what other servers show as the name of the app password.
const agent = "Anbar (import)"

// client talks to one server as one user.
type client struct {
	http           *http.Client
	user, password string
	pause          time.Duration // before a request is tried again
}

// errAnswer is the error of a server that answers, but not as one of its kind does.
var errAnswer = fmt.Errorf("%w: the answer is none of such a server", source.ErrAnswer)

// statusError is the error of an answer with an unexpected status.
type statusError int

func (s statusError) Error() string {
	return fmt.Sprintf("the source answered %d %s", int(s), http.StatusText(int(s)))
}

// isTemporary are the statuses of a server that can answer a moment later.
func (s statusError) isTemporary() bool {
	switch int(s) {
	case http.StatusLocked, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// toSourceError is the error of a status, as the engine understands it.
func toSourceError(code int) error {
	switch code {
	case http.StatusUnauthorized:
		return fault.ImportSourceDenied
	case http.StatusForbidden:
		return source.ErrDenied
	case http.StatusNotFound, http.StatusGone:
		return source.ErrGone
	case http.StatusPreconditionFailed, http.StatusRequestedRangeNotSatisfiable:
		return source.ErrChanged
	}
	return statusError(code)
}

// requestSpec is a request.
type requestSpec struct {
	method string
	at     *url.URL
	header map[string]string
	body   string
	want   []int // statuses of success
}

// send sends a request, and once more when the server asks to wait.
func (c *client) send(ctx context.Context, a *requestSpec) (*http.Response, error) {
	for try := 1; ; try++ {
		res, err := c.sendOnce(ctx, a)
		var s statusError
		if err == nil || try == limits.RemoteTries || !errors.As(err, &s) || !s.isTemporary() {
			return res, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(c.pause * time.Duration(try)):
		}
	}
}

func (c *client) newRequest(ctx context.Context, a *requestSpec) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, a.method, a.at.String(), strings.NewReader(a.body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", agent)
	req.Header.Set("Accept-Encoding", "identity")
	if c.user != "" || c.password != "" {
		req.SetBasicAuth(c.user, c.password)
	}
	for name, value := range a.header {
		req.Header.Set(name, value)
	}
	return req, nil
}

func (c *client) sendOnce(ctx context.Context, a *requestSpec) (*http.Response, error) {
	req, err := c.newRequest(ctx, a)
	if err != nil {
		return nil, err
	}
	res, err := c.http.Do(req)
	var name *net.DNSError
	if errors.Is(err, outward.ErrOwnNetwork) || errors.As(err, &name) && name.IsNotFound {
		return nil, fault.ImportAddress.Because(err)
	}
	if err != nil {
		return nil, err
	}
	if !slices.Contains(a.want, res.StatusCode) {
		return nil, errors.Join(toSourceError(res.StatusCode), res.Body.Close())
	}
	if coding := res.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return nil, errors.Join(errAnswer, res.Body.Close())
	}
	return res, nil
}

// readLimited reads a body that is small.
func readLimited(body io.ReadCloser, most int64) ([]byte, error) {
	b, err := spool.ReadAll(body, most)
	if errors.Is(err, spool.ErrTooLarge) {
		err = errAnswer
	}
	return b, errors.Join(err, body.Close())
}

// parseContentRange reads "bytes 5-9/10": where a part begins, and the size of the whole, -1 when that is not said.
func parseContentRange(said string) (from, size int64, err error) {
	within, total, ok := strings.Cut(strings.TrimPrefix(said, "bytes "), "/")
	first, _, dash := strings.Cut(within, "-")
	if !ok || !dash {
		return 0, 0, errAnswer
	}
	if from, err = strconv.ParseInt(first, 10, 64); err != nil {
		return 0, 0, errAnswer
	}
	if total == "*" {
		return from, -1, nil
	}
	if size, err = strconv.ParseInt(total, 10, 64); err != nil || size < from {
		return 0, 0, errAnswer
	}
	return from, size, nil
}
