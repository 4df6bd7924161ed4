package onlyoffice

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/outward"
)

// ErrBusy means that the server may do better at another try.
var ErrBusy = errors.New("onlyoffice: the server cannot answer now")

// ResponseError is the error number of an answer.
type ResponseError struct {
	What string
	Code int
}

// Error implements error.
func (e *ResponseError) Error() string {
	return fmt.Sprintf("onlyoffice: %s answers the error %d", e.What, e.Code)
}

// The errors of commands.
const (
	NoKey     = 1
	NoChanges = 4
	badToken  = 6
)

// The errors of conversions.
const (
	convFailed   = -3
	convFetch    = -4
	convPassword = -5
	convToken    = -8
	convSize     = -10
)

func (s *Server) newClient(time time.Duration) *http.Client {
	return outward.NewClient(time, limits.OfficeBody, s.SkipVerify)
}

// signBody returns a body with its own signature.
func (s *Server) signBody(payload map[string]any) ([]byte, error) {
	token, err := Sign(s.Secret, payload)
	if err != nil {
		return nil, err
	}
	body := map[string]any{"token": token}
	for k, value := range payload {
		body[k] = value
	}
	b, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("write a request to the office server: %w", err)
	}
	return b, nil
}

// postSigned sends a signed request, in body and header, and reads the answer into v.
func (s *Server) postSigned(ctx context.Context, path string, shard string, time time.Duration, payload map[string]any,
	v any) (int, error) {
	b, err := s.signBody(payload)
	if err != nil {
		return 0, err
	}
	outer, err := Sign(s.Secret, map[string]any{"payload": payload})
	if err != nil {
		return 0, err
	}
	at := s.Base() + path
	if shard != "" {
		at += "?shardkey=" + url.QueryEscape(shard)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, at, bytes.NewReader(b))
	if err != nil {
		return 0, fmt.Errorf("ask the office server: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set(s.headerName(), "Bearer "+outer)
	return s.sendRequest(req, time, v)
}

// sendRequest sends a request and reads the answer into v.
func (s *Server) sendRequest(req *http.Request, time time.Duration, v any) (int, error) {
	r, err := s.newClient(time).Do(req)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrBusy, stripAddress(err))
	}
	defer r.Body.Close()
	b, err := io.ReadAll(io.LimitReader(r.Body, limits.OfficeHead))
	if err != nil {
		return r.StatusCode, fmt.Errorf("%w: %w", ErrBusy, err)
	}
	switch {
	case r.StatusCode == http.StatusTooManyRequests || r.StatusCode >= http.StatusInternalServerError:
		return r.StatusCode, fmt.Errorf("%w: status %d", ErrBusy, r.StatusCode)
	case r.StatusCode != http.StatusOK:
		return r.StatusCode, fault.OfficeAnswer.Because(fmt.Errorf("status %d", r.StatusCode))
	}
	if err := json.Unmarshal(b, v); err != nil {
		return r.StatusCode, fault.OfficeAnswer.Because(err)
	}
	return r.StatusCode, nil
}

// stripAddress is an error of the client without the address, which may hold a token.
func stripAddress(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// CheckHealth asks whether the server is well.
func (s *Server) CheckHealth(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Base()+"/healthcheck", nil)
	if err != nil {
		return fmt.Errorf("ask the office server: %w", err)
	}
	well := false
	if _, err = s.sendRequest(req, limits.OfficeAsk, &well); err == nil && !well {
		err = fault.OfficeAnswer.Because(errors.New("the server says that it is not well"))
	}
	return err
}

// answer is that to a command.
type answer struct {
	Error   int      `json:"error"`
	Version string   `json:"version"`
	Key     string   `json:"key"`
	URL     string   `json:"url"`
	Keys    []string `json:"keys"`
}

// sendCommand sends a command, to the address that older servers have when the new one is not there.
func (s *Server) sendCommand(ctx context.Context, key string, payload map[string]any) (*answer, error) {
	var a answer
	status, err := s.postSigned(ctx, "/command", key, limits.OfficeAsk, payload, &a)
	if status == http.StatusNotFound {
		a = answer{}
		_, err = s.postSigned(ctx, "/coauthoring/CommandService.ashx", key, limits.OfficeAsk, payload, &a)
	}
	if err != nil {
		return nil, err
	}
	what := fmt.Sprint(payload["c"])
	switch a.Error {
	case 0:
		return &a, nil
	case badToken:
		return nil, fault.OfficeToken.Because(&ResponseError{what, a.Error})
	}
	return nil, fault.OfficeAnswer.Because(&ResponseError{what, a.Error})
}

// isAnswer reports whether an error is the answer with that number.
func isAnswer(err error, code int) bool {
	var r *ResponseError
	return errors.As(err, &r) && r.Code == code
}

// LoadVersion returns the version of the server.
func (s *Server) LoadVersion(ctx context.Context) (string, error) {
	a, err := s.sendCommand(ctx, "", map[string]any{"c": "version"})
	if err != nil {
		return "", err
	}
	return a.Version, nil
}

// ForceSave has a document saved as it is; its callback follows. A document without changes, or one that nobody edits, is no failure.
func (s *Server) ForceSave(ctx context.Context, key string) error {
	_, err := s.sendCommand(ctx, key, map[string]any{"c": "forcesave", "key": key})
	if isAnswer(err, NoChanges) || isAnswer(err, NoKey) {
		return nil
	}
	return err
}

// EndSessions ends the sessions of people, or of all without any.
func (s *Server) EndSessions(ctx context.Context, key string, users []string) error {
	payload := map[string]any{"c": "drop", "key": key}
	if len(users) > 0 {
		payload["users"] = users
	}
	_, err := s.sendCommand(ctx, key, payload)
	if isAnswer(err, NoKey) {
		return nil
	}
	return err
}

