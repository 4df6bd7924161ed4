package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"

	"anbar/app/base/progress"

	"golang.org/x/term"
)

// cell is a value of a table, as programs read it and as people do.
type cell struct{ plain, human string }

// textCell is a text. What would move the cursor of a terminal, or begin another field or line, becomes a blank.
func textCell(s string) cell {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			return ' '
		}
		return r
	}, s)
	return cell{plain: s, human: s}
}

// countCell is a number.
func countCell[N int | int64](n N) cell { return textCell(strconv.FormatInt(int64(n), 10)) }

// sizeCell is a number of bytes: 1503238553 for programs, 1.4 GB for people.
func sizeCell(n int64) cell { return cell{strconv.FormatInt(n, 10), progress.FormatBytes(n)} }

// limitCell is a bound in bytes, where 0 is none.
func limitCell(n int64) cell {
	if n == 0 {
		return cell{"0", "none"}
	}
	return sizeCell(n)
}

// timeCell is a moment; never is what people read where there is none.
func timeCell(t time.Time, never string) cell {
	if t.IsZero() {
		return cell{"-", never}
	}
	return cell{t.UTC().Format(time.RFC3339), t.Local().Format("2006-01-02 15:04")}
}

// table is what a command lists. A head that begins with ">" is that of a column of numbers, which end at the right.
type table struct {
	heads []string
	rows  [][]cell
}

func (t *table) add(cells ...cell) { t.rows = append(t.rows, cells) }

// print writes the table to the standard output.
func (t *table) print() error {
	return t.write(os.Stdout, term.IsTerminal(int(os.Stdout.Fd())))
}

// write writes the table: for people with heads and columns, for programs a line for each row whose fields a tab separates.
func (t *table) write(w io.Writer, people bool) error {
	var out strings.Builder
	if !people {
		for _, row := range t.rows {
			for i, c := range row {
				if i > 0 {
					out.WriteByte('\t')
				}
				out.WriteString(c.plain)
			}
			out.WriteByte('\n')
		}
		_, err := io.WriteString(w, out.String())
		return err
	}
	if len(t.rows) == 0 {
		_, err := io.WriteString(w, "none\n")
		return err
	}
	lines := make([][]string, 0, len(t.rows)+1)
	if t.heads != nil {
		lines = append(lines, t.heads)
	}
	for _, row := range t.rows {
		line := make([]string, len(row))
		for i, c := range row {
			line[i] = c.human
		}
		lines = append(lines, line)
	}
	t.align(&out, lines)
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
