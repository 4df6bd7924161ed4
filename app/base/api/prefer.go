package api

import (
	"context"
	"net/http"
	"strings"
)

type asyncKey struct{}

// withPreferences returns the context of a request with what its Prefer header (RFC 7240) asks for.
func withPreferences(r *http.Request) context.Context {
	for _, line := range r.Header.Values("Prefer") {
		for word := range strings.SplitSeq(line, ",") {
			word, _, _ = strings.Cut(word, ";")
			if strings.EqualFold(strings.TrimSpace(word), "respond-async") {
				return context.WithValue(r.Context(), asyncKey{}, true)
			}
		}
	}
	return r.Context()
}

// IsAsyncPreferred reports whether the caller of a request wants the answer at once and asks for the result later.
func IsAsyncPreferred(ctx context.Context) bool { return ctx.Value(asyncKey{}) != nil }
