package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"anbar/app/base/fault"
	"anbar/app/control"

	"github.com/alecthomas/kong"
)

// The exit codes of all commands.
const (
	exitDone = iota
	exitFailed
	exitUsage      // the command line or the configuration file is wrong; nothing was done
	exitNotServing // the command needs a running appliance, and none serves the data directory
)

// usageError is a command line that the parser takes and the command does not.
type usageError struct{ error }

// failure is why a command failed, in words, and what follows for those who called it.
type failure struct {
	exit int
	code string // for programs: a key of the catalogue of errors, "wrong_use", "not_serving" or "failed"
	text string
	more string // the help for people, which programs do not get
}

// explainFailure finds the words for an error. k is nil when the command line was not understood.
func explainFailure(p *kong.Kong, k *kong.Context, err error) *failure {
	var wrong *kong.ParseError
	if errors.As(err, &wrong) {
		return explainMistake(p, wrong)
	}
	node := k.Selected()
	f := &failure{exit: exitFailed, code: "failed", text: fault.Explain(err, func(field string) string { return nameFlag(node, field) })}
	var known *fault.Fault
	var refused *control.Refusal
	switch {
	case errors.As(err, new(usageError)):
		f.exit, f.code = exitUsage, "wrong_use"
		f.more = fmt.Sprintf("\"anbar help %s\" shows its use.", node.Path())
	case errors.Is(err, control.ErrNotServing):
		f.exit, f.code = exitNotServing, "not_serving"
		f.text += "; start it with \"anbar serve\", or name its directory with --data"
	case errors.As(err, &refused) && refused.Code != "":
		f.code = refused.Code
	case errors.As(err, &known):
		f.code = known.Code()
	case errors.As(err, new(unreachableError)):
		f.exit, f.code = exitNotServing, "not_serving"
	case errors.Is(err, fs.ErrPermission):
		f.text += "; run the command as the account that owns the data directory, as with sudo -u anbar"
	}
	return f
}

// nameFlag is the flag that gives a field of a request, or the words of its name.
func nameFlag(node *kong.Node, field string) string {
	name := strings.ReplaceAll(field, "_", "-")
	for _, f := range node.Flags {
		if f.Name == name {
			return "--" + name
		}
	}
	return strings.ReplaceAll(field, "_", " ")
}

// write says on the standard error output why the command failed: as a line for people, or as one JSON object.
func (f *failure) write(asJSON bool) {
	if !asJSON {
		if f.text != "" {
			writeError(f.text)
		}
		if f.more != "" {
			fmt.Fprintln(os.Stderr, f.more)
		}
		return
	}
	// What cannot be said on the standard error output cannot be said at all.
	_ = json.NewEncoder(os.Stderr).Encode(map[string]string{"error_code": f.code, "message": f.text})
}
