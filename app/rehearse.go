package app

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"os"
	"time"

	"anbar/app/base/api"
	"anbar/app/host/rehearsal"
	"anbar/app/identity/sessions"
	"anbar/config"
	"anbar/db"

	"lukechampine.com/blake3"
)

const (
	answerWait   = 20 * time.Second
	rehearsalAt  = "127.0.0.1:1" // where the questions come from
	rehearsalUse = "Anbar rehearsal"
)

// Rehearse opens the copy of a data directory as the server would, and answers questions in the names of their users; it chooses them
// when there are none. Where a user cannot sign in, only the first of their questions has an answer, which says so. Nothing listens, no
// job runs, and no message goes out. The copy is changed.
func Rehearse(ctx context.Context, s config.Storage, questions []rehearsal.Question, log *slog.Logger) ([]rehearsal.Answer, error) {
	a, err := New(ctx, config.Serve{Storage: s, TLS: "off", Signup: "closed"}, log)
	if err != nil {
		return nil, err
	}
	all, err := a.answer(ctx, questions)
	return all, errors.Join(err, a.Close())
}

func (a *App) answer(ctx context.Context, questions []rehearsal.Question) ([]rehearsal.Answer, error) {
	if questions == nil {
		var err error
		if questions, err = db.Get(ctx, a.db, rehearsal.ChooseQuestions); err != nil {
			return nil, fmt.Errorf("choose what to ask: %w", err)
		}
	}
	fresh := db.NodeID(db.NewID()).String()
	tokens := map[db.UserID]string{}
	var all []rehearsal.Answer
	for _, q := range questions {
		answer := rehearsal.Answer{Question: q, Fresh: fresh, At: time.Now()}
		token, known := tokens[q.User]
		if known && token == "" { // the first answer says why
			continue
		}
		var err error
		if !known {
			token, err = a.beginRehearsal(ctx, q.User)
			tokens[q.User] = token
		}
		if err == nil {
			a.answerOne(ctx, &answer, token)
		} else {
			answer.Failed = fmt.Sprintf("nobody can sign in as the user %s: %v", q.User, err)
		}
		all = append(all, answer)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return all, nil
}

// beginRehearsal makes a session in the copy.
func (a *App) beginRehearsal(ctx context.Context, id db.UserID) (string, error) {
	from := api.Origin{Address: rehearsalAt, Device: rehearsalUse}
	login, err := db.Do(ctx, a.db, func(tx *db.Tx) (*sessions.Login, error) {
		u, err := tx.UserByID(id)
		if err != nil {
			return nil, err
		}
		return a.sessions.Begin(tx, u, from, "rehearsal")
	})
	if err != nil {
		return "", err
	}
	return login.Access, nil
}

// answerOne asks one question. A handler that panics, or takes too long, has failed.
func (a *App) answerOne(ctx context.Context, answer *rehearsal.Answer, token string) {
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			answer.Failed = fmt.Sprintf("it panicked: %v", p)
		}
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/api"+answer.Path, nil)
	if err != nil {
		answer.Failed = err.Error()
		return
	}
	req.RemoteAddr = rehearsalAt
	req.Header.Set("Authorization", "Bearer "+token)
	w := &answerKeeper{header: http.Header{}, status: http.StatusOK, hash: blake3.New(32, nil)}
	a.Router.ServeHTTP(w, req)
	answer.Status = w.status
	if ctx.Err() != nil {
		answer.Failed = fmt.Sprintf("it took longer than %s", answerWait)
	}
	answer.Hash = hex.EncodeToString(w.hash.Sum(nil))
	if w.isJSON() {
		answer.Body = bytes.TrimSpace(w.body.Bytes())
	}
}

// answerKeeper is the hash of a response, and its body where that is JSON.
type answerKeeper struct {
	header http.Header
	status int
	body   bytes.Buffer
	hash   *blake3.Hasher
}

func (w *answerKeeper) isJSON() bool {
	kind, _, err := mime.ParseMediaType(w.header.Get("Content-Type"))
	return err == nil && kind == "application/json" && w.header.Get("Content-Disposition") == ""
}

// Header implements http.ResponseWriter.
func (w *answerKeeper) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *answerKeeper) WriteHeader(status int) { w.status = status }

// Write implements http.ResponseWriter.
func (w *answerKeeper) Write(b []byte) (int, error) {
	if w.isJSON() {
		w.body.Write(b) // it never fails
	}
	return w.hash.Write(b)
}

// RunRehearsal tries this program on a copy of a data directory, and compares what it answers with what another one does.
func RunRehearsal(ctx context.Context, o rehearsal.Options) (*rehearsal.Report, error) {
	var err error
	if o.Self, err = os.Executable(); err != nil {
		return nil, err
	}
	return rehearsal.Run(ctx, o)
}