// ListForgotten returns the keys of documents that the server could not hand over.
func (s *Server) ListForgotten(ctx context.Context) ([]string, error) {
	a, err := s.sendCommand(ctx, "", map[string]any{"c": "getForgottenList"})
	if err != nil {
		return nil, err
	}
	return a.Keys, nil
}

// LoadForgottenURL returns where a forgotten document is fetched; empty when there is none.
func (s *Server) LoadForgottenURL(ctx context.Context, key string) (string, error) {
	a, err := s.sendCommand(ctx, key, map[string]any{"c": "getForgotten", "key": key})
	if isAnswer(err, NoKey) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return a.URL, nil
}

// DeleteForgotten deletes a forgotten document.
func (s *Server) DeleteForgotten(ctx context.Context, key string) error {
	_, err := s.sendCommand(ctx, key, map[string]any{"c": "deleteForgotten", "key": key})
	if isAnswer(err, NoKey) {
		return nil
	}
	return err
}

// Conversion is a document to convert, which the server fetches.
type Conversion struct {
	URL, From, To, Key, Title string
}

// Convert returns where the converted document is fetched.
func (s *Server) Convert(ctx context.Context, c *Conversion) (string, error) {
	payload := map[string]any{
		"async": false, "filetype": c.From, "outputtype": c.To, "key": c.Key, "title": c.Title, "url": c.URL,
	}
	var a struct {
		Done  bool   `json:"endConvert"`
		URL   string `json:"fileUrl"`
		Error int    `json:"error"`
	}
	status, err := s.postSigned(ctx, "/converter", c.Key, limits.OfficeConv, payload, &a)
	if status == http.StatusNotFound {
		_, err = s.postSigned(ctx, "/ConvertService.ashx", c.Key, limits.OfficeConv, payload, &a)
	}
	if err != nil {
		return "", err
	}
	refused := &ResponseError{"the conversion", a.Error}
	switch {
	case a.Error == 0 && a.Done && a.URL != "":
		return a.URL, nil
	case a.Error == convFailed:
		return "", fault.ConversionFailed.Because(refused)
	case a.Error == convFetch:
		return "", fault.OfficeReach.Because(refused)
	case a.Error == convPassword:
		return "", fault.DocumentLocked.Because(refused)
	case a.Error == convToken:
		return "", fault.OfficeToken.Because(refused)
	case a.Error == convSize:
		return "", fault.DocumentTooLarge.Because(refused)
	}
	return "", fault.OfficeAnswer.Because(refused)
}

// filePaths are where a server keeps documents that others may fetch.
var filePaths = []string{"/cache/files/", "/printfile/", "/downloadfile/"}

// ResolveAddress returns the address at which this server fetches a document that the Document Server named. Every address that is
// not one of its own files is refused: fault.OfficeAddress.
func (s *Server) ResolveAddress(address string) (string, error) {
	u, err := url.Parse(address)
	base, ok := outward.ParseAddress(s.Base())
	if err != nil || !ok || u.User != nil || u.Fragment != "" || u.Opaque != "" {
		return "", fault.OfficeAddress
	}
	for _, own := range []string{s.URL, s.Internal} {
		o, ok := outward.ParseAddress(own)
		if own == "" || !ok || outward.Origin(o) != outward.Origin(u) {
			continue
		}
		rest, below := strings.CutPrefix(u.EscapedPath(), o.EscapedPath())
		if !below || !isPlainPath(rest) {
			continue
		}
		return base.Scheme + "://" + base.Host + base.EscapedPath() + rest + formatQuery(u), nil
	}
	return "", fault.OfficeAddress
}

func formatQuery(u *url.URL) string {
	if u.RawQuery == "" {
		return ""
	}
	return "?" + u.RawQuery
}

// isPlainPath reports whether a path leads to a file of the server, without a step up.
func isPlainPath(p string) bool {
	text, err := url.PathUnescape(p)
	if err != nil || strings.Contains(text, "..") || strings.ContainsAny(text, "\\\x00") || strings.Contains(text, "//") {
		return false
	}
	for _, begin := range filePaths {
		if strings.HasPrefix(text, begin) {
			return true
		}
	}
	return false
}

// Fetch returns a document that the server named, at most so many bytes of it: fault.UploadSize. The caller closes it.
func (s *Server) Fetch(ctx context.Context, address string, most int64) (io.ReadCloser, error) {
	at, err := s.ResolveAddress(address)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, fault.OfficeAddress.Because(err)
	}
	token, err := Sign(s.Secret, map[string]any{"payload": map[string]any{"url": address}})
	if err != nil {
		return nil, err
	}
	req.Header.Set(s.headerName(), "Bearer "+token)
	r, err := s.newClient(limits.OfficeFetch).Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBusy, stripAddress(err))
	}
	if err := checkFetched(r, most); err != nil {
		return nil, errors.Join(err, r.Body.Close())
	}
	return &limitedBody{r.Body, most}, nil
}

// checkFetched refuses an answer that is no document, or one that is too large.
func checkFetched(r *http.Response, most int64) error {
	switch {
	case r.StatusCode == http.StatusTooManyRequests || r.StatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("%w: status %d", ErrBusy, r.StatusCode)
	case r.StatusCode != http.StatusOK:
		return fault.OfficeAnswer.Because(fmt.Errorf("status %d", r.StatusCode))
	case r.ContentLength > most:
		return fault.UploadSize
	}
	return nil
}

// limitedBody is a body that fails when it is longer than allowed, or breaks off.
type limitedBody struct {
	io.ReadCloser
	remaining int64
}

// Read implements io.Reader.
func (b *limitedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.remaining -= int64(n); b.remaining < 0 {
		return 0, fault.UploadSize
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return n, err
}
