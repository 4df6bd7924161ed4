package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"

	"anbar/app/base/progress"

	"golang.org/x/term"
)

// Values of a table that programs and people read in different forms; all others are texts and numbers.
type (
	size      int64 // 1503238553 for programs, 1.4 GB for people
	sizeLimit int64 // the same, where 0 is none
	moment    struct {
		time.Time
		never string // what people read in place of the zero time
	}
	word     string // given_up for programs, given up for people
	bidiText string // with parts that are read from left to right among others
)

// formatValue says a value of a table for people or for programs.
func formatValue(v any, people bool) string {
	switch v := v.(type) {
	case string:
		return cleanText(v)
	case bidiText:
		return cleanDirected(string(v))
	case size:
		if people {
			return progress.FormatBytes(int64(v))
		}
	case sizeLimit:
		if people && v == 0 {
			return "none"
		}
		return formatValue(size(v), people)
	case word:
		if people {
			return strings.ReplaceAll(string(v), "_", " ")
		}
	case moment:
		switch {
		case v.IsZero() && people:
			return v.never
		case v.IsZero():
			return "-"
		case people:
			return v.Local().Format("2006-01-02 15:04")
		}
		return v.UTC().Format(time.RFC3339)
	}
	return fmt.Sprint(v)
}

// cleanText has blanks in place of what would move the cursor of a terminal, or begin another field or line.
func cleanText(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			return ' '
		}
		return r
	}, s)
}

// cleanDirected is cleanText, which leaves the marks of a direction where each of them ends.
func cleanDirected(s string) string {
	const begin, end = "\u2066", "\u2069"
	if strings.Count(s, begin) != strings.Count(s, end) {
		return cleanText(s)
	}
	parts := strings.Split(s, begin)
	for i, part := range parts {
		inner, rest, _ := strings.Cut(part, end)
		if i > 0 {
			parts[i] = cleanText(inner) + end + cleanText(rest)
		} else {
			parts[i] = cleanText(part)
		}
	}
	return strings.Join(parts, begin)
}

// table is what a command lists. A head that begins with ">" is that of a column of numbers, which end at the right.
type table struct {
	heads []string
	rows  [][]any
}

func (t *table) add(values ...any) { t.rows = append(t.rows, values) }

// print writes the table to the standard output.
func (t *table) print() error {
	return t.write(os.Stdout, term.IsTerminal(int(os.Stdout.Fd())))
}

// write writes the table: for people with heads and columns, for programs a line for each row whose fields a tab separates.
func (t *table) write(w io.Writer, people bool) error {
	var lines [][]string
	if people && t.heads != nil {
		lines = append(lines, t.heads)
	}
	for _, row := range t.rows {
		line := make([]string, len(row))
		for i, v := range row {
			line[i] = formatValue(v, people)
		}
		lines = append(lines, line)
	}
	var out strings.Builder
	switch {
	case !people:
		for _, line := range lines {
			out.WriteString(strings.Join(line, "\t") + "\n")
		}
	case len(t.rows) == 0:
		out.WriteString("none\n")
	default:
		t.align(&out, lines)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func (t *table) align(out *strings.Builder, lines [][]string) {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, s := range line {
			widths[i] = max(widths[i], columnsOf(strings.TrimPrefix(s, ">")))
		}
	}
	for n, line := range lines {
		for i, s := range line {
			number := t.heads != nil && strings.HasPrefix(t.heads[i], ">")
			if n == 0 && number {
				s = s[1:]
			}
			gap := strings.Repeat(" ", widths[i]-columnsOf(s))
			if i > 0 {
				out.WriteString("  ")
			}
			switch {
			case number:
				out.WriteString(gap + s)
			case i == len(line)-1:
				out.WriteString(s)
			default:
				out.WriteString(s + gap)
			}
		}
		out.WriteByte('\n')
	}
}

// columnsOf is how many columns of a terminal a text takes, for scripts without wide letters.
func columnsOf(s string) (n int) {
	for _, r := range s {
		if !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
			n++
		}
	}
	return n
}

// writeJSON writes the one value that a command with --json writes.
func writeJSON(v any) error { return json.NewEncoder(os.Stdout).Encode(v) }

// printLine writes a line to the standard output.
func printLine(s string) error {
	_, err := fmt.Println(s)
	return err
}
