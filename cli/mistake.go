package cli

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// mistake is what the parser says of a command line that it does not understand, and the words for people; m are its parts.
type mistake struct {
	pattern *regexp.Regexp
	explain func(node *kong.Node, m []string) string
}

var mistakes = []mistake{
	{regexp.MustCompile(`^unexpected argument (.*?)(, did you mean .*)?$`), func(node *kong.Node, m []string) string {
		return explainSurplus(node, m[1])
	}},
	{regexp.MustCompile(`^unknown flag (--?[^\s,]*)(, did you mean .*)?$`), func(node *kong.Node, m []string) string {
		return fmt.Sprintf("%q has no flag %s%s", node.FullPath(), m[1], suggestWords(findClosest(m[1], listFlags(node))))
	}},
	{regexp.MustCompile(`^missing flags: (.*)$`), func(node *kong.Node, m []string) string {
		names := strings.Split(strings.ReplaceAll(m[1], "=", " "), ", ")
		return fmt.Sprintf("%q also needs %s", node.FullPath(), joinList(names, "and"))
	}},
	{regexp.MustCompile(`^expected "((?:[<\[][^"]*))"$`), func(node *kong.Node, m []string) string {
		return fmt.Sprintf("%q also needs %s", node.FullPath(), strings.ToUpper(strings.Trim(m[1], "<>[]")))
	}},
	{regexp.MustCompile(`^(--[a-z0-9-]+): expected .* but got "EOL" \(<EOL>\)$`), func(_ *kong.Node, m []string) string {
		return m[1] + " needs a value"
	}},
	{regexp.MustCompile(`^(--[a-z0-9-]+): expected a valid .* int but got (.*)$`), func(_ *kong.Node, m []string) string {
		return fmt.Sprintf("%s takes a whole number, not %s", m[1], m[2])
	}},
	{regexp.MustCompile(`^(--[a-z0-9-]+): expected duration but got (".*?"): `), func(_ *kong.Node, m []string) string {
		return fmt.Sprintf("%s takes a length of time as 30s, 15m or 336h, not %s", m[1], m[2])
	}},
	{regexp.MustCompile(`^(--[a-z0-9-]+): parsing time (".*?") as `), func(_ *kong.Node, m []string) string {
		return fmt.Sprintf("%s takes a day as 2027-03-20, not %s", m[1], m[2])
	}},
	{regexp.MustCompile(`^(--[a-z0-9-]+): bool value must be .* but got (.*)$`), func(_ *kong.Node, m []string) string {
		return fmt.Sprintf("%s takes true or false, not %s", m[1], m[2])
	}},
	{regexp.MustCompile(`^(--[a-z0-9-]+|<[a-z]+>) must be one of (.*) but got "(.*)"$`), func(_ *kong.Node, m []string) string {
		choices := strings.Split(strings.ReplaceAll(m[2], `"`, ""), ",")
		choices = slices.DeleteFunc(choices, func(s string) bool { return s == "" })
		name := m[1]
		if !strings.HasPrefix(name, "--") {
			name = strings.ToUpper(strings.Trim(name, "<>"))
		}
		return fmt.Sprintf("%s takes %s, not %q%s", name, joinList(choices, "or"), m[3], suggestWords(findClosest(m[3], choices)))
	}},
	{regexp.MustCompile(`^(--[a-z0-9-]+): open (.*): no such file or directory$`), func(_ *kong.Node, m []string) string {
		return fmt.Sprintf("%s: there is no file %s", m[1], m[2])
	}},
	{regexp.MustCompile(`^open .*: no such file or directory$`), func(_ *kong.Node, m []string) string {
		return "the configuration file cannot be read: " + m[0]
	}},
}

var missingCommand = regexp.MustCompile(`^expected (one of )?"`)

