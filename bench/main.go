// Bench measures the appliance against the limits of the machine and writes
// docs/benchmarks.md. Each figure is the median of several runs, each with a limit
// measured in the same run: on a busy machine only the ratio means something.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"anbar/app/decode/child"
	"anbar/blobstore/bench"
)

// row is one figure and the bar it has to meet.
type row struct {
	what, bar, seen string
	ok              bool
}

// run holds the values that the measurements share.
type run struct {
	dir  string // scratch, on the disk that is measured
	rows []row
}

const rounds = 5

var measurements = []struct {
	name string
	do   func(*run) error
}{
	{"uploads", (*run).uploads}, {"small", (*run).small}, {"webdav", (*run).webdav},
	{"imports", (*run).imports}, {"downloads", (*run).downloads}, {"tls", (*run).overTLS},
	{"ranges", (*run).ranges}, {"zip", (*run).zip},
	{"lists", (*run).lists}, {"tree", (*run).tree}, {"batches", (*run).batches},
	{"rights", (*run).rights}, {"links", (*run).links}, {"accounts", (*run).accounts},
	{"live", (*run).live}, {"search", (*run).search}, {"console", (*run).console},
	{"million", (*run).million}, {"decode", (*run).decode}, {"sheets", (*run).sheets}, {"workbooks", (*run).workbooks},
	{"starts", (*run).starts},
	{"copies", (*run).copies}, {"attacks", (*run).attacks}, {"binary", (*run).binary}, {"browser", (*run).browser},
}

func main() {
	child.Main()
	if len(os.Args) > 1 && os.Args[1] == "baseline" {
		log.Fatal(baseline(os.Args[2:]))
	}
	if len(os.Args) == 4 && os.Args[1] == "size" {
		if err := size(os.Args[2], os.Args[3]); err != nil {
			log.Fatal(err)
		}
		return
	}
	only := flag.String("only", "", "names of measurements, with commas; all and the blob store's when empty")
	flag.Parse()
	if err := measure(*only); err != nil {
		log.Fatal(err)
	}
}

func measure(only string) error {
	out, err := filepath.Abs("bench/out")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	r := &run{dir: out}
	for _, m := range measurements {
		if only != "" && !slices.Contains(strings.Split(only, ","), m.name) {
			continue
		}
		fmt.Printf("— %s\n", m.name)
		if err := m.do(r); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	var store []bench.Row
	if only == "" || only == "blobs" {
		store = bench.Run(os.Stdout, out)
	}
	if only != "" {
		return nil
	}
	return os.WriteFile("docs/benchmarks.md", []byte(r.report(store)), 0o644)
}

// row adds a row with the ratio of a figure to its limit. With least, the ratio must
// be at least bar, otherwise at most.
func (r *run) row(what string, ratio, bar float64, least bool, detail string, args ...any) {
	sign, ok := "≤", ratio <= bar
	if least {
		sign, ok = "≥", ratio >= bar
	}
	w := row{what, fmt.Sprintf("%s %g", sign, bar), fmt.Sprintf("%.2f (%s)", ratio, fmt.Sprintf(detail, args...)), ok}
	r.rows = append(r.rows, w)
	fmt.Printf("%-5v %-70s %-10s %s\n", ok, w.what, w.bar, w.seen)
}

func (r *run) report(store []bench.Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Benchmarks\n\nMade by `make bench` on %s, on 2 virtual cores shared with other work. Medians of %d runs; each "+
		"ratio has both sides measured in the same run. Absolute times of a busy machine mean little; the ratios decide.\n\n",
		time.Now().UTC().Format("2006-01-02"), rounds)
	b.WriteString("| what | bar | seen | met |\n|---|---|---|---|\n")
	for _, w := range r.rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", w.what, w.bar, w.seen, mark(w.ok))
	}
	b.WriteString("\n## The blob store alone\n\n| what | bar | seen | met |\n|---|---|---|---|\n")
	for _, w := range store {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", w.Name, w.Bar, w.Seen, mark(w.OK))
	}
	if more, err := os.ReadFile("docs/benchmarks.notes.md"); err == nil {
		b.WriteString("\n")
		b.Write(more)
	}
	if more, err := os.ReadFile(sizeFile); err == nil {
		b.WriteString("\n")
		b.Write(more)
	}
	return b.String()
}

func mark(ok bool) string {
	if ok {
		return "yes"
	}
	return "no"
}

func median[T int64 | float64 | time.Duration](all []T) T {
	s := slices.Clone(all)
	slices.Sort(s)
	return s[len(s)/2]
}

func percentile(all []time.Duration, p float64) time.Duration {
	s := slices.Clone(all)
	slices.Sort(s)
	return s[min(len(s)-1, int(float64(len(s))*p))]
}

// fresh is an empty directory below the scratch directory.
func (r *run) fresh(name string) (string, error) {
	dir := filepath.Join(r.dir, name)
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o755)
}
