package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/term"
)

type printHelp struct {
	Command []string `arg:"" optional:"" help:"The command, such as user add; all commands without it."`
}

// Run explains a command, or lists all of them.
func (h *printHelp) Run(k *kong.Kong) error {
	node, rest := findCommand(k.Model.Node, h.Command)
	if len(rest) > 0 {
		return usageError{fmt.Errorf("%s", explainSurplus(node, rest[0]))}
	}
	return printText(node)
}

// findCommand goes down the tree of commands, and returns the words that lead no further.
func findCommand(node *kong.Node, words []string) (*kong.Node, []string) {
	for len(words) > 0 {
		next := findChild(node, words[0])
		if next == nil {
			break
		}
		node, words = next, words[1:]
	}
	return node, words
}

func findChild(node *kong.Node, name string) *kong.Node {
	for _, c := range node.Children {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// writeContextHelp prints the help that a flag asks for.
func writeContextHelp(_ kong.HelpOptions, k *kong.Context) error {
	node := k.Selected()
	if node == nil {
		node = k.Model.Node
	}
	return printText(node)
}

func printText(node *kong.Node) error {
	var out strings.Builder
	writeHelp(&out, node)
	_, err := io.WriteString(os.Stdout, out.String())
	return err
}

// writeHelp writes the help of a command, of a group of commands, or of the program.
func writeHelp(w *strings.Builder, node *kong.Node) {
	width := 80
	if columns, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && columns > 40 {
		width = min(columns, 110)
	}
	h := &helpWriter{Builder: w, width: width}
	switch {
	case node.Type == kong.ApplicationNode:
		h.writeProgram(node)
	case len(node.Children) > 0:
		h.writeGroup(node)
	default:
		h.writeCommand(node)
	}
}

// helpWriter writes helps of a width.
type helpWriter struct {
	*strings.Builder
	width int
}

func (h *helpWriter) writeProgram(node *kong.Node) {
	fmt.Fprintf(h, "Anbar: %s\n\nUsage: anbar COMMAND [ARGUMENTS] [FLAGS]\n", lowerFirst(node.Help))
	group := ""
	for _, c := range node.Children {
		if c.Group != nil && c.Group.Title != group {
			group = c.Group.Title
			fmt.Fprintf(h, "\n%s\n", group)
		}
		h.writeRow(c.Name, c.Help, 12)
	}
	h.WriteString("\n\"anbar help COMMAND\" shows the use, flags, examples and exit codes of a command.\n")
	h.writeExits("")
}

func (h *helpWriter) writeGroup(node *kong.Node) {
	fmt.Fprintf(h, "%s\n\nUsage: %s COMMAND [ARGUMENTS] [FLAGS]\n", node.Help, node.FullPath())
	if node.DefaultCmd != nil {
		fmt.Fprintf(h, "       %s [FLAGS], which is %s\n", node.FullPath(), node.DefaultCmd.FullPath())
	}
	h.WriteString("\nCommands\n")
	for _, c := range node.Children {
		h.writeRow(c.Name, c.Help, 16)
	}
	fmt.Fprintf(h, "\n\"anbar help %s COMMAND\" shows the flags, examples and exit codes of a command.\n", node.Path())
}

func (h *helpWriter) writeCommand(node *kong.Node) {
	page := manual[node.Path()]
	h.writeWrapped(joinWords(node.Help, page.detail), "", h.width)
	h.WriteString("\n")
	h.writeWrapped("Usage: "+describeUse(node), strings.Repeat(" ", len("Usage: ")), h.width)
	if len(node.Positional) > 0 {
		h.WriteString("\nArguments\n")
		for _, a := range node.Positional {
			h.writeRow(strings.ToUpper(a.Name), a.Help, 16)
		}
	}
	own, common := splitFlags(node)
	h.writeFlags("Flags", own)
	h.writeFlags("Common flags", common)
	h.WriteString("\nExamples\n")
	for line := range strings.Lines(page.examples) {
		h.WriteString("  " + line)
	}
	h.WriteString("\n")
	h.writeExits(page.failed)
}

func (h *helpWriter) writeFlags(title string, flags []*kong.Flag) {
	if len(flags) > 0 {
		fmt.Fprintf(h, "\n%s\n", title)
	}
	for _, f := range flags {
		h.writeRow(describeFlag(f), describeValue(f), 24)
	}
}

// writeExits writes the exit codes; failed says when a command ends with 1.
func (h *helpWriter) writeExits(failed string) {
	if failed == "" {
		failed = "failed, for the reason that it says"
	}
	h.writeWrapped("Exit codes: 0 done; 1 "+failed+"; 2 wrong use, nothing was done; 3 no appliance runs and the command needs one.",
		strings.Repeat(" ", len("Exit codes: ")), h.width)
}

// writeRow writes a name and what it is, beside each other, or below each other where the name is long.
func (h *helpWriter) writeRow(name, text string, column int) {
	indent := strings.Repeat(" ", column+4)
	first := fmt.Sprintf("  %-*s  ", column, name)
	if len(name) > column {
		fmt.Fprintf(h, "  %s\n", name)
		first = indent
	}
	h.writeWrapped(first+text, indent, h.width)
}

// writeWrapped writes a text in lines of a width. The first words stay as they are spaced; the other lines begin with an indent.
func (h *helpWriter) writeWrapped(text, indent string, width int) {
	start := len(text) - len(strings.TrimLeft(text, " "))
	if at := strings.LastIndex(text, "  "); at >= 0 {
		start = at + 2
	}
	line := text[:start]
	length := columnsOf(line)
	space := ""
	for _, word := range strings.Fields(text[start:]) {
		if space != "" && length+1+columnsOf(word) > width {
			h.WriteString(line + "\n")
			line, length, space = indent, len(indent), ""
		}
		line += space + word
		length += len(space) + columnsOf(word)
		space = " "
	}
	h.WriteString(line + "\n")
}

// describeUse is a command with its arguments and the flags that it must have.
func describeUse(node *kong.Node) string {
	use := node.FullPath()
	for _, a := range node.Positional {
		name := strings.ToUpper(a.Name)
		if a.IsCumulative() {
			name += "..."
		}
		if !a.Required {
			name = "[" + name + "]"
		}
		use += " " + name
	}
	for _, f := range node.Flags {
		if f.Required {
			use += " " + describeFlag(f)
		}
	}
	return use + " [FLAGS]"
}

// describeFlag is a flag with a word for its value.
func describeFlag(f *kong.Flag) string {
	name := "--" + f.Name
	if f.Short != 0 {
		name = "-" + string(f.Short) + ", " + name
	}
	if f.IsBool() {
		return name
	}
	return name + " " + wordOfValue(f)
}

func wordOfValue(f *kong.Flag) string {
	switch {
	case f.PlaceHolder != "":
		return f.PlaceHolder
	case f.Enum != "":
		return "WORD"
	case f.IsSlice(), f.Target.Kind().String() == "string":
		return "TEXT"
	case strings.Contains(f.Target.Type().String(), "Duration"):
		return "TIME"
	}
	return "NUMBER"
}

// describeValue is the help of a flag with its default and the variable of the environment that gives it, too.
func describeValue(f *kong.Flag) string {
	text := f.Help
	if f.Default != "" && f.Default != "0" && f.Default != "none" && !f.IsBool() {
		text += " Default: " + f.Default + "."
	}
	if len(f.Envs) > 0 {
		text += " (" + strings.Join(f.Envs, ", ") + ")"
	}
	return text
}

// commonFlags are those that tell every command where the data is.
const commonFlags = " data config log log-format help "

// splitFlags returns the flags of a command, and those that other commands have as well.
func splitFlags(node *kong.Node) (own, common []*kong.Flag) {
	for _, group := range node.AllFlags(true) {
		for _, f := range group {
			if strings.Contains(commonFlags, " "+f.Name+" ") {
				common = append(common, f)
			} else {
				own = append(own, f)
			}
		}
	}
	return own, common
}

// hideSettings leaves the settings of the server out of the helps of commands that take them to read the same configuration file.
func hideSettings(program *kong.Node) {
	settings := map[string]bool{}
	for _, f := range findChild(program, "serve").Flags {
		settings[f.Name] = !strings.Contains(commonFlags, " "+f.Name+" ")
	}
	for _, command := range []string{"doctor", "support"} {
		for _, f := range findChild(program, command).Flags {
			f.Hidden = f.Hidden || settings[f.Name]
		}
	}
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// Markdown is the table of all commands for the documents.
func Markdown() string {
	var c commands
	var out strings.Builder
	out.WriteString("| command | what it does | `--json` |\n|---|---|---|\n")
	for _, leaf := range newParser(context.Background(), &c, nil).Model.Leaves(true) {
		fmt.Fprintf(&out, "| `%s` | %s | %s |\n", strings.ReplaceAll(strings.TrimSuffix(describeUse(leaf), " [FLAGS]"), "|", `\|`),
			leaf.Help, manual[leaf.Path()].json)
	}
	return out.String()
}
