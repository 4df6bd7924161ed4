// Package api is the HTTP layer: calls are declared with typed input and
// output, and the declaration routes the call, decodes and encodes it, and
// describes it in the OpenAPI document. A handler returns an error; one place
// turns it into an answer.
package api

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
)

// Gate is the kind of caller that a call admits. The rights of the caller are checked by
// access, where the call loads its objects.
type Gate int

// The gates.
const (
	Public         Gate = iota // every caller
	Member                     // a user with a live session
	OptionalMember             // every caller; a session is recognized
	BoxVisitor                 // only a visitor of an upload box
	Client                     // a Member, or the holder of an API token
	Uploader                   // a Client or a BoxVisitor
	Staff                      // a Member with a role of staff that may do it in the call's Area
)

// Call is one request with its caller.
type Call struct {
	context.Context
	Who access.Actor
	W   http.ResponseWriter
	R   *http.Request
}

// None is the input of a call that takes nothing, and the output of one that answers 204 without a body.
type None struct{}

// Op declares a call.
type Op struct {
	Call           string // "GET /storage/workspaces"; the path is relative to /api
	Gate           Gate
	Area           access.Area    // of the console, of a call of Staff; GET reads it, other methods change it
	NoProofBecause string         // why a call of Staff that changes something goes without a recent proof of identity
	Event          string         // of the audit log, which a call of Staff leaves that is not a GET
	Does           string         // one line for the API's document
	Status         int            // of success; 200 when 0, and 204 for None
	Also           []int          // other statuses of success, with the same body
	Ranges         bool           // of a stream: it answers ranges
	Fails          []*fault.Fault // failures of this call beside the general ones
	Takes          string         // of a stream: content type of the request body
	Gives          string         // of a stream: content types of the answer, separated by commas
	Answers        any            // of a stream that answers JSON: the value's type
}

// Router collects the calls of the product.
type Router struct {
	mux       *http.ServeMux
	auth      *Authenticator
	log       *slog.Logger
	ops       []endpoint
	slots     requestSlots
	protocols map[string]*Protocol

	commits func() uint64 // number of the last commit

	details  []failureDetail // that failures carry
	failures atomic.Uint64
}

// Failures returns how many calls failed by a fault of the product so far.
func (r *Router) Failures() uint64 { return r.failures.Load() }

type endpoint struct {
	Op
	method, path string
	in, out      reflect.Type
	stream       bool // reads or writes bytes itself
}

// NewRouter makes a router without calls. Answers of calls that change something carry
// the number that commits returns.
func NewRouter(auth *Authenticator, log *slog.Logger, commits func() uint64) *Router {
	return &Router{mux: http.NewServeMux(), auth: auth, log: log, slots: newRequestSlots(), protocols: map[string]*Protocol{},
		commits: commits}
}

// Handle declares a call that takes and answers JSON. Fields of In with a tag
// "path" or "query" are read from there, all others from the body, in which
// unknown fields are refused.
func Handle[In, Out any](r *Router, op Op, fn func(*Call, *In) (Out, error)) {
	in, out := reflect.TypeFor[In](), reflect.TypeFor[Out]()
	d := r.declare(op, in, out, false)
	decode := newDecoder(in, d.method)
	status := op.Status
	if status == 0 {
		status = http.StatusOK
	}
	none := out == reflect.TypeFor[None]()
	r.mux.Handle(d.method+" /api"+d.path, r.guard(&d.Op, false, func(c *Call) error {
		if decode.body != nil {
			defer r.slots.limitBody(c)()
		}
		var v In
		if err := decode.read(c.R, reflect.ValueOf(&v).Elem()); err != nil {
			return err
		}
		o, err := fn(c, &v)
		if err != nil {
			return err
		}
		if none {
			c.W.WriteHeader(http.StatusNoContent)
			return nil
		}
		if other, ok := any(o).(Statuser); ok {
			if other.AnswerStatus() == http.StatusNoContent {
				c.W.WriteHeader(http.StatusNoContent)
				return nil
			}
			return WriteJSON(c.W, other.AnswerStatus(), o)
		}
		return WriteJSON(c.W, status, o)
	}))
}

// Statuser is an output with a status of its own, for calls that answer with the result or
// with a task that will produce it.
type Statuser interface{ AnswerStatus() int }

// Stream declares a call that reads or writes bytes itself. The fields of In are read from the path and the query, as their tags
// "path" and "query" say.
func Stream[In any](r *Router, op Op, fn func(*Call, *In) error) {
	in := reflect.TypeFor[In]()
	var out reflect.Type
	if op.Answers != nil {
		out = reflect.TypeOf(op.Answers)
	}
	d := r.declare(op, in, out, true)
	decode := newDecoder(in, d.method)
	if decode.body != nil {
		panic("api: a stream reads its body itself: " + in.String())
	}
	r.mux.Handle(d.method+" /api"+d.path, r.guard(&d.Op, true, func(c *Call) error {
		var v In
		if err := decode.read(c.R, reflect.ValueOf(&v).Elem()); err != nil {
			return err
		}
		return fn(c, &v)
	}))
}

// needsProof reports whether the caller has to have confirmed their identity recently: staff who
// change something, unless the call says why not.
func (op *Op) needsProof() bool { return op.Gate == Staff && op.Event != "" && op.NoProofBecause == "" }

