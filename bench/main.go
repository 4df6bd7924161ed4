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

	"anbar/blobstore/bench"
	"anbar/decode/child"
)

// result is one figure and the bar it has to meet.
type result struct {
	what, bar, seen string
	ok              bool
}

// run holds the values that the measurements share.
type run struct {
	dir     string // scratch, on the disk that is measured
	results []result
}

var rounds = 5 // of each measurement

var measurements = []struct {
	name string
	do   func(*run) error
}{
	{"uploads", (*run).measureUploads}, {"delta", (*run).measureDelta}, {"small", (*run).measureSmall}, {"webdav", (*run).measureWebDAV},
	{"imports", (*run).measureImports}, {"downloads", (*run).measureDownloads}, {"tls", (*run).measureTLS},
	{"ranges", (*run).measureRanges}, {"zip", (*run).measureZip},
	{"lists", (*run).measureLists}, {"tree", (*run).measureTree}, {"batches", (*run).measureBatches},
	{"rights", (*run).measureRights}, {"links", (*run).measureLinks}, {"accounts", (*run).measureAccounts},
	{"live", (*run).measureLive}, {"capacity", (*run).measureCapacity}, {"search", (*run).measureSearch},
	{"console", (*run).measureConsole},
	{"million", (*run).measureProperties}, {"decode", (*run).measureDecode}, {"sheets", (*run).measureSheets}, {"workbooks",
		(*run).measureWorkbooks},
	{"starts", (*run).measureStarts}, {"rehearsal", (*run).measureRehearsal},
	{"copies", (*run).measureBackups}, {"serving", (*run).measureServing}, {"promote", (*run).measurePromote},
	{"tier", (*run).measureTier},
	{"weak", (*run).measureWeak}, {"attacks", (*run).measureAttacks}, {"binary", (*run).measureBinary}, {"browser",
		(*run).measureBrowser},
}

func main() {
	child.Main()
	if len(os.Args) > 1 && os.Args[1] == "baseline" {
		log.Fatal(runBaseline(os.Args[2:]))
	}
	if len(os.Args) == 4 && os.Args[1] == "size" {
		if err := writeSizes(os.Args[2], os.Args[3]); err != nil {
			log.Fatal(err)
		}
		return
	}
	only := flag.String("only", "", "names of measurements, with commas; all and the blob store's when empty")
	flag.IntVar(&rounds, "rounds", rounds, "runs of which the median is taken")
	flag.Parse()
	if err := runMeasurements(*only); err != nil {
		log.Fatal(err)
	}
}

func runMeasurements(only string) error {
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
	return os.WriteFile("docs/benchmarks.md", []byte(r.renderReport(store)), 0o644)
}

// addAtMost adds a row with a figure, which must be at most the limit.
func (r *run) addAtMost(what string, figure, limit float64, detail string, args ...any) {
	r.addResult(what, fmt.Sprintf("≤ %g", limit), figure <= limit, fmt.Sprintf("%.2f (%s)", figure, fmt.Sprintf(detail, args...)))
}

// addAtLeast adds a row with a figure, which must be at least the limit.
func (r *run) addAtLeast(what string, figure, limit float64, detail string, args ...any) {
	r.addResult(what, fmt.Sprintf("≥ %g", limit), figure >= limit, fmt.Sprintf("%.2f (%s)", figure, fmt.Sprintf(detail, args...)))
}

func (r *run) addResult(what, bar string, ok bool, seen string) {
	w := result{what: what, bar: bar, seen: seen, ok: ok}
	r.results = append(r.results, w)
	fmt.Printf("%-5v %-70s %-10s %s\n", ok, w.what, w.bar, w.seen)
}

func (r *run) renderReport(store []bench.Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Benchmarks\n\nMade by `make bench` on %s, on 2 virtual cores shared with other work. Medians of %d runs; each "+
		"ratio has both sides measured in the same run. Absolute times of a busy machine mean little; the ratios decide.\n\n",
		time.Now().UTC().Format("2006-01-02"), rounds)
	b.WriteString("| what | bar | seen | met |\n|---|---|---|---|\n")
	for _, w := range r.results {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", w.what, w.bar, w.seen, yesNo(w.ok))
	}
	b.WriteString("\n## The blob store alone\n\n| what | bar | seen | met |\n|---|---|---|---|\n")
	for _, w := range store {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", w.Name, w.Bar, w.Seen, yesNo(w.OK))
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

func yesNo(ok bool) string {
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

// newDirectory is an empty directory below the scratch directory.
func (r *run) newDirectory(name string) (string, error) {
	dir := filepath.Join(r.dir, name)
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o755)
}
