package stories

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"anbar/app/base/fault"
	"anbar/cli"
)

// recordVariable names the file to which a command of a story writes those of its outputs that no person understands.
const recordVariable = "ANBAR_STORY_RECORD"

// runOnRecord runs a command of the shell, and writes to the record what it should have said in words.
func runOnRecord(args []string) int {
	record := os.Getenv(recordVariable)
	if record == "" || len(args) > 0 && args[0] == "serve" { // whose standard error is the log
		return cli.Run(args)
	}
	var out, errs bytes.Buffer
	outs, errors := tee(&os.Stdout, &out), tee(&os.Stderr, &errs)
	code := cli.Run(args)
	outs()
	errors()
	var faults []string
	if m := findRaw(out.String(), false); m != "" {
		faults = append(faults, "the standard output has "+m)
	}
	if m := findRaw(errs.String(), true); m != "" {
		faults = append(faults, "the standard error has "+m)
	}
	if len(faults) > 0 {
		text := fmt.Sprintf("anbar %s: %s\n%s%s", strings.Join(args, " "), strings.Join(faults, ", "), out.String(), errs.String())
		if err := os.WriteFile(record, []byte(text), 0o600); err != nil {
			panic(err)
		}
	}
	return code
}

// tee has a standard file go to a buffer as well, until the function that it returns is called.
func tee(file **os.File, to io.Writer) (end func()) {
	real := *file
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	*file = w
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(io.MultiWriter(real, to), r)
	}()
	return func() {
		_ = w.Close()
		<-done
		*file = real
	}
}

var keyLike = regexp.MustCompile(`[a-z]+(_[a-z]+)+`)

// findRaw finds what a person does not understand: a map of Go, and in errors a key of the catalogue. An error in JSON has its key.
func findRaw(text string, isError bool) string {
	if i := strings.Index(text, "map["); i >= 0 {
		return text[i:min(i+20, len(text))]
	}
	if !isError {
		return ""
	}
	keys := map[string]bool{}
	for _, f := range fault.All() {
		keys[f.Key] = true
	}
	for line := range strings.Lines(text) {
		if json.Valid([]byte(line)) || strings.HasPrefix(line, "time=") {
			continue
		}
		for _, word := range keyLike.FindAllString(line, -1) {
			if keys[word] {
				return word
			}
		}
	}
	return ""
}

// checkRecord fails when a command of a story said what no person understands.
func checkRecord(t *testing.T, record string) {
	b, err := os.ReadFile(record)
	if err == nil {
		t.Errorf("a command speaks in keys: %s", b)
	} else if !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestWhatNoPersonUnderstandsIsFound: what the stories look for in all outputs of commands.
func TestWhatNoPersonUnderstandsIsFound(t *testing.T) {
	for text, want := range map[string]string{
		"anbar: invalid_id (not found)\n":                           "invalid_id",
		"anbar: invalid fields map[reason:[required]]\n":            "map[reason:[required",
		"anbar: there is no account \"x\"\n":                        "",
		`{"error_code":"invalid_id","message":"no account"}` + "\n": "",
		"time=2026 level=WARN msg=invalid_id\n":                     "",
	} {
		if got := findRaw(text, true); got != want {
			t.Errorf("%q: found %q, not %q", text, got, want)
		}
	}
}

// TestCommandsOfTheDocumentsAreGolden: the table of commands is made of the tree of commands.
func TestCommandsOfTheDocumentsAreGolden(t *testing.T) {
	const file, from, to = "../docs/administration.md", "<!-- commands -->\n", "<!-- /commands -->"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(b), from)
	_, after, end := strings.Cut(rest, to)
	if !ok || !end {
		t.Fatalf("%s has no place for the commands", file)
	}
	golden(t, file, before+from+cli.Markdown()+to+after)
}

// TestAnotherExitCodeForEachReason: scripts tell wrong use and a server that does not run from what failed.
func TestAnotherExitCodeForEachReason(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		code int
		args string
	}{
		{0, "version"}, {0, "help user add"}, {0, "user add --help"}, {0, "-h"}, {2, ""}, {2, "usr"}, {2, "user"}, {2, "help usr"},
		{2, "user list --jsn"}, {2, "workspace show x"}, {2, "workspace limit " + strings.Repeat("1", 13)}, {2, "serve --config nowhere"},
		{1, "user list"}, {1, "check"}, {3, "jobs list"},
		{3, "health"}, {3, "health --url http://127.0.0.1:1"}, {1, "doctor"}, {1, "support"},
		{3, "setup-link"}, {3, "user invite sara@example.org"},
	} {
		cmd := exec.Command("anbar", strings.Fields(c.args)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != c.code {
			t.Errorf("anbar %s: exit code %d, not %d (%v)\n%s", c.args, got, c.code, err, out)
		}
	}
}