func (r *Router) declare(op Op, in, out reflect.Type, stream bool) endpoint {
	method, path, ok := strings.Cut(op.Call, " ")
	if !ok || op.Does == "" {
		panic(fmt.Sprintf("api: call %q lacks a method or a line that says what it does", op.Call))
	}
	if (op.Gate == Staff) != (op.Area != "") {
		panic(fmt.Sprintf("api: call %q is of staff without an area, or the other way round", op.Call))
	}
	if op.Gate == Staff && (method == http.MethodGet) != (op.Event == "") {
		panic(fmt.Sprintf("api: the log has to tell of call %q of staff, unless it only reads", op.Call))
	}
	if op.NoProofBecause != "" && op.Event == "" {
		panic(fmt.Sprintf("api: call %q needs no proof of identity anyway", op.Call))
	}
	if op.needsProof() && !slices.Contains(op.Fails, fault.ReauthenticationRequired) {
		op.Fails = append(slices.Clip(op.Fails), fault.ReauthenticationRequired)
	}
	d := endpoint{Op: op, method: method, path: path, in: in, out: out, stream: stream}
	r.ops = append(r.ops, d)
	return d
}

// guard returns the handler of a call: it lets in whom the gate of op lets in, runs fn for them, and answers with the error of
// either. streams says by which slots it waits.
func (r *Router) guard(op *Op, streams bool, fn func(*Call) error) http.Handler {
	g := op.Gate
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		c := &Call{Context: withPreferences(req), W: w, R: req}
		var err error
		switch {
		case g == Member:
			c.Who, err = r.auth.Actor(req)
		case g == Staff:
			c.Who, err = r.authorizeStaff(op, req)
		case g == Client || g == OptionalMember && req.Header.Get("Authorization") != "":
			c.Who, err = r.auth.Client(req)
		case g == BoxVisitor:
			c.Who, err = r.auth.BoxVisitor(req)
		case g == Uploader:
			c.Who, err = r.auth.Uploader(req)
		}
		if err == nil {
			r.requestCommitHeader(c)
			err = r.runInSlot(c, streams, fn)
		}
		if err != nil {
			r.answerError(w, req, err)
		}
	})
}

// authorizeStaff admits members of staff to a call of the console.
func (r *Router) authorizeStaff(op *Op, req *http.Request) (access.Actor, error) {
	who, err := r.auth.Actor(req)
	if err != nil {
		return who, err
	}
	if reads := req.Method == http.MethodGet || req.Method == http.MethodHead; !who.CanStaff(op.Area, !reads) {
		return who, fault.PermissionDenied
	}
	if op.needsProof() {
		err = r.auth.checkProof(req.Context(), who)
	}
	return who, err
}

// SeqHeader carries the number of the last commit at the answer of a call that changes
// something. Anything read after the answer is at least as new, so the browser need not
// read again for a change with that number or a smaller one.
const SeqHeader = "Anbar-Seq"

// requestCommitHeader has the answer of a call that changes something carry the header, for users with a
// session, who also get the changes.
func (r *Router) requestCommitHeader(c *Call) {
	if k, ok := c.W.(*answerWriter); ok && c.R.Method != http.MethodGet && c.Who.Session != 0 {
		k.commitHeader = true
	}
}

func (r *Router) runInSlot(c *Call, streams bool, fn func(*Call) error) error {
	release, err := r.slots.acquire(c, streams)
	if err != nil {
		return err
	}
	defer release()
	return fn(c)
}

// ServeHTTP answers everything under /api/.
func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	// calls that show more set their own
	w.Header().Set("Content-Security-Policy", "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'")
	r.mux.ServeHTTP(&answerWriter{ResponseWriter: w, r: r, req: req}, req)
}

// answerWriter adds the number of the last commit to an answer of success, if it was requested. It turns the mux's own answer, for
// a path without a call, into the form of the catalogue: requests that reached a call have a pattern.
type answerWriter struct {
	http.ResponseWriter
	r            *Router
	req          *http.Request
	refused      bool // the mux answers, and its body is left out
	commitHeader bool // is requested
}

// Unwrap lets http.ResponseController reach the connection.
func (c *answerWriter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (c *answerWriter) WriteHeader(status int) {
	if c.req.Pattern != "" {
		if c.commitHeader && status < 300 {
			c.Header().Set(SeqHeader, strconv.FormatUint(c.r.commits(), 10))
		}
		c.ResponseWriter.WriteHeader(status)
		return
	}
	c.refused = true
	c.Header().Del("Location")
	f := fault.NoSuchCall
	if status == http.StatusMethodNotAllowed {
		f = fault.MethodNotAllowed
	}
	c.r.answerError(c.ResponseWriter, c.req, f)
}

// Write implements io.Writer.
func (c *answerWriter) Write(b []byte) (int, error) {
	if c.refused {
		return len(b), nil
	}
	return c.ResponseWriter.Write(b)
}

// ReadFrom lets the kernel send files itself.
func (c *answerWriter) ReadFrom(src io.Reader) (int64, error) {
	return io.Copy(c.ResponseWriter, src)
}

// Appender writes itself as JSON, for answers that are partly written already.
type Appender interface {
	AppendJSON([]byte) ([]byte, error)
}

func encodeJSON(v any) ([]byte, error) {
	if a, ok := v.(Appender); ok {
		return a.AppendJSON(nil)
	}
	return json.Marshal(withEmptyLists(v))
}

// unread is how much of an answer the system takes before the other side reads it.
const unread = 16 << 10

// WriteJSON answers v with that status. The other side has limits.AnswerTime to read
// it.
func WriteJSON(w http.ResponseWriter, status int, v any) error {
	b, err := encodeJSON(v)
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)+1))
	if len(b) > unread {
		rc := http.NewResponseController(w)
		// A connection without deadlines is that of a test.
		_ = rc.SetWriteDeadline(time.Now().Add(limits.AnswerTime))
		defer func() { _ = rc.SetWriteDeadline(time.Time{}) }()
	}
	w.WriteHeader(status)
	// A failing write means that the client went away.
	_, _ = w.Write(append(b, '\n'))
	return nil
}
