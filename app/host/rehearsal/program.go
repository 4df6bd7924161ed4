package rehearsal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"anbar/app/base/spool"
)

// errUnknown means that a program does not know rehearsals.
var errUnknown = errors.New("the old program is from before rehearsals")

// isWrongUse reports whether a program ended because it does not know the command. Older ones have no exit code for it.
func isWrongUse(err error) bool {
	var ended *exec.ExitError
	return errors.As(err, &ended) && (ended.ExitCode() == 2 || strings.Contains(err.Error(), "unexpected argument"))
}

func (r *trial) answerAsOld(ctx context.Context) ([]Answer, error) {
	all, err := r.answerAs(ctx, r.Old, "old", nil)
	if isWrongUse(err) {
		return nil, errUnknown
	}
	if err != nil {
		return nil, fmt.Errorf("the old program cannot serve the copy: %w", err)
	}
	return all, nil
}

// answerAs has a program answer its copy: the questions of answers, or those that it chooses.
func (r *trial) answerAs(ctx context.Context, program, which string, asked []Answer) ([]Answer, error) {
	out := filepath.Join(r.dir, which+".jsonl")
	args := []string{"rehearse", "--answer", out, "--data", r.copyOf(which).Data, "--log", "error"}
	if asked != nil {
		ask := filepath.Join(r.dir, "asked.jsonl")
		if err := WriteAnswers(ask, asked); err != nil {
			return nil, err
		}
		args = append(args, "--ask", ask)
	}
	if err := runProgram(ctx, io.Discard, nil, program, args...); err != nil {
		return nil, err
	}
	return ReadAnswers(out)
}

const (
	maxWords = 16 << 10
	killWait = 10 * time.Second
)

// ReadOutput runs a program, as another account unless that is nil, with nothing of this one's environment that is about the appliance,
// and returns what it wrote, also beside an error of its exit code. It fails with spool.ErrTooLarge when that is more than the bytes that
// may come.
func ReadOutput(ctx context.Context, most int64, as *syscall.Credential, program string, args ...string) ([]byte, error) {
	out := spool.Buffer{Most: most}
	err := runProgram(ctx, &out, as, program, args...)
	b, over := out.Bytes()
	if over != nil {
		return nil, fmt.Errorf("the output of %s: %w", program, over)
	}
	return b, err
}

// runProgram writes the output of a program to out. Its error has the end of what the program wrote to its standard error output.
func runProgram(ctx context.Context, out io.Writer, as *syscall.Credential, program string, args ...string) error {
	c := exec.CommandContext(ctx, program, args...)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = killWait
	c.Env = cleanEnvironment()
	var words tail
	c.Stdout, c.Stderr = out, &words
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Credential: as}
	err := c.Run()
	if err != nil && len(words) > 0 {
		err = fmt.Errorf("%w: %s", err, strings.TrimSpace(strings.ToValidUTF8(string(words), "")))
	}
	return err
}

// cleanEnvironment leaves out settings, and what systemd told this process.
func cleanEnvironment() []string {
	var kept []string
	for _, v := range os.Environ() {
		for _, prefix := range []string{"ANBAR_", "NOTIFY_SOCKET=", "WATCHDOG_", "LISTEN_", "AWS_"} {
			if strings.HasPrefix(v, prefix) {
				v = ""
				break
			}
		}
		if v != "" {
			kept = append(kept, v)
		}
	}
	return kept
}

// tail keeps the end of what is written.
type tail []byte

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	*t = append(*t, b...)
	if over := len(*t) - maxWords; over > 0 {
		*t = (*t)[over:]
	}
	return len(b), nil
}
