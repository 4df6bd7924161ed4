package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"anbar/app/base/panics"
	"anbar/app/base/server"
	"anbar/app/host"
	"anbar/app/operation/backup"
	"anbar/app/operation/backup/seal"
	"anbar/config"
	"anbar/db"

	"golang.org/x/sys/unix"
)

const (
	followLeast    = 2 * time.Second // between two looks at the target
	followFactor   = 10              // times what the last restore took, at least
	followMost     = 2 * time.Minute
	retireGrace    = 5 * time.Second // for requests under way, when newer data takes the place of older
	retirePatience = 30 * time.Second
)

// Standby follows what another machine copies to a target, and serves it to be read. Each time something came it restores the database
// beside the one that it serves, and changes over. Contents stay at the target and are read there.
type Standby struct {
	cfg    config.Serve
	from   string
	target backup.Target
	sheet  *seal.Sheet
	log    *slog.Logger
	unlock func() error

	mu      sync.RWMutex
	current *generation // nil before the first one
	state   StandbyState

	retiring sync.WaitGroup
}

// StandbyState is what a standby knows of the machine that it follows.
type StandbyState struct {
	From    string    `json:"from"`
	Name    string    `json:"appliance"`
	Epoch   int       `json:"epoch"`
	AsOf    time.Time `json:"as_of"`  // by the clock of the other machine
	Looked  time.Time `json:"looked"` // when the target was last asked, by this machine's clock
	Took    float64   `json:"restore_seconds"`
	Problem string    `json:"problem,omitempty"`
}

// generation is the data of one moment, open.
type generation struct {
	app      *App
	dir      string
	mark     *backup.Mark
	requests sync.WaitGroup
	work     sync.WaitGroup
	ctx      context.Context // of requests that take long, and of what reads in the background
	end      context.CancelFunc
}

// StandbyOptions say what is followed.
type StandbyOptions struct {
	Config config.Serve
	From   string
	Sheet  *seal.Sheet // nil for copies that are clear
	Log    *slog.Logger
}

