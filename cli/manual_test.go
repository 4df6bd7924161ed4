package cli

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/alecthomas/kong"
)

func allCommands(t *testing.T) (*kong.Kong, []*kong.Node) {
	t.Helper()
	p := newParser(t.Context(), new(commands), func() {})
	return p, p.Model.Leaves(false)
}

// splitWords splits a line of a shell at blanks outside of quotation marks, up to a redirection or a pipe.
func splitWords(line string) (words []string) {
	word, quote, open := "", rune(0), false
	for _, r := range line + " " {
		switch {
		case quote == 0 && (r == '"' || r == '\''):
			quote, open = r, true
		case r == quote:
			quote = 0
		case quote == 0 && unicode.IsSpace(r):
			if word != "" || open {
				words = append(words, word)
			}
			word, open = "", false
		case quote == 0 && (r == '<' || r == '>' || r == '|'):
			return words
		default:
			word += string(r)
		}
	}
	return words
}

// TestEveryCommandIsExplained: a new command comes with its page.
func TestEveryCommandIsExplained(t *testing.T) {
	_, all := allCommands(t)
	left := maps.Clone(manual)
	for _, node := range all {
		path := node.Path()
		page, known := manual[path]
		if !known {
			t.Errorf("%s has no page in manual.go", path)
			continue
		}
		delete(left, path)
		var out strings.Builder
		writeHelp(&out, node)
		text := out.String()
		for _, part := range []string{node.Help, "Usage: anbar " + path, "\nExamples\n", "Exit codes: 0 done; 1 ", "2 wrong use"} {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), strings.Join(strings.Fields(part), " ")) {
				t.Errorf("the help of %s lacks %q:\n%s", path, part, text)
			}
		}
		hasJSON := false
		for _, group := range node.AllFlags(true) {
			for _, f := range group {
				hasJSON = hasJSON || f.Name == "json"
				if f.Help == "" || !strings.Contains(text, "--"+f.Name) {
					t.Errorf("the help of %s does not explain --%s", path, f.Name)
				}
			}
		}
		if hasJSON != (page.json != "") {
			t.Errorf("%s: --json %v, and its page says %q", path, hasJSON, page.json)
		}
		for line := range strings.Lines(text) {
			if columnsOf(strings.TrimSuffix(line, "\n")) > 80 && !strings.Contains(text[strings.Index(text, "\nExamples"):], line) &&
				strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("the help of %s is wider than a terminal: %s", path, line)
			}
		}
	}
	for path := range left {
		t.Errorf("manual.go explains %q, which is no command", path)
	}
}

// TestTheOverviewHasALineForEachCommand: in groups, and no wider than a terminal.
func TestTheOverviewHasALineForEachCommand(t *testing.T) {
	p, _ := allCommands(t)
	var out strings.Builder
	writeHelp(&out, p.Model.Node)
	for _, c := range p.Model.Children {
		if c.Group == nil {
			t.Errorf("%s is in no group", c.Name)
		}
		whole := slices.ContainsFunc(strings.Split(out.String(), "\n"), func(line string) bool {
			return strings.HasPrefix(line, "  "+c.Name+" ") && strings.HasSuffix(line, c.Help) && len(line) <= 80
		})
		if !whole {
			t.Errorf("%s has no line of its own:\n%s", c.Name, out.String())
		}
	}
}

// TestExamplesAreUnderstood parses the examples of every command, which are of that command.
func TestExamplesAreUnderstood(t *testing.T) {
	_, all := allCommands(t)
	for _, node := range all {
		n := 0
		for line := range strings.Lines(manual[node.Path()].examples) {
			line = strings.TrimPrefix(strings.TrimSpace(line), ". <(")
			if strings.HasPrefix(line, "# ") {
				continue
			}
			words := splitWords(strings.TrimSuffix(line, ")"))
			p := newParser(context.Background(), new(commands), func() {})
			k, err := p.Parse(slices.DeleteFunc(words[1:], func(w string) bool { return w == "--config" || w == "/etc/anbar/anbar.conf" }))
			if words[0] != "anbar" || err != nil {
				t.Errorf("%s: %s: %v", node.Path(), line, err)
				continue
			}
			if k.Selected().Path() == node.Path() {
				n++
			}
		}
		if n == 0 || n < 2 && node.Path() != "workspace restore" && node.Path() != "backup now" {
			t.Errorf("%s has %d examples", node.Path(), n)
		}
	}
}

func TestWhatWasMeantIsFound(t *testing.T) {
	p, _ := allCommands(t)
	for _, c := range []struct{ below, word, want string }{
		{"", "usr", "anbar user"}, {"", "users", "anbar user"}, {"", "hlep", "anbar help"}, {"", "start", "anbar serve"},
		{"", "lisences", "anbar licenses"}, {"", "passwd", "anbar user passwd"}, {"", "zzz", ""}, {"user", "lsit", "anbar user list"},
		{"user", "create", "anbar user add"}, {"user", "2fa", ""}, {"workspace", "rm", "anbar workspace delete"},
		{"outbox", "re-send", "anbar outbox resend"}, {"workspace", "handover", "anbar workspace hand-over"},
	} {
		node, _ := findCommand(p.Model.Node, strings.Fields(c.below))
		if got := strings.Join(suggestCommands(node, c.word), ","); got != c.want {
			t.Errorf("%s %s: %q, not %q", c.below, c.word, got, c.want)
		}
	}
	node, _ := findCommand(p.Model.Node, []string{"adopt"})
	for word, want := range map[string]string{"--on-dublicate": "--on-duplicate", "--dir": "--directory", "--mvoe": "--move", "--xyz": ""} {
		if got := strings.Join(findClosest(word, listFlags(node)), ","); got != want {
			t.Errorf("%s: %q, not %q", word, got, want)
		}
	}
}
