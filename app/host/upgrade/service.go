package upgrade

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Service is how the appliance is started and stopped.
type Service struct {
	Unit    string // of systemd
	Restart string // a command of the shell that restarts the appliance in place of systemd; empty for systemd
	Stop    string // the same for stopping it
}

// isUnit reports whether systemd runs the unit.
func (s *Service) isUnit(ctx context.Context) bool {
	if s.Restart != "" {
		return false
	}
	if _, err := os.Stat("/run/systemd/system"); err != nil {
		return false
	}
	return exec.CommandContext(ctx, "systemctl", "is-active", "--quiet", s.Unit).Run() == nil
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
