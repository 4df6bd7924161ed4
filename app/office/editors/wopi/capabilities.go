package wopi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/outward"
)

// Capabilities are what a server says of itself.
type Capabilities struct {
	Product string `json:"productName"`
	Version string `json:"productVersion"`
	Checks  bool   `json:"hasWopiAccessCheck"` // it can say whether it reaches an address
}

// LoadCapabilities asks what the server is. Servers of other makers do not know the question, and say nothing of themselves.
func (s *Server) LoadCapabilities(ctx context.Context) (*Capabilities, error) {
	c := &Capabilities{}
	status, err := s.requestJSON(ctx, http.MethodGet, "/hosting/capabilities", nil, c)
	if status == http.StatusNotFound {
		return c, nil
	}
	return c, err
}

// CheckReach has the server fetch an address: fault.OfficeReach when it cannot, fault.OfficeHost when it may not.
func (s *Server) CheckReach(ctx context.Context, address string) error {
	body, err := json.Marshal(map[string]string{"callbackUrl": address})
	if err != nil {
		return fmt.Errorf("ask the office server: %w", err)
	}
	var a struct {
		Status string `json:"status"`
	}
	if _, err := s.requestJSON(ctx, http.MethodPost, "/hosting/wopiAccessCheck", body, &a); err != nil && a.Status == "" {
		return err
	}
	switch a.Status {
	case "Ok":
		return nil
	case "WopiHostNotAllowed":
		return fault.OfficeHost
	}
	return fault.OfficeReach.Because(fmt.Errorf("it says %q", a.Status))
}

// send sends a request; the caller closes the answer.
func (s *Server) send(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.Base()+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("ask the office server: %w", err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	r, err := outward.NewClient(limits.OfficeAsk, limits.OfficeBody, s.SkipVerify).Do(req)
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err // without the address, which may hold a token
	}
	if err != nil {
		return nil, fmt.Errorf("ask the office server: %w", err)
	}
	return r, nil
}

func (s *Server) requestJSON(ctx context.Context, method, path string, body []byte, v any) (int, error) {
	r, err := s.send(ctx, method, path, body)
	if err != nil {
		return 0, err
	}
	defer r.Body.Close()
	b, err := io.ReadAll(io.LimitReader(r.Body, limits.OfficeHead))
	if err != nil {
		return 0, fmt.Errorf("ask the office server: %w", err)
	}
	err = json.Unmarshal(b, v)
	if r.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d", r.StatusCode)
	}
	if err != nil {
		return r.StatusCode, fault.OfficeAnswer.Because(err)
	}
	return r.StatusCode, nil
}
