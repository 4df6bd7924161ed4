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
	return func(ctx context.Context, c *console.AttentionCall) error { return callURL(ctx, address, c) }
}

// callURL asks for a URL that waits for that, or sends it the value as JSON unless that is nil. Its name may be a secret, so an error
// does not have it.
func callURL(ctx context.Context, address string, value any) error {
	method, body := http.MethodGet, io.Reader(nil)
	if value != nil {
		b, err := json.Marshal(value)
		if err != nil {
			return err
		}
		method, body = http.MethodPost, bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return errors.New("it is no URL")
	}
	if value != nil {
		req.Header.Set("Content-Type", "application/json")
	}
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