// NewStandby restores what is at the target. It fails where another standby uses the data directory.
func NewStandby(ctx context.Context, o StandbyOptions) (*Standby, error) {
	s := &Standby{cfg: o.Config, from: o.From, sheet: o.Sheet, log: o.Log}
	s.state.From = o.From
	var err error
	if s.target, err = host.OpenTarget(ctx, &s.cfg, o.From); err != nil {
		return nil, err
	}
	if s.unlock, err = LockStandby(s.cfg.Storage); err != nil {
		return nil, err
	}
	old, err := filepath.Glob(filepath.Join(s.cfg.Standby(), generationsAt+"*"))
	for _, dir := range old {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	if err == nil {
		_, err = s.catchUp(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

const generationsAt = "data-"

// LockStandby keeps others from using what a standby keeps in a data directory.
func LockStandby(s config.Storage) (unlock func() error, err error) {
	if err := os.MkdirAll(s.Standby(), 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(s.Standby(), "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		if errors.Is(err, unix.EWOULDBLOCK) {
			err = fmt.Errorf("a standby serves %s: stop it first", s.Data)
		}
		return nil, errors.Join(err, f.Close())
	}
	return f.Close, nil
}

// Serve follows and serves until ctx ends.
func (s *Standby) Serve(ctx context.Context, out io.Writer) error {
	host.LimitMemory()
	server.CloseInheritedOnExec()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	followed := make(chan struct{})
	go func() {
		defer close(followed)
		panics.Restart(ctx, s.log, "standby", s.follow)
	}()
	options := serverOptions(&s.cfg, s.log)
	options.Dir = filepath.Join(s.cfg.Standby(), "tls")
	err := server.Run(ctx, options, s, func() {
		fmt.Fprintf(out, "Anbar %s is a standby of %s, as of %s; it serves at %s\n", Version, s.from,
			s.State().AsOf.Local().Format(time.RFC3339), host.URL(&s.cfg))
	})
	cancel()
	<-followed
	return errors.Join(err, s.close())
}

func (s *Standby) close() error {
	s.mu.Lock()
	g := s.current
	s.current = nil
	s.mu.Unlock()
	if g != nil {
		s.retire(g)
	}
	s.retiring.Wait()
	return s.unlock()
}

// State says how far the standby is.
func (s *Standby) State() StandbyState {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.state
}

// ServeHTTP implements http.Handler.
func (s *Standby) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.RLock()
	g := s.current
	if g != nil {
		g.requests.Add(1)
	}
	s.mu.RUnlock()
	if g == nil {
		http.Error(w, "the standby stops", http.StatusServiceUnavailable)
		return
	}
	defer g.requests.Done()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(g.ctx, cancel)()
	g.app.ServeHTTP(w, r.WithContext(ctx))
}

// follow looks for newer data until ctx ends.
func (s *Standby) follow(ctx context.Context) {
	wait := followLeast
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		began := time.Now()
		changed, err := s.catchUp(ctx)
		if ctx.Err() != nil {
			return
		}
		s.note(err)
		wait = followLeast
		if changed {
			wait = min(max(wait, followFactor*time.Since(began)), followMost)
		}
	}
}

// note keeps what the last look found, for the shell and for the log.
func (s *Standby) note(err error) {
	s.mu.Lock()
	before := s.state.Problem
	if s.state.Problem = ""; err != nil {
		s.state.Problem = err.Error()
	} else {
		s.state.Looked = time.Now()
	}
	state := s.state
	s.mu.Unlock()
	switch {
	case err != nil && before == "":
		s.log.Error("the standby does not follow", "target", s.target.String(), "error", err)
	case err == nil && before != "":
		s.log.Info("the standby follows again", "target", s.target.String())
	}
	b, err := json.Marshal(state)
	if err == nil {
		name := standbyStatePath(s.cfg.Storage)
		if err = os.WriteFile(name+".partial", b, 0o600); err == nil {
			err = os.Rename(name+".partial", name)
		}
	}
	if err != nil {
		s.log.Error("note how far the standby is", "error", err)
	}
}

func standbyStatePath(s config.Storage) string { return filepath.Join(s.Standby(), "state.json") }

// ReadStandbyState reads how far the standby of a data directory is.
func ReadStandbyState(s config.Storage) (*StandbyState, error) {
	b, err := os.ReadFile(standbyStatePath(s))
	if err != nil {
		return nil, fmt.Errorf("no standby served %s: %w", s.Data, err)
	}
	var state StandbyState
	return &state, json.Unmarshal(b, &state)
}

// catchUp restores what is new at the target, and changes over to it.
func (s *Standby) catchUp(ctx context.Context) (changed bool, err error) {
	mark, err := backup.ReadNewestMark(ctx, s.target, s.sheet)
	if err != nil {
		return false, err
	}
	s.mu.RLock()
	old := s.current
	s.mu.RUnlock()
	if old != nil && old.mark.IsSame(mark) {
		s.mu.Lock()
		s.state.AsOf = mark.Time
		s.mu.Unlock()
		return false, nil
	}
	began := time.Now()
	g, err := s.restore(ctx)
	if err != nil {
		return false, err
	}
	g.mark = mark
	if old != nil {
		if err := carrySessions(ctx, old.app.db, g.app.db); err != nil {
			return false, errors.Join(fmt.Errorf("take the sessions along: %w", err), g.close())
		}
	}
	s.mu.Lock()
	s.current = g
	s.state.Name, s.state.Epoch, s.state.AsOf, s.state.Looked = mark.Name, mark.Epoch, mark.Time, time.Now()
	s.state.Took = time.Since(began).Seconds()
	s.mu.Unlock()
	if old != nil {
		s.retiring.Go(func() { panics.Log(s.log, "older data of the standby", func() { s.retire(old) }) })
	}
	return true, nil
}

// restore opens the newest data in a directory of its own.
func (s *Standby) restore(ctx context.Context) (g *generation, err error) {
	dir, err := os.MkdirTemp(s.cfg.Standby(), generationsAt+"*")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	ssh, err := filepath.Abs(s.cfg.SSH())
	if err != nil {
		return nil, err
	}
	c := s.generationConfig(dir)
	if err := os.Symlink(ssh, c.SSH()); err != nil {
		return nil, err
	}
	quiet := slog.New(errorsOnly{s.log.Handler()}) // the same would be said again and again
	if _, err := backup.RestoreAny(ctx, []backup.Target{s.target}, c.Storage, backup.RestoreOptions{
		Log: quiet, LeaveAway: true, Fast: true, Sheet: s.sheet,
	}); err != nil {
		return nil, err
	}
	a, err := New(ctx, c, quiet)
	if err != nil {
		return nil, err
	}
	a.standby = s
	g = &generation{app: a, dir: dir}
	g.ctx, g.end = context.WithCancel(context.WithoutCancel(ctx))
	for work, run := range map[string]func(context.Context){"search": a.Search.Run, "live changes": a.live.Run} {
		g.work.Go(func() { panics.Restart(g.ctx, quiet, work, run) })
	}
	return g, nil
}

// generationConfig has nothing go out of this machine.
func (s *Standby) generationConfig(dir string) config.Serve {
	c := s.cfg
	c.Data = dir
	c.BackupTo, c.BackupSecond, c.BackupFenced, c.DrillURL, c.AlarmURL, c.Metrics = "", "", false, "", "", ""
	c.Mail, c.Support, c.SMS, c.Selling = config.Mail{}, config.Support{}, config.SMS{}, false
	return c
}

// errorsOnly passes nothing below errors.
type errorsOnly struct{ slog.Handler }

// Handle implements slog.Handler.
func (e errorsOnly) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelError {
		return nil
	}
	return e.Handler.Handle(ctx, r)
}

// retire closes data that newer ones took the place of, once the requests for them have ended.
func (s *Standby) retire(g *generation) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		panics.Log(s.log, "requests for older data", g.requests.Wait)
	}()
	select {
	case <-ended:
	case <-time.After(retireGrace):
		g.end()
		select {
		case <-ended:
		case <-time.After(retirePatience):
			s.log.Warn("a request for older data does not end")
		}
	}
	if err := g.close(); err != nil {
		s.log.Error("close older data", "error", err)
	}
}

func (g *generation) close() error {
	g.end()
	g.work.Wait()
	return errors.Join(g.app.Close(), os.RemoveAll(g.dir))
}

// carrySessions has people stay signed in at a standby.
func carrySessions(ctx context.Context, from, to *db.DB) error {
	var all []db.Session
	users := map[db.UserID]string{}
	err := from.View(ctx, func(v *db.View) (err error) {
		if all, err = v.AllSessions(); err != nil {
			return err
		}
		for i := range all {
			if _, known := users[all[i].User]; known {
				continue
			}
			u, err := v.UserByID(all[i].User)
			if err != nil {
				return err
			}
			users[u.ID] = u.Password
		}
		return nil
	})
	if err != nil {
		return err
	}
	return to.Update(ctx, func(tx *db.Tx) error { return tx.CarrySessions(all, users) })
}
