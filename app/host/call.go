package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"anbar/app/base/outward"
	"anbar/app/operation/console"
)

const (
	callTimeout = 20 * time.Second
	callHead    = 64 << 10
	callBody    = 64 << 10
)

// NewAlarmCall returns what sends JSON to the URL of alarms; nil for no URL.
func NewAlarmCall(address string) func(context.Context, *console.AttentionCall) error {
	if address == "" {
		return nil
	}
	return func(ctx context.Context, c *console.AttentionCall) error { return postJSON(ctx, address, c) }
}

// getURL asks for a URL and ignores what it answers, but for its status.
func getURL(ctx context.Context, address string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return errNoURL
	}
	return callURL(req)
}

// postJSON sends a value to a URL and ignores what it answers, but for its status.
func postJSON(ctx context.Context, address string, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return errNoURL
	}
	req.Header.Set("Content-Type", "application/json")
	return callURL(req)
}

var errNoURL = errors.New("it is no URL")

// callURL fails when the answer is not of 2xx. The URL may contain a secret, so errors leave it out.
func callURL(req *http.Request) error {
	res, err := outward.NewClient(callTimeout, callHead, false).Do(req)
	var named *url.Error
	if errors.As(err, &named) {
		err = named.Err
	}
	if err != nil {
		return err
	}
	_, err = io.CopyN(io.Discard, res.Body, callBody)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if err = errors.Join(err, res.Body.Close()); err == nil && res.StatusCode/100 != 2 {
		err = fmt.Errorf("it answers %d", res.StatusCode)
	}
	return err
}
