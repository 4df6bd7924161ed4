package upgrade

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"anbar/blobstore"
)

// Service is how the appliance is started and stopped.
type Service struct {
	Unit    string // of systemd
	Restart string // a command of the shell that restarts the appliance in place of systemd; empty for systemd
	Stop    string // the same for stopping it
}

// isUnit reports whether systemd runs the unit, or is about to: one that ends again and again is "activating" most of the time.
func (s *Service) isUnit(ctx context.Context) bool {
	if s.Restart != "" {
		return false
	}
	state, err := exec.CommandContext(ctx, "systemctl", "show", "--property=ActiveState", "--value", s.Unit).Output()
	if err != nil {
		return false // systemd does not run here
	}
	switch strings.TrimSpace(string(state)) {
	case "", "inactive", "failed":
		return false
	}
	return true
}

// restart has the appliance begin anew, and returns when it serves or has failed.
func (s *Service) restart(ctx context.Context) error {
	if s.Restart != "" {
		return runWords(ctx, "/bin/sh", "-c", s.Restart)
	}
	// A unit that failed too often would not begin.
	_ = exec.CommandContext(ctx, "systemctl", "reset-failed", s.Unit).Run()
	return runWords(ctx, "systemctl", "restart", s.Unit)
}

// stop ends the appliance.
func (s *Service) stop(ctx context.Context) error {
	if s.Stop != "" {
		return runWords(ctx, "/bin/sh", "-c", s.Stop)
	}
	if s.Restart != "" {
		return errors.New("there is no command that stops the appliance: name it with --stop")
	}
	return runWords(ctx, "systemctl", "stop", s.Unit)
}

func runWords(ctx context.Context, name string, args ...string) error {
	b, err := exec.CommandContext(ctx, name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(append([]string{name}, args...), " "), errors.Join(err, errors.New(string(b))))
	}
	return nil
}

// errInUse means that a process which nobody stopped has the data.
var errInUse = errors.New("another process has the data directory open, perhaps an appliance that does not answer: stop it first")

const lockWait = 5 * time.Second

// lockData keeps all other processes from the data until the result is called. It waits for one that ends.
func (w *work) lockData(ctx context.Context, wait time.Duration) (release func() error, err error) {
	for began := time.Now(); ; {
		lock, err := blobstore.Lock(w.Storage.Blobs())
		if err == nil {
			return lock.Close, nil
		}
		if !errors.Is(err, blobstore.ErrLocked) {
			return nil, err
		}
		if time.Since(began) >= wait {
			return nil, errInUse
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), errInUse)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
