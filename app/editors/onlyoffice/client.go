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

	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/app/outward"
)

// ErrBusy means that the server may do better at another try.
var ErrBusy = errors.New("onlyoffice: the server cannot answer now")

// RefusalError is the error number of an answer.
type RefusalError struct {
	What string
	Code int
}

// Error implements error.
func (e *RefusalError) Error() string {
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

func (s *Server) client(time time.Duration) *http.Client {
	return outward.NewClient(time, limits.OfficeBody, s.SkipVerify)
}

// signed returns a body with its own signature.
func (s *Server) signed(payload map[string]any) ([]byte, error) {
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

// post sends a signed request, in body and header, and reads the answer into v.
func (s *Server) post(ctx context.Context, path string, shard string, time time.Duration, payload map[string]any, v any) (int, error) {
	b, err := s.signed(payload)
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
	req.Header.Set(s.header(), "Bearer "+outer)
	return s.do(req, time, v)
}

// do sends a request and reads the answer into v.
func (s *Server) do(req *http.Request, time time.Duration, v any) (int, error) {
	r, err := s.client(time).Do(req)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrBusy, bare(err))
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

// bare is an error of the client without the address, which may hold a token.
func bare(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// Health asks whether the server is well.
func (s *Server) Health(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Base()+"/healthcheck", nil)
	if err != nil {
		return fmt.Errorf("ask the office server: %w", err)
	}
	well := false
	if _, err = s.do(req, limits.OfficeAsk, &well); err == nil && !well {
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

// command sends a command, to the address that older servers have when the new one is not there.
func (s *Server) command(ctx context.Context, key string, payload map[string]any) (*answer, error) {
	var a answer
	status, err := s.post(ctx, "/command", key, limits.OfficeAsk, payload, &a)
	if status == http.StatusNotFound {
		a = answer{}
		_, err = s.post(ctx, "/coauthoring/CommandService.ashx", key, limits.OfficeAsk, payload, &a)
	}
	if err != nil {
		return nil, err
	}
	what := fmt.Sprint(payload["c"])
	switch a.Error {
	case 0:
		return &a, nil
	case badToken:
		return nil, fault.OfficeToken.Because(&RefusalError{what, a.Error})
	}
	return nil, fault.OfficeAnswer.Because(&RefusalError{what, a.Error})
}

// is reports whether an error is the answer with that number.
func is(err error, code int) bool {
	var r *RefusalError
	return errors.As(err, &r) && r.Code == code
}

// Version returns the version of the server.
func (s *Server) Version(ctx context.Context) (string, error) {
	a, err := s.command(ctx, "", map[string]any{"c": "version"})
	if err != nil {
		return "", err
	}
	return a.Version, nil
}

// ForceSave has a document saved as it is; its callback follows. A document without changes, or one that nobody edits, is no failure.
func (s *Server) ForceSave(ctx context.Context, key string) error {
	_, err := s.command(ctx, key, map[string]any{"c": "forcesave", "key": key})
	if is(err, NoChanges) || is(err, NoKey) {
		return nil
	}
	return err
}

// Drop ends the sessions of people, or of all without any.
func (s *Server) Drop(ctx context.Context, key string, users []string) error {
	payload := map[string]any{"c": "drop", "key": key}
	if len(users) > 0 {
		payload["users"] = users
	}
	_, err := s.command(ctx, key, payload)
	if is(err, NoKey) {
		return nil
	}
	return err
}

// Forgotten returns the keys of documents that the server could not hand over.
func (s *Server) Forgotten(ctx context.Context) ([]string, error) {
	a, err := s.command(ctx, "", map[string]any{"c": "getForgottenList"})
	if err != nil {
		return nil, err
	}
	return a.Keys, nil
}

// ForgottenURL returns where a forgotten document is fetched; empty when there is none.
func (s *Server) ForgottenURL(ctx context.Context, key string) (string, error) {
	a, err := s.command(ctx, key, map[string]any{"c": "getForgotten", "key": key})
	if is(err, NoKey) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return a.URL, nil
}

// Forget deletes a forgotten document.
func (s *Server) Forget(ctx context.Context, key string) error {
	_, err := s.command(ctx, key, map[string]any{"c": "deleteForgotten", "key": key})
	if is(err, NoKey) {
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
	status, err := s.post(ctx, "/converter", c.Key, limits.OfficeConv, payload, &a)
	if status == http.StatusNotFound {
		_, err = s.post(ctx, "/ConvertService.ashx", c.Key, limits.OfficeConv, payload, &a)
	}
	if err != nil {
		return "", err
	}
	no := &RefusalError{"the conversion", a.Error}
	switch {
	case a.Error == 0 && a.Done && a.URL != "":
		return a.URL, nil
	case a.Error == convFailed:
		return "", fault.ConversionFailed.Because(no)
	case a.Error == convFetch:
		return "", fault.OfficeReach.Because(no)
	case a.Error == convPassword:
		return "", fault.DocumentLocked.Because(no)
	case a.Error == convToken:
		return "", fault.OfficeToken.Because(no)
	case a.Error == convSize:
		return "", fault.DocumentTooLarge.Because(no)
	}
	return "", fault.OfficeAnswer.Because(no)
}

// paths are where a server keeps documents that others may fetch.
var paths = []string{"/cache/files/", "/printfile/", "/downloadfile/"}

// Guard returns the address at which this server fetches a document that the Document Server named. Every address that is
// not one of its own files is refused: fault.OfficeAddress.
func (s *Server) Guard(address string) (string, error) {
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
		if !below || !plain(rest) {
			continue
		}
		return base.Scheme + "://" + base.Host + base.EscapedPath() + rest + query(u), nil
	}
	return "", fault.OfficeAddress
}

func query(u *url.URL) string {
	if u.RawQuery == "" {
		return ""
	}
	return "?" + u.RawQuery
}

// plain reports whether a path leads to a file of the server, without a step up.
func plain(p string) bool {
	text, err := url.PathUnescape(p)
	if err != nil || strings.Contains(text, "..") || strings.ContainsAny(text, "\\\x00") || strings.Contains(text, "//") {
		return false
	}
	for _, begin := range paths {
		if strings.HasPrefix(text, begin) {
			return true
		}
	}
	return false
}

// Fetch returns a document that the server named, at most so many bytes of it: fault.UploadSize. The caller closes it.
func (s *Server) Fetch(ctx context.Context, address string, most int64) (io.ReadCloser, error) {
	at, err := s.Guard(address)
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
	req.Header.Set(s.header(), "Bearer "+token)
	r, err := s.client(limits.OfficeFetch).Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBusy, bare(err))
	}
	if err := checkFetched(r, most); err != nil {
		return nil, errors.Join(err, r.Body.Close())
	}
	return &bounded{r.Body, most}, nil
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

// bounded is a body that fails when it is longer than allowed, or breaks off.
type bounded struct {
	io.ReadCloser
	left int64
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fault.UploadSize
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return n, err
}
