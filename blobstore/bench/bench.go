// Package bench measures a blobstore against what the machine can do. Each figure
// is the median of five runs, each with a baseline measured next to it, so that
// the ratios mean something on a busy machine, too.
package bench

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"anbar/blobstore"
)

// Row is one figure and the bar it has to meet.
type Row struct {
	Name  string
	Bar   string
	Seen  string
	Ratio float64 // seen over bar's baseline
	OK    bool
}

const (
	mib  = 1 << 20
	gib  = 1 << 30
	runs = 5
)

// bench carries what the measurements share.
type bench struct {
	w    io.Writer
	dir  string
	ctx  context.Context
	rows []Row
}

// Run measures in dir, which needs about 10 GiB free, writes each row to w as it
// is known, and returns them all. An error of the machine ends it with a row that
// is not OK.
func Run(w io.Writer, dir string) []Row {
	b := &bench{w: w, dir: filepath.Join(dir, "blobstore-bench"), ctx: context.Background()}
	defer os.RemoveAll(b.dir)
	for _, measure := range []func() error{b.measureSmall, b.measureSingle, b.measureLarge, b.measureBeside, b.measureRanges,
		b.measureMaintenance, b.measureRebuild, b.measureBackup} {
		err := os.RemoveAll(b.dir)
		if err == nil {
			err = os.MkdirAll(b.dir, 0o700)
		}
		if err == nil {
			err = measure()
		}
		if err != nil {
			b.addRow(Row{Name: "error", Seen: err.Error()})
		}
	}
	return b.rows
}

func (b *bench) addRow(r Row) {
	b.rows = append(b.rows, r)
	verdict := "ok"
	if !r.OK {
		verdict = "MISSED"
	}
	fmt.Fprintf(b.w, "%-58s %-16s %-34s %s\n", r.Name, r.Bar, r.Seen, verdict)
}

// atLeast adds a row whose median must reach bar.
func (b *bench) atLeast(name string, bar float64, ratios []float64, note string) {
	m := median(ratios)
	b.addRow(Row{Name: name, Bar: fmt.Sprintf(">= %g", bar), Seen: formatSpread(ratios) + note, Ratio: m, OK: m >= bar})
}

// atMost adds a row whose median must stay below bar.
func (b *bench) atMost(name string, bar float64, ratios []float64, note string) {
	m := median(ratios)
	b.addRow(Row{Name: name, Bar: fmt.Sprintf("<= %g", bar), Seen: formatSpread(ratios) + note, Ratio: m, OK: m <= bar})
}

func formatSpread(v []float64) string {
	return fmt.Sprintf("%.3g (%.3g..%.3g)", median(v), slices.Min(v), slices.Max(v))
}

func median(v []float64) float64 {
	s := slices.Sorted(slices.Values(v))
	return s[len(s)/2]
}

func percentile(v []time.Duration, p float64) time.Duration {
	s := slices.Sorted(slices.Values(v))
	return s[min(len(s)-1, int(p*float64(len(s))))]
}

// cpu returns the processor time that the process has used.
func cpu() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func (b *bench) openStore(name string, o blobstore.Options) (*blobstore.Store, error) {
	o.Reserve, o.MinFree, o.Log = -1, -1, slog.New(slog.DiscardHandler)
	return blobstore.Open(filepath.Join(b.dir, name), o)
}

// randomBytes returns n bytes that no disk compresses.
func randomBytes(seed uint64, n int) []byte {
	p := make([]byte, n)
	var key [32]byte
	for i := range 8 {
		key[i] = byte(seed >> (8 * i))
	}
	rand.NewChaCha8(key).Read(p)
	return p
}

// timeSequential writes n bytes to one file in pieces of 1 MiB, syncs once, and returns
// the time for it.
func (b *bench) timeSequential(n int64) (time.Duration, error) {
	f, err := os.Create(filepath.Join(b.dir, "sequential"))
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	p := randomBytes(1, mib)
	began := time.Now()
	for left := n; left > 0; left -= int64(len(p)) {
		if _, err := f.Write(p[:min(left, mib)]); err != nil {
			return 0, err
		}
	}
	err = unix.Fdatasync(int(f.Fd()))
	return time.Since(began), err
}

// timeRead reads files that are not in memory and returns the time and the bytes.
func timeRead(names []string) (took time.Duration, n int64, err error) {
	buf := make([]byte, mib)
	began := time.Now()
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return 0, 0, err
		}
		for {
			c, err := f.Read(buf)
			n += int64(c)
			if err == io.EOF {
				break
			}
			if err != nil {
				f.Close()
				return 0, 0, err
			}
		}
		f.Close()
	}
	return time.Since(began), n, nil
}

// dropCaches drops files from memory.
func dropCaches(names []string) error {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		err = unix.Fdatasync(int(f.Fd()))
		if err == nil {
			err = unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
		}
		f.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// blobs lists the packs and large files of a store.
func listContents(dir string) (names []string, bytes int64, err error) {
	for _, sub := range []string{"packs", "large"} {
		err = filepath.Walk(filepath.Join(dir, sub), func(name string, info os.FileInfo, err error) error {
			if err == nil && info.Mode().IsRegular() {
				names = append(names, name)
				bytes += info.Size()
			}
			return err
		})
		if err != nil {
			return nil, 0, err
		}
	}
	return names, bytes, nil
}
