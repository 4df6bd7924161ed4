package api

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"anbar/app/base/fault"
	"anbar/blobstore"
	"anbar/db"
)

// answerError is the one place where an error becomes an answer.
func (r *Router) answerError(w http.ResponseWriter, req *http.Request, err error) {
	if req.Context().Err() != nil && errors.Is(err, context.Canceled) {
		return
	}
	var f *fault.Fault
	if errors.As(toFault(err), &f) {
		if cause := f.Unwrap(); cause != nil {
			r.log.Debug("refused", "call", req.Pattern, "path", req.URL.Path, "error", err)
		}
		writeFault(w, f)
		return
	}
	r.failures.Add(1)
	id := rand.Text()
	r.log.LogAttrs(req.Context(), slog.LevelError, "call failed", slog.String("request_id", id), slog.String("method", req.Method),
		slog.String("path", req.URL.Path), slog.Any("error", err))
	if werr := WriteJSON(w, http.StatusInternalServerError, map[string]string{
		"error_code": "server_error", "message": "a problem on the product side", "request_id": id,
	}); werr != nil {
		r.log.Error("answer an error", "error", werr)
	}
}

// WriteError answers a request that reaches no call.
func (r *Router) WriteError(w http.ResponseWriter, req *http.Request, err error) {
	r.answerError(w, req, err)
}

// awayWait is what an answer proposes before contents are asked for again that cannot be read at the backup target.
const awayWait = 30 * time.Second

// fencedWait is what an answer proposes before a change is tried again that this machine may not take now.
const fencedWait = 5 * time.Second

// toFault gives the errors of lower layers that a user can do something about
// their place in the catalogue.
func toFault(err error) error {
	switch {
	case errors.Is(err, blobstore.ErrFull):
		return fault.QuotaExceeded.Because(err)
	case errors.Is(err, blobstore.ErrAway):
		return fault.ContentAway.After(awayWait).Because(err)
	case errors.Is(err, db.ErrReplaced):
		return fault.Replaced.Because(err)
	case errors.Is(err, db.ErrFenced):
		return fault.Fenced.After(fencedWait).Because(err)
	case errors.Is(err, db.ErrSlice):
		return fault.InvalidCursor.Because(err)
	case errors.Is(err, blobstore.ErrCorrupt):
		return fault.ContentDamaged.Because(err)
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return fault.TooLarge.Because(err)
	}
	return err
}

// retryAfter writes a time to wait for a header.
func retryAfter(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }

func writeFault(w http.ResponseWriter, f *fault.Fault) {
	body := map[string]any{"error_code": f.Key, "message": f.Message}
	if f.Fields != nil {
		body["error_code"] = f.Fields
	}
	for k, v := range f.Detail {
		body[k] = v
	}
	if f.Status == http.StatusRequestTimeout || f.Status == http.StatusRequestEntityTooLarge {
		w.Header().Set("Connection", "close") // do not wait for the rest of the body
	}
	if f.Wait > 0 {
		w.Header().Set("Retry-After", retryAfter(f.Wait))
	}
	if err := WriteJSON(w, f.Status, body); err != nil {
		slog.Error("answer a fault", "fault", f.Key, "error", err)
	}
}

// FailureOf is an error as an answer shows it that tells of work done meanwhile.
func FailureOf(err error) *Failure {
	var f *fault.Fault
	if !errors.As(toFault(err), &f) {
		return &Failure{ErrorCode: ErrorCode{"server_error"}, Message: "a problem on the product side"}
	}
	if f.Fields != nil {
		return &Failure{ErrorCode: ErrorCode{f.Fields}, Message: f.Message}
	}
	return &Failure{ErrorCode: ErrorCode{f.Key}, Message: f.Message}
}
