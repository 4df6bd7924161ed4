// Package chat asks a language model at an endpoint that speaks the protocol of OpenAI's chat completions, as Ollama,
// llama.cpp and vLLM do.
package chat

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/limits"
	"anbar/app/base/outward"
	"anbar/app/base/spool"
)

// Endpoint is where a model answers.
type Endpoint struct {
	URL   string // the base, such as http://localhost:11434/v1
	Model string
	Key   string // empty for none
}

// Message is a part of a conversation.
type Message struct {
	Role    string `json:"role"` // system or user
	Content string `json:"content"`
}

// ErrDown means that the endpoint does not answer, or breaks off its answer; another try may do better.
var ErrDown = errors.New("the endpoint does not answer")

// ErrBroken means that the endpoint answers something else than the protocol says.
var ErrBroken = errors.New("the endpoint answers something else")

// StatusError is an answer that says no.
type StatusError struct {
	Status  int
	message string
}

// Error implements error.
func (r *StatusError) Error() string {
	return fmt.Sprintf("the endpoint answered %d: %s", r.Status, r.message)
}

// client follows no redirects: the text of a document goes to the endpoint itself or nowhere.
var client = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: outward.Dial, ForceAttemptHTTP2: true, TLSHandshakeTimeout: limits.ChatConnect,
		IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: limits.ChatsAtOnce, MaxResponseHeaderBytes: maxHeader,
	},
}

const (
	maxHeader  = 64 << 10
	maxLine    = 1 << 20 // of a stream
	maxMessage = 200
)

// ParseHost returns the host and port of an endpoint's address; false for an address that cannot be one.
func ParseHost(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", false
	}
	return u.Host, true
}

// Complete sends a conversation and returns the answer. Each piece of the answer also goes to grow as it comes. A busy
// endpoint is asked again, twice at most and after the time that it says.
func (e *Endpoint) Complete(ctx context.Context, all []Message, most int, grow func(piece string)) (string, error) {
	ctx, stop := context.WithTimeout(ctx, limits.ChatTime)
	defer stop()
	body, err := json.Marshal(map[string]any{
		"model": e.Model, "messages": all, "stream": true, "max_tokens": most, "temperature": 0.2,
	})
	if err != nil {
		return "", fmt.Errorf("write a question to a model: %w", err)
	}
	for try := 0; ; try++ {
		answer, wait, err := e.tryComplete(ctx, body, grow)
		if wait < 0 || try == limits.ChatRetries {
			return answer, err
		}
		select {
		case <-ctx.Done():
			return "", errors.Join(ErrDown, ctx.Err())
		case <-time.After(max(wait, time.Duration(1+try)*limits.ChatPause)):
		}
	}
}

// tryComplete asks once. wait is how long to wait before the next try; negative when there shall be none.
func (e *Endpoint) tryComplete(ctx context.Context, body []byte, grow func(string)) (answer string, wait time.Duration, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(e.URL, "/")+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return "", -1, fmt.Errorf("%w: its address is not valid", ErrDown)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream, application/json")
	if e.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.Key)
	}
	r, err := client.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // which does not hold the address
		}
		return "", -1, fmt.Errorf("%w: %w", ErrDown, err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		words, _ := io.ReadAll(io.LimitReader(r.Body, maxHeader)) // what came says enough
		err := &StatusError{r.StatusCode, e.redact(string(words))}
		if r.StatusCode == http.StatusTooManyRequests || r.StatusCode >= http.StatusInternalServerError {
			return "", parseRetryAfter(r.Header.Get("Retry-After")), err
		}
		return "", -1, err
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "application/json" {
		answer, err = readWhole(r.Body, grow)
	} else {
		answer, err = readStream(r.Body, grow)
	}
	return answer, -1, err
}

// parseRetryAfter reads how many seconds to wait; a minute at most.
func parseRetryAfter(header string) time.Duration {
	n, err := strconv.Atoi(strings.TrimSpace(header))
	if err != nil || n < 0 {
		return 0
	}
	return min(time.Duration(n)*time.Second, time.Minute)
}

// redact is a short line without the key.
func (e *Endpoint) redact(s string) string {
	if e.Key != "" {
		quoted := strings.Trim(strconv.Quote(e.Key), `"`)
		s = strings.NewReplacer(e.Key, "…", url.QueryEscape(e.Key), "…", quoted, "…").Replace(s)
	}
	s = strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "")
	if all := []rune(s); len(all) > maxMessage {
		s = string(all[:maxMessage])
	}
	return s
}

type completion struct {
	Choices []struct {
		Delta   Message `json:"delta"`
		Message Message `json:"message"`
		Finish  *string `json:"finish_reason"`
	} `json:"choices"`
}

// readWhole reads an answer of an endpoint that does not stream.
func readWhole(r io.Reader, grow func(string)) (string, error) {
	b, err := spool.ReadAll(r, limits.ChatAnswer)
	if err != nil && !errors.Is(err, spool.ErrTooLarge) {
		return "", fmt.Errorf("%w: %w", ErrDown, err)
	}
	var c completion
	if err != nil || json.Unmarshal(b, &c) != nil || len(c.Choices) == 0 {
		return "", ErrBroken
	}
	grow(c.Choices[0].Message.Content)
	return c.Choices[0].Message.Content, nil
}

// readStream reads an answer that comes in pieces. One that ends without its end was cut.
func readStream(r io.Reader, grow func(string)) (string, error) {
	var answer strings.Builder
	ended := false
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data:")
		if !ok {
			continue // comments and names of events
		}
		if data = strings.TrimSpace(data); data == "[DONE]" {
			return answer.String(), nil
		}
		var c completion
		if json.Unmarshal([]byte(data), &c) != nil {
			return "", ErrBroken
		}
		if len(c.Choices) == 0 {
			continue // how much it took
		}
		piece := c.Choices[0].Delta.Content
		if answer.Len()+len(piece) > limits.ChatAnswer {
			return "", fmt.Errorf("%w: too much", ErrBroken)
		}
		_, _ = answer.WriteString(piece) // cannot fail
		grow(piece)
		ended = ended || c.Choices[0].Finish != nil
	}
	if err := lines.Err(); err != nil {
		return "", fmt.Errorf("%w: %w", ErrDown, err)
	}
	if !ended {
		return "", fmt.Errorf("%w: the answer was cut", ErrDown)
	}
	return answer.String(), nil
}
