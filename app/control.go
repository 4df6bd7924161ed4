package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"time"

	"anbar/app/base/fault"
	"anbar/app/identity/accounts"
	"anbar/app/operation/backup"
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

// listenControl answers commands of the shell until it is closed.
func listenControl(a *App) (io.Closer, error) {
	path, dir, err := socketPath(a.cfg.Data)
	if err != nil {
		return nil, err
	}
	// The lock on the blob store is ours, so no other process uses an existing socket.
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(err, dir.Close())
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, errors.Join(err, dir.Close())
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /backup", a.commandHandler(func(ctx context.Context, w io.Writer, r *http.Request) error {
		return a.Backup(ctx, w, r.URL.Query().Get("to"))
	}))
	mux.HandleFunc("POST /backup/adopt", a.commandHandler(func(ctx context.Context, w io.Writer, r *http.Request) error {
		return a.AdoptCopies(ctx, w, r.URL.Query().Get("to"))
	}))
	mux.HandleFunc("POST /check", a.commandHandler(func(ctx context.Context, w io.Writer, r *http.Request) error {
		return a.Check(ctx, w, r.URL.Query().Has("fast"))
	}))
	mux.HandleFunc("POST /export", a.commandHandler(a.exportCommand))
	mux.HandleFunc("POST /adopt", a.commandHandler(a.adoptCommand))
	mux.HandleFunc("POST /jobs", a.commandHandler(func(_ context.Context, w io.Writer, _ *http.Request) error { return a.listJobs(w) }))
	mux.HandleFunc("POST /setup-link", a.commandHandler(func(ctx context.Context, w io.Writer, _ *http.Request) error {
		return a.answerSetupLink(ctx, w)
	}))
	mux.HandleFunc("POST /user/invite", a.commandHandler(func(ctx context.Context, w io.Writer, r *http.Request) error {
		return a.mailInvitation(ctx, w, accounts.Invitee{Email: r.FormValue("email"), Language: r.FormValue("language")})
	}))
	mux.HandleFunc("POST /jobs/run", a.commandHandler(func(ctx context.Context, w io.Writer, r *http.Request) error {
		return a.runJob(ctx, w, r.URL.Query().Get("name"))
	}))
	s := &http.Server{Handler: mux, ReadHeaderTimeout: time.Second}
	go func() {
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			a.log.Error("the control socket broke", "error", err)
		}
	}()
	return closers{s, dir}, nil
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

const failedTrailer = "X-Anbar-Failed"

// commandHandler runs a command, sends its output as it comes, and ends with its result.
func (a *App) commandHandler(do func(context.Context, io.Writer, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", failedTrailer)
		w.WriteHeader(http.StatusOK)
		if err := do(r.Context(), &flushWriter{w, http.NewResponseController(w), time.Now()}, r); err != nil {
			w.Header().Set(failedTrailer, ExplainError(err))
		}
	}
}

// ExplainError is an error with the words of the catalogue, for people at a shell.
func ExplainError(err error) string {
	var known *fault.Fault
	if errors.As(err, &known) {
		return err.Error() + " (" + known.Message + ")"
	}
	return err.Error()
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

// RunCommand runs a command in the server that has the data directory open.
func RunCommand(ctx context.Context, s config.Storage, command string, out io.Writer) error {
	path, dir, err := socketPath(s.Data)
	if err != nil {
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
	if err != nil {
		return errors.Join(ErrNotServing, err)
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
		return errors.New(failed)
	}
	return nil
}

// ErrDamaged reports that a check found damage.
var ErrDamaged = errors.New("damage was found")

// Check verifies every row, every blob and every reference, and writes its report to out.
// It returns ErrDamaged for any error found.
func (a *App) Check(ctx context.Context, out io.Writer, fast bool) error {
	f, err := backup.Check(ctx, a.db, a.blobs, fast)
	if err != nil {
		return err
	}
	if err := f.Write(out); err != nil {
		return err
	}
	if !f.OK() {
		return ErrDamaged
	}
	return nil
}

// Backup makes one consistent copy now, at the configured target or at another one, and
// writes its report to out.
func (a *App) Backup(ctx context.Context, out io.Writer, to string) error {
	t, kept, err := a.openTarget(ctx, to)
	if err != nil {
		return err
	}
	if kept {
		r, err := a.keeper.CopyNow(ctx)
		if err != nil {
			return err
		}
		return reportCopy(out, t.String(), r)
	}
	if err := os.MkdirAll(a.cfg.Cache(), 0o700); err != nil {
		return err
	}
	o, err := a.backupOptions(ctx, t)
	if err != nil {
		return err
	}
	r, err := backup.CopyOnce(ctx, t, a.db, a.blobs, a.cfg.Cache(), o)
	if err != nil {
		return err
	}
	return reportCopy(out, t.String(), r)
}

// openTarget opens a target, the one that the appliance keeps when the name is empty. kept reports whether it is that one,
// however its name is written.
func (a *App) openTarget(ctx context.Context, name string) (t backup.Target, kept bool, err error) {
	if name == "" {
		name = a.cfg.BackupTo
	}
	if name == "" {
		return nil, false, errors.New("no backup target is set; say one with --to")
	}
	if t, err = backup.OpenTarget(ctx, name, a.cfg.S3); err != nil {
		return nil, false, err
	}
	return t, a.keeper != nil && a.keeper.Status().Target == t.String(), nil
}

func reportCopy(out io.Writer, to string, r backup.Report) error {
	_, err := fmt.Fprintf(out, "%s holds everything from before %s; %d objects with %d bytes were new; %d objects are in its list "+
		"with their sizes\n", to, r.Time.Format(time.RFC3339), r.Objects, r.Bytes, r.Listed)
	if err == nil && r.Healed > 0 {
		_, err = fmt.Fprintf(out, "%d objects were missing there, or of another size, and were sent again\n", r.Healed)
	}
	return err
}

// AdoptCopies makes a backup target this appliance's, whatever it holds, and writes what follows to out.
func (a *App) AdoptCopies(ctx context.Context, out io.Writer, to string) error {
	t, kept, err := a.openTarget(ctx, to)
	if err != nil {
		return err
	}
	o, err := a.backupOptions(ctx, t)
	if err != nil {
		return err
	}
	claim, err := backup.Adopt(ctx, t, o)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is this appliance's from now on, as epoch %d; what was there stays, and can be restored by its "+
		"moment\n", t, claim.Epoch)
	if err == nil && kept && a.keeper.HasEpoch() {
		_, err = fmt.Fprintln(out, "restart the appliance: it copies to the new epoch from its next start on")
	}
	return err
}
