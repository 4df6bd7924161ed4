package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"anbar/db"
	"anbar/decode"
	"anbar/decode/extract"
	"anbar/decode/picture"
	"anbar/decode/source"
	"anbar/stories/testdata/hostile"

	"golang.org/x/sys/unix"
)

// measureDecode measures hostile documents, and the cost of the separate process for honest
// ones.
func (r *run) measureDecode() error {
	dir, err := r.newDirectory("decode")
	if err != nil {
		return err
	}
	d := decode.New(dir, slog.New(slog.DiscardHandler))
	return errors.Join(r.measureHonest(dir), r.measureHostile(d), d.Close())
}

func toDecode(b []byte, space int) decode.Content {
	return decode.Content{From: bytes.NewReader(b), Size: int64(len(b)), Hash: db.Hash(sha256.Sum256(b)), Space: db.SpaceID(space)}
}

// newPhotos are honest pictures of some sizes.
func newPhotos(n int) [][]byte {
	var kinds [][]byte
	for i, side := range []image.Point{{4000, 3000}, {1600, 1200}, {1920, 1080}, {800, 600}, {3000, 2000}} {
		img := image.NewRGBA(image.Rectangle{Max: side})
		for at := range img.Pix {
			img.Pix[at] = uint8(at*at>>9 ^ at>>12)
		}
		for at := 3; at < len(img.Pix); at += 4 {
			img.Pix[at] = 255
		}
		if i == 3 {
			kinds = append(kinds, hostile.PNG(img))
		} else {
			kinds = append(kinds, hostile.JPEG(img))
		}
	}
	all := make([][]byte, n)
	for i := range all {
		all[i] = append(bytes.Clone(kinds[i%len(kinds)]), byte(i), byte(i>>8))
	}
	return all
}

// measureHonest makes the small pictures of the same pictures in both ways, in turns, and
// compares the processor's time: decoders have the lowest priority, so on a busy
// machine the clock tells nothing.
func (r *run) measureHonest(dir string) error {
	ctx := context.Background()
	var inside, through time.Duration
	count := 0
	for range rounds {
		all := newPhotos(100)
		began, err := cpuTime()
		if err != nil {
			return err
		}
		for _, b := range all {
			if _, err := picture.MakeThumbnails(source.New(ctx, bytes.NewReader(b), int64(len(b)))); err != nil {
				return err
			}
		}
		between, err := cpuTime()
		if err != nil {
			return err
		}
		d := decode.New(dir, slog.New(slog.DiscardHandler))
		for _, b := range all {
			if _, err := d.MakeThumbnails(ctx, toDecode(b, 1), "image/jpeg"); err != nil {
				return errors.Join(err, d.Close())
			}
		}
		if err := d.Close(); err != nil { // now its time counts
			return err
		}
		ended, err := cpuTime()
		if err != nil {
			return err
		}
		inside, through, count = inside+between-began, through+ended-between, count+len(all)
	}
	r.addAtLeast(fmt.Sprintf("thumbnails of %d honest pictures through a process of its own, over in this process", count),
		inside.Seconds()/through.Seconds(), 0.8,
		"%.1f and %.1f pictures in a second of the processor", float64(count)/through.Seconds(), float64(count)/inside.Seconds())
	return nil
}

// cpuTime returns the CPU time of this process and of its children that ended.
func cpuTime() (time.Duration, error) {
	var all time.Duration
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var u unix.Rusage
		if err := unix.Getrusage(who, &u); err != nil {
			return 0, err
		}
		all += time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return all, nil
}

// measureHostile gives every hostile document to decoders. Those that take all the time
// they get are given once for all: their budget is measured elsewhere.
func (r *run) measureHostile(d *decode.Decoders) error {
	ctx := context.Background()
	dir, err := r.newDirectory("hostile")
	if err != nil {
		return err
	}
	all := hostile.All()
	for _, doc := range all { // on the disk, so that it is not memory of this process
		if err := os.WriteFile(filepath.Join(dir, doc.Name), doc.Make(), 0o600); err != nil {
			return err
		}
	}
	debug.FreeOSMemory()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		return fmt.Errorf("begin the peak of memory anew: %w", err)
	}
	before, err := readOwnMemory("VmRSS")
	if err != nil {
		return err
	}
	began, refused := time.Now(), 0
	for _, doc := range all {
		n, err := decodeDocument(ctx, d, doc, filepath.Join(dir, doc.Name))
		if err != nil {
			return fmt.Errorf("%s: %w", doc.Name, err)
		}
		refused += n
	}
	after, err := readOwnMemory("VmHWM")
	if err != nil {
		return err
	}
	_, perr := d.MakeThumbnails(ctx, toDecode(newPhotos(1)[0], 1), "image/jpeg")
	_, derr := d.MakeThumbnails(ctx, toDecode(hostile.PDF(hostile.FourColours), 1), "application/pdf")
	if err := errors.Join(perr, derr); err != nil {
		return fmt.Errorf("honest ones afterwards: %w", err)
	}
	r.addAtMost(fmt.Sprintf("%d hostile documents: growth of the appliance at most, MiB", len(all)), float64(after-before)/mib, 32,
		"%d pictures and texts refused, in %v; an honest picture and a PDF were drawn afterwards", refused,
		time.Since(began).Round(time.Second))
	return nil
}

// decodeDocument has a document decoded in the ways that the appliance does, and returns how
// many of them were refused.
func decodeDocument(ctx context.Context, d *decode.Decoders, doc hostile.Document, path string) (refused int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	i, err := f.Stat()
	if err != nil {
		return 0, err
	}
	c := decode.Content{From: f, Size: i.Size(), Hash: db.Hash(sha256.Sum256([]byte(doc.Name))), Space: 2}
	var errs []error
	if doc.Type == "application/pdf" || strings.HasPrefix(doc.Type, "image/") {
		_, err := d.MakeThumbnails(ctx, c, doc.Type)
		errs = append(errs, err)
	}
	if kind := extract.KindOf(doc.Ending, doc.Type); kind != extract.None {
		_, err := d.ExtractText(ctx, c, kind)
		errs = append(errs, err)
	}
	for _, err := range errs {
		if err != nil && !errors.Is(err, decode.ErrContent) {
			return refused, err
		}
		if err != nil {
			refused++
		}
	}
	return refused, nil
}

// readOwnMemory returns the value of one line of /proc/self/status in bytes.
func readOwnMemory(line string) (int64, error) {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	m := regexp.MustCompile(line + `:\s+(\d+) kB`).FindSubmatch(b)
	if m == nil {
		return 0, fmt.Errorf("no %s", line)
	}
	n, err := strconv.ParseInt(string(m[1]), 10, 64)
	return n << 10, err
}
