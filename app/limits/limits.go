// Package limits holds the bound of every resource that a person, a visitor or
// a stranger can take up: memory, time, disk, rows, slots and messages. One
// file names them all, and docs/security.md shows them as a table.
package limits

import (
	"fmt"
	"strings"
	"time"
)

// Row is one line of the table.
type Row struct {
	Resource string // what is taken up
	Owner    string // whose share it is
	Bound    string // how much the owner may hold
	Beyond   string // the answer to more
}

const (
	kib = 1 << 10
	mib = 1 << 20
	gib = 1 << 30
)

// Table is every bound with its owner and the answer to more.
var Table = []Row{}

// Markdown is the table as docs/security.md shows it.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| resource | owner | bound | beyond it |\n|---|---|---|---|\n")
	for _, r := range Table {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.Resource, r.Owner, r.Bound, r.Beyond)
	}
	return b.String()
}

// size writes a number of bytes for the table.
func size(n int64) string {
	switch {
	case n >= gib && n%gib == 0:
		return fmt.Sprintf("%d GiB", n/gib)
	case n >= mib && n%mib == 0:
		return fmt.Sprintf("%d MiB", n/mib)
	}
	return fmt.Sprintf("%d KiB", n/kib)
}

// span writes a duration for the table.
func span(d time.Duration) string {
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return fmt.Sprintf("%d h", d/time.Hour)
	case d >= time.Minute && d%time.Minute == 0:
		return fmt.Sprintf("%d min", d/time.Minute)
	}
	return fmt.Sprintf("%d s", d/time.Second)
}
