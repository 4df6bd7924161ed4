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

// Second steps. A code of six digits is guessed by one in 333,333 tries of an
// authenticator app, by one in a million otherwise.
const (
	FreeCodes = 10               // wrong codes before pauses begin: people mistype
	CodePause = 15 * time.Minute // the longest pause: nobody is kept out for good
)

// Table is every bound with its owner and the answer to more.
var Table = []Row{
	{"tries of a second step", "each browser that its person took one on; all strangers together", fmt.Sprintf("%d, then pauses of 1 to %s between two", FreeCodes, span(CodePause)), "429 with the time to wait; backup codes and passkeys go on"},
}

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
