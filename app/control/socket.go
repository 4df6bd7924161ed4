// Package control is the commands of the shell: those that the server with the data directory open runs, and the socket over which
// it is asked.
package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/spool"
	"anbar/app/identity/accounts"
	"anbar/config"
)

// The control socket lets shell commands reach the server that has the data directory open.
// Only accounts with access to the directory reach it.
const socket = "control.sock"

// socketPath is a short way to the socket: the system takes no long ones.
func socketPath(data string) (string, *os.File, error) {
	dir, err := os.Open(data)
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), socket), dir, nil
}

// Listen answers commands of the shell on the socket of a data directory until it is closed. The caller must hold the lock on the
// blob store, so that no other process uses a socket that is there.
func Listen(data string, c *Commands, log *slog.Logger) (io.Closer, error) {
	path, dir, err := socketPath(data)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(err, dir.Close())
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, errors.Join(err, dir.Close())
	}
	s := &http.Server{Handler: c.mux(), ReadHeaderTimeout: time.Second}
	go func() {
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the control socket broke", "error", err)
		}
	}()
	return closers{s, dir}, nil
}

// mux maps the paths of the socket to commands.
func (c *Commands) mux() *http.ServeMux {
	mux := http.NewServeMux()
	for path, run := range map[string]command{
		"backup": func(ctx context.Context, w io.Writer, r *http.Request) error {
			return c.RunBackup(ctx, w, r.FormValue("to"))
		},
		"backup/adopt": func(ctx context.Context, w io.Writer, r *http.Request) error {
			return c.AdoptCopies(ctx, w, r.FormValue("to"))
		},
		"backup/reseal": func(ctx context.Context, w io.Writer, r *http.Request) error {
			return c.ResealCopies(ctx, w, r.FormValue("to"))
		},
		"tier": func(_ context.Context, w io.Writer, r *http.Request) error {
			return c.showTier(r.Context(), w, r.URL.Query().Has("json"))
		},
		"tier/set": c.runSetTier,
		"drill":    func(ctx context.Context, w io.Writer, _ *http.Request) error { return c.RunDrills(ctx, w) },
		"check": func(ctx context.Context, w io.Writer, r *http.Request) error {
			return c.Check(ctx, w, r.URL.Query().Has("fast"))
		},
		"doctor": c.runDoctor,
		"export": c.runExport,
		"adopt":  c.runAdopt,
		"jobs":   func(_ context.Context, w io.Writer, _ *http.Request) error { return c.listJobs(w) },
		"jobs/run": func(ctx context.Context, w io.Writer, r *http.Request) error {
			return c.runJob(ctx, w, r.FormValue("name"))
		},
		"pulse": func(ctx context.Context, w io.Writer, _ *http.Request) error { return c.encodePulse(ctx, w) },
		"ready": func(_ context.Context, w io.Writer, _ *http.Request) error {
			return json.NewEncoder(w).Encode(NewHealth(c.Ready.ListLacks()))
		},
		"support": func(ctx context.Context, w io.Writer, r *http.Request) error {
			return c.WriteSupport(ctx, w, r.FormValue("version"))
		},
		"setup-link": func(ctx context.Context, w io.Writer, r *http.Request) error {
			if r.URL.Query().Has("json") {
				return c.encodeAddress(ctx, w)
			}
			return c.writeSetupLink(ctx, w)
		},
		"user/invite": func(ctx context.Context, w io.Writer, r *http.Request) error {
			return c.mailInvitation(ctx, w, accounts.Invitee{Email: r.FormValue("email"), Language: r.FormValue("language")})
		},
	} {
		mux.HandleFunc("POST /"+path, run.handle)
	}
	return mux
}

type closers []io.Closer

// Close implements io.Closer.
func (c closers) Close() error {
	var err error
	for _, one := range c {
		err = errors.Join(err, one.Close())
	}
	return err
}

// The trailers of a command that failed: why, and the key of the catalogue of errors, if it is from there.
const failedTrailer, codeTrailer = "X-Anbar-Failed", "X-Anbar-Error-Code"

// Refusal is why a running server did not do what a command asked for.
type Refusal struct {
	Code string // of the catalogue of errors; empty for other reasons
	Text string
}

// Error implements error.
func (r *Refusal) Error() string { return r.Text }

// command runs with the parameters of a request and writes its output.
type command func(context.Context, io.Writer, *http.Request) error

// handle runs a command, sends its output as it comes, and ends with its result.
func (run command) handle(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Trailer", failedTrailer+", "+codeTrailer)
	w.WriteHeader(http.StatusOK)
	if err := run(r.Context(), &flushWriter{Writer: w, control: http.NewResponseController(w), sent: time.Now()}, r); err != nil {
		w.Header().Set(failedTrailer, fault.Explain(err, func(field string) string { return strings.ReplaceAll(field, "_", " ") }))
		var known *fault.Fault
		if errors.As(err, &known) {
			w.Header().Set(codeTrailer, known.Code())
		}
	}
}

// flushWriter sends what a command writes within a moment, as long as it writes.
type flushWriter struct {
	io.Writer
	control *http.ResponseController
	sent    time.Time
}

const flows = 100 * time.Millisecond

// Write implements io.Writer.
func (f *flushWriter) Write(p []byte) (int, error) {
	n, err := f.Writer.Write(p)
	if err == nil && time.Since(f.sent) > flows {
		err = f.control.Flush()
		f.sent = time.Now()
	}
	return n, err
}

// ErrNotServing means that no server has the data directory open.
var ErrNotServing = errors.New("no appliance serves this data directory")

// maxAnswer is more than a command answers that says how the server does.
const maxAnswer = 64 << 10

// ReadAnswer runs a command that answers with one short value of JSON, in the server that has the data directory open, which may have fewer
// rights than who asks. It fails with spool.ErrTooLarge when a longer one comes.
func ReadAnswer(ctx context.Context, s config.Storage, command string, v any) error {
	out := spool.Buffer{Most: maxAnswer}
	failed := Run(ctx, s, command, &out)
	b, err := out.Bytes()
	if err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(b, v)
}

// Run runs a command in the server that has the data directory open.
func Run(ctx context.Context, s config.Storage, command string, out io.Writer) error {
	path, dir, err := socketPath(s.Data)
	if errors.Is(err, fs.ErrPermission) {
		return err
	} else if err != nil {
		return ErrNotServing
	}
	defer dir.Close()
	client := http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://anbar/"+command, nil)
	if err != nil {
		return err
	}
	res, err := client.Do(req)
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), err)
	}
	if errors.Is(err, fs.ErrPermission) {
		return err
	} else if err != nil {
		return ErrNotServing
	}
	defer res.Body.Close()
	if _, err := io.Copy(out, res.Body); ctx.Err() != nil {
		return errors.Join(ctx.Err(), err)
	} else if err != nil {
		return fmt.Errorf("the appliance stopped in between: %w", err)
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the appliance does not know the command %s", command)
	}
	if failed := res.Trailer.Get(failedTrailer); failed != "" {
		return &Refusal{Code: res.Trailer.Get(codeTrailer), Text: failed}
	}
	return nil
}
