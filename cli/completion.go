package cli

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

//go:embed completion
var scripts embed.FS

type printCompletion struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints the script of a shell.
func (c *printCompletion) Run() error {
	b, err := scripts.ReadFile("completion/anbar." + c.Shell)
	if err != nil {
		return err
	}
	return printLine(strings.TrimSuffix(string(b), "\n"))
}

// completeCommand is what the scripts of the shells call with the words before the cursor, the last of which may be a part of one.
const completeCommand = "__complete"

// writeCandidates writes a word that can stand at the cursor on each line, with a tab and what it is. The lines ":files" and
// ":directories" stand for the names of files that the shell knows.
func writeCandidates(w io.Writer, root *kong.Node, words []string) {
	words = joinValues(words)
	if len(words) == 0 {
		words = []string{""}
	}
	last := words[len(words)-1]
	at := followWords(root, words[:len(words)-1])
	node := at.node
	name, _, given := strings.Cut(last, "=")
	if f := findFlag(node, name); given && f != nil {
		writeValues(w, f.Value, f.PlaceHolder, last[len(name)+1:])
		return
	}
	switch {
	case at.flag != nil:
		writeValues(w, at.flag.Value, at.flag.PlaceHolder, last)
	case strings.HasPrefix(last, "-"):
		own, common := splitFlags(node)
		if node.DefaultCmd != nil {
			own, common = splitFlags(node.DefaultCmd)
		}
		for _, f := range append(own, common...) {
			writeCandidate(w, "--"+f.Name, f.Help, last)
		}
	case node.Parent == root && node.Name == "help":
		below, _ := findCommand(root, at.arguments)
		writeChildren(w, below, last)
	case !node.Leaf():
		writeChildren(w, node, last)
	case len(at.arguments) < len(node.Positional):
		a := node.Positional[len(at.arguments)]
		writeValues(w, a, a.Name, last)
	}
}

// joinValues puts words together that bash cuts at an equals sign.
func joinValues(words []string) (whole []string) {
	for i := 0; i < len(words); i++ {
		if words[i] != "=" || len(whole) == 0 {
			whole = append(whole, words[i])
			continue
		}
		value := ""
		if i+1 < len(words) {
			i++
			value = words[i]
		}
		whole[len(whole)-1] += "=" + value
	}
	return whole
}

// cursor is where in the tree of commands a command line has come.
type cursor struct {
	node      *kong.Node
	flag      *kong.Flag // whose value comes next, or nil
	arguments []string   // of the command
}

// followWords goes down the tree along the words of a command line.
func followWords(root *kong.Node, words []string) cursor {
	at := cursor{node: root}
	for _, word := range words {
		switch {
		case at.flag != nil:
			at.flag = nil
		case strings.HasPrefix(word, "-"):
			if f := findFlag(at.node, word); f != nil && !f.IsBool() {
				at.flag = f
			}
		default:
			if next := findChild(at.node, word); next != nil && len(at.arguments) == 0 {
				at.node = next
			} else {
				at.arguments = append(at.arguments, word)
			}
		}
	}
	return at
}

func findFlag(node *kong.Node, word string) *kong.Flag {
	for _, group := range node.AllFlags(true) {
		for _, f := range group {
			if word == "--"+f.Name {
				return f
			}
		}
	}
	if node.DefaultCmd != nil {
		return findFlag(node.DefaultCmd, word)
	}
	return nil
}

func writeChildren(w io.Writer, node *kong.Node, part string) {
	for _, c := range node.Children {
		writeCandidate(w, c.Name, c.Help, part)
	}
}

// writeValues writes the values that a flag or an argument can have.
func writeValues(w io.Writer, v *kong.Value, place, part string) {
	switch place = strings.ToUpper(place); {
	case v.Enum != "":
		for _, choice := range v.EnumSlice() {
			writeCandidate(w, choice, "", part)
		}
	case place == "DIR":
		fmt.Fprintln(w, ":directories")
	case slices.Contains([]string{"FILE", "TARGET"}, place):
		fmt.Fprintln(w, ":files")
	}
}

func writeCandidate(w io.Writer, word, help, part string) {
	if word != "" && strings.HasPrefix(word, part) {
		first, _, _ := strings.Cut(help, ". ")
		fmt.Fprintf(w, "%s\t%s\n", word, strings.TrimSuffix(first, "."))
	}
}