// explainMistake says what is wrong with a command line or a configuration file.
func explainMistake(p *kong.Kong, wrong *kong.ParseError) *failure {
	node := p.Model.Node
	if selected := wrong.Context.Selected(); selected != nil {
		node = selected
	}
	// The default command of a group was not named: the word after the group is meant as another one.
	if group := node.Parent; group != nil && group.DefaultCmd == node && !slices.Contains(wrong.Context.Args, node.Name) &&
		strings.HasPrefix(wrong.Error(), "unexpected argument ") {
		node = group
	}
	f := &failure{exit: exitUsage, code: "wrong_use", text: wrong.Error()}
	f.more = fmt.Sprintf("\"%s\" shows its use.", joinWords("anbar help", node.Path()))
	for _, m := range mistakes {
		if parts := m.pattern.FindStringSubmatch(f.text); parts != nil {
			f.text = m.explain(node, parts)
			return f
		}
	}
	if missingCommand.MatchString(f.text) {
		var all strings.Builder
		writeHelp(&all, node)
		f.text, f.more = fmt.Sprintf("a command is missing after %q", node.FullPath()), strings.TrimSuffix(all.String(), "\n")
	}
	return f
}

// explainSurplus says that a command or an argument is none.
func explainSurplus(node *kong.Node, word string) string {
	if node.Leaf() || node.DefaultCmd != nil && word == "" {
		return fmt.Sprintf("%q takes no further argument, and %q is one", node.FullPath(), word)
	}
	return fmt.Sprintf("there is no command %q%s", node.FullPath()+" "+word, suggestWords(suggestCommands(node, word)))
}

// suggestCommands returns the commands that somebody may have meant by a word below a node: similar ones, those of the same sense,
// and from the top the commands of the second level that are so called.
func suggestCommands(node *kong.Node, word string) []string {
	var names []string
	for _, c := range node.Children {
		names = append(names, c.Name)
	}
	close := findClosest(word, names)
	if same := synonyms[word]; slices.Contains(names, same) {
		close = []string{same}
	}
	for i, name := range close {
		close[i] = node.FullPath() + " " + name
	}
	if len(close) > 0 || node.Type != kong.ApplicationNode {
		return close
	}
	for _, leaf := range node.Leaves(true) {
		if leaf.Name == word || leaf.Name == synonyms[word] {
			close = append(close, leaf.FullPath())
		}
	}
	return close
}

// synonyms are words of other programs for commands of this one.
var synonyms = map[string]string{
	"ls": "list", "create": "add", "new": "add", "rm": "delete", "remove": "delete", "start": "serve", "run": "serve", "server": "serve",
	"password": "passwd", "import": "adopt", "transfer": "hand-over", "info": "show", "quota": "limit", "verify": "check", "man": "help",
}

// listFlags returns the flags that a command takes.
func listFlags(node *kong.Node) (names []string) {
	for _, group := range node.AllFlags(true) {
		for _, f := range group {
			names = append(names, "--"+f.Name)
		}
	}
	return names
}

// findClosest returns the candidates that a mistyped word may stand for, at most three, the closest first.
func findClosest(word string, candidates []string) (close []string) {
	most := 1 + len(strings.TrimLeft(word, "-"))/5
	distances := map[string]int{}
	for _, c := range candidates {
		d := measureDistance(word, c)
		bare := strings.TrimLeft(word, "-")
		if len(bare) > 1 && (strings.HasPrefix(c, word) || strings.HasPrefix(word, c) && len(bare)-len(strings.TrimLeft(c, "-")) <= 2) {
			d = min(d, 1)
		}
		if d <= most {
			distances[c] = d
			close = append(close, c)
		}
	}
	slices.SortStableFunc(close, func(a, b string) int { return cmp.Compare(distances[a], distances[b]) })
	return close[:min(len(close), 3)]
}

// measureDistance counts the letters that were left out, added, changed or exchanged with their neighbor between two words.
func measureDistance(a, b string) int {
	before, last := []int(nil), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			row[j+1] = min(last[j]+change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// suggestWords is the end of a message that names what may have been meant.
func suggestWords(names []string) string {
	if len(names) == 0 {
		return ""
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = `"` + n + `"`
	}
	return "; did you mean " + joinList(quoted, "or") + "?"
}

// joinList joins words with commas, and the last two with a word between.
func joinList(words []string, between string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	end := len(words) - 1
	return strings.Join(words[:end], ", ") + " " + between + " " + words[end]
}

// joinWords joins what is not empty with blanks.
func joinWords(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), " ")
}
