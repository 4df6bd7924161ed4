package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "anbar" { // this test is the program that the shells complete
		os.Exit(Run(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// completionCases are words before the cursor, and words that must be offered and must not be.
var completionCases = []struct{ line, offered, missing string }{
	{"anbar ", "serve user workspace help completion", "__complete list"},
	{"anbar us", "user", "serve"},
	{"anbar user ", "add list two-factor-off", "freeze"},
	{"anbar help user a", "add", "list"},
	{"anbar help ", "user adopt", ""},
	{"anbar user add --fi", "--first-name", "--email"},
	{"anbar user staff --role ", "administrator support finance auditor", "--role"},
	{"anbar user staff --role su", "support", "finance"},
	{"anbar user staff --role=su", "support", "finance"},
	{"anbar user list --data some --j", "--json", "--data"},
	{"anbar backup --t", "--to", ""},
	{"anbar backup l", "list", "adopt"},
	{"anbar completion ", "bash zsh fish", ""},
	{"anbar check --data fol", "folder", "--fast file.txt"},
	{"anbar serve --config fi", "file.txt", ""},
	{"anbar adopt fol", "folder", "file.txt"},
}

// shellScripts complete the line $1 with the script $2 and print a candidate on each line.
var shellScripts = map[string]string{
	"bash": `. "$2"; COMP_LINE=$1; COMP_POINT=${#1}
		words=${1//=/ = }; read -ra COMP_WORDS <<<"$words"
		case $words in *' ') COMP_WORDS+=('') ;; esac
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); compopt() { :; }
		_anbar; printf '%s\n' "${COMPREPLY[@]}"`,
	"zsh": `compdef() { :; }; compset() { :; }
		_files() { if (( $# )); then print -l -- ${words[CURRENT]##*=}*(/N); else print -l -- ${words[CURRENT]##*=}*(N); fi }
		_describe() { local one; for one in "${found[@]}"; do print -r -- ${${one%%:*}}; done }
		line=$1; . "$2"; words=(${=line}); [[ $line == *' ' ]] && words+=(''); CURRENT=${#words}
		_anbar`,
	"fish": `source $argv[2]; complete -C $argv[1] | string replace -r '\t.*' '' | string replace -r '/$' '' |
		string replace -r '^--role=' ''; true`,
}

// TestShellsComplete runs the shells that are here.
func TestShellsComplete(t *testing.T) {
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "anbar")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "file.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	for shell, script := range shellScripts {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip("there is no such shell here")
			}
			completion := filepath.Join(dir, "completion."+shell)
			b, err := exec.Command(filepath.Join(dir, "anbar"), "completion", shell).Output()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(completion, b, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, c := range completionCases {
				args := []string{"-c", script, "-", c.line, completion}
				if shell == "fish" {
					args = []string{"-N", "-c", script, c.line, completion}
				}
				cmd := exec.Command(shell, args...)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "HOME="+dir)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Errorf("%s: %v\n%s", c.line, err, out)
					continue
				}
				checkOffers(t, c.line, strings.Fields(string(out)), c.offered, c.missing)
			}
		})
	}
}

func checkOffers(t *testing.T, line string, got []string, offered, missing string) {
	t.Helper()
	for _, w := range strings.Fields(offered) {
		if !slices.Contains(got, w) {
			t.Errorf("%q is not completed with %s, but with %v", line, w, got)
		}
	}
	for _, w := range strings.Fields(missing) {
		if slices.Contains(got, w) {
			t.Errorf("%q is completed with %s", line, w)
		}
	}
}

// TestEveryCommandAndFlagIsCompleted asks for each command of the tree and each of its flags.
func TestEveryCommandAndFlagIsCompleted(t *testing.T) {
	p, all := allCommands(t)
	for _, node := range all {
		words := strings.Fields(node.Path())
		var out strings.Builder
		writeCandidates(&out, p.Model.Node, words)
		if !strings.Contains("\n"+out.String(), "\n"+words[len(words)-1]+"\t") {
			t.Errorf("%s is not completed: %q", node.Path(), out.String())
		}
		out.Reset()
		writeCandidates(&out, p.Model.Node, append(words, "--"))
		for _, name := range listFlags(node) {
			if !strings.Contains("\n"+out.String(), fmt.Sprintf("\n%s\t", name)) {
				t.Errorf("%s of %s is not completed", name, node.Path())
			}
		}
	}
}
