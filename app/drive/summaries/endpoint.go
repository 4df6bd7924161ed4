package summaries

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"anbar/app/base/chat"
	"anbar/app/base/fault"
	"anbar/db"
)

const keyUse = "summaries" // of the sealed key, in the vault

// StoreKey seals the key of the endpoint. It belongs to the host of its address: for another one it has to be entered
// once more. Without a key nothing changes, unless remove is set.
func (s *Service) StoreKey(tx *db.Tx, address, key string, remove bool) error {
	host, ok := chat.ParseHost(address)
	switch {
	case key != "" && ok:
		return tx.PutSummariesKey(base64.StdEncoding.EncodeToString(s.Vault.Seal(key, keyUse, host)))
	case key != "":
		return fault.Field("url", fault.InvalidValue)
	case remove:
		return tx.PutSummariesKey("")
	}
	return nil
}

// loadKey returns the key for an address; empty when there is none.
func (s *Service) loadKey(v *db.View, address string) (string, error) {
	text, err := v.SummariesKey()
	if errors.Is(err, db.ErrNotFound) {
		return "", nil
	}
	if err != nil || text == "" {
		return "", err
	}
	host, _ := chat.ParseHost(address)
	sealed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", fmt.Errorf("read the key of the endpoint: %w", err)
	}
	b, err := s.Vault.Open(sealed, keyUse, host)
	if err != nil {
		return "", nil // it belongs to another host
	}
	return string(b), nil
}

// HasKey reports whether there is a key for an address.
func (s *Service) HasKey(v *db.View, address string) (bool, error) {
	key, err := s.loadKey(v, address)
	return key != "", err
}

// loadEndpoint returns where summaries are written, and the host; nil without one.
func (s *Service) loadEndpoint(v *db.View) (*chat.Endpoint, string, error) {
	set := s.Settings.Current()
	host, ok := chat.ParseHost(set.SummariesURL)
	if !ok {
		return nil, "", nil
	}
	key, err := s.loadKey(v, set.SummariesURL)
	return &chat.Endpoint{URL: set.SummariesURL, Model: set.SummariesModel, Key: key}, host, err
}

// TestResult is how an endpoint did.
type TestResult struct {
	Model           string
	Sample          string
	Took            time.Duration
	TokensPerSecond float64 // about
}

const (
	testTime        = time.Minute
	testTokens      = 120
	lettersPerToken = 3 // about
)

// TestEndpoint has the endpoint write a sentence. It fails with a fault that says what is wrong.
func (s *Service) TestEndpoint(ctx context.Context) (*TestResult, error) {
	e, err := db.Get(ctx, s.DB, func(v *db.View) (e *chat.Endpoint, err error) {
		e, _, err = s.loadEndpoint(v)
		return e, err
	})
	if err == nil && e == nil {
		err = fault.SummariesOff
	}
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(ctx, testTime)
	defer stop()
	began := time.Now()
	answer, err := e.Complete(ctx, []chat.Message{
		{Role: "user", Content: "در یک جملهٔ کوتاه فارسی بگو خلاصهٔ خوب چه ویژگی‌هایی دارد."},
	}, testTokens, func(string) {})
	if err != nil {
		s.Log.Warn("the endpoint for summaries fails its test", "error", err)
		return nil, toEndpointFault(err)
	}
	took := time.Since(began)
	tokens := float64(utf8.RuneCountInString(answer)) / lettersPerToken
	return &TestResult{Model: e.Model, Sample: strings.TrimSpace(answer), Took: took,
		TokensPerSecond: tokens / max(took.Seconds(), 0.001)}, nil
}

// toEndpointFault says what is wrong with an endpoint.
func toEndpointFault(err error) *fault.Fault {
	var no *chat.StatusError
	switch {
	case errors.As(err, &no):
		return fault.EndpointRefused.Because(err)
	case errors.Is(err, chat.ErrBroken):
		return fault.EndpointBroken.Because(err)
	}
	return fault.EndpointDown.Because(err)
}
