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
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"anbar/app/decode"
	"anbar/app/decode/extract"
	"anbar/app/decode/picture"
	"anbar/app/decode/source"
	"anbar/db"
	"anbar/testdata/hostile"

	"golang.org/x/sys/unix"
)

// decode: hostile documents, and what the process of its own costs honest ones.
func (r *run) decode() error {
	dir, err := r.fresh("decode")
	if err != nil {
		return err
	}
	d := decode.New(dir, slog.New(slog.DiscardHandler))
	return errors.Join(r.honest(d), r.hostile(d), d.Close())
}

func toDecode(b []byte, space int) decode.Content {
	return decode.Content{From: bytes.NewReader(b), Size: int64(len(b)), Hash: db.Hash(sha256.Sum256(b)), Space: db.SpaceID(space)}
}

// photographs are honest pictures of some sizes.
func photographs(n int) [][]byte {
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

// honest makes the small pictures of the same pictures in both ways, in turns.
func (r *run) honest(d *decode.Decoders) error {
	ctx := context.Background()
	var inside, through time.Duration
	count := 0
	for range rounds {
		all := photographs(100)
		took, err := yielding(func() error {
			for _, b := range all {
				if _, err := picture.Small(source.New(ctx, bytes.NewReader(b), int64(len(b)))); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		inside += took
		began := time.Now()
		for _, b := range all {
			if _, err := d.Small(ctx, toDecode(b, 1), "image/jpeg"); err != nil {
				return err
			}
		}
		through += time.Since(began)
		count += len(all)
	}
	r.row(fmt.Sprintf("thumbnails of %d honest pictures through a process of its own, over in this process", count), inside.Seconds()/through.Seconds(), 0.8, true,
		"%.1f and %.1f pictures a second", float64(count)/through.Seconds(), float64(count)/inside.Seconds())
	return nil
}

// yielding runs fn on a thread of the priority that decoders have.
func yielding(fn func() error) (time.Duration, error) {
	done := make(chan error, 1)
	began := time.Now()
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends here, and its priority with it
		if err := unix.Setpriority(unix.PRIO_PROCESS, 0, 19); err != nil {
			done <- err
			return
		}
		done <- fn()
	}()
	err := <-done
	return time.Since(began), err
}

// hostile gives every hostile document to decoders. Those that take all the time
// they get are given once for all: their budget is measured elsewhere.
func (r *run) hostile(d *decode.Decoders) error {
	ctx := context.Background()
	dir, err := r.fresh("hostile")
	if err != nil {
		return err
	}
	all := hostile.All()
	for _, doc := range all { // what lies on the disk is no memory of this process
		if err := os.WriteFile(filepath.Join(dir, doc.Name), doc.Make(), 0o600); err != nil {
			return err
		}
	}
	debug.FreeOSMemory()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		return fmt.Errorf("begin the peak of memory anew: %w", err)
	}
	before, err := ownMemory("VmRSS")
	if err != nil {
		return err
	}
	began, refused := time.Now(), 0
	for _, doc := range all {
		n, err := offer(ctx, d, doc, filepath.Join(dir, doc.Name))
		if err != nil {
			return fmt.Errorf("%s: %w", doc.Name, err)
		}
		refused += n
	}
	after, err := ownMemory("VmHWM")
	if err != nil {
		return err
	}
	_, perr := d.Small(ctx, toDecode(photographs(1)[0], 1), "image/jpeg")
	_, derr := d.Small(ctx, toDecode(hostile.PDF(hostile.FourColours), 1), "application/pdf")
	if err := errors.Join(perr, derr); err != nil {
		return fmt.Errorf("honest ones afterwards: %w", err)
	}
	r.row(fmt.Sprintf("%d hostile documents: growth of the appliance at most, MiB", len(all)), float64(after-before)/mib, 32, false,
		"%d pictures and texts refused, in %v; an honest picture and a PDF were drawn afterwards", refused, time.Since(began).Round(time.Second))
	return nil
}

// offer has a document decoded in the ways that the appliance does, and returns how
// many of them were refused.
func offer(ctx context.Context, d *decode.Decoders, doc hostile.Document, path string) (refused int, err error) {
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
		_, err := d.Small(ctx, c, doc.Type)
		errs = append(errs, err)
	}
	if kind := extract.KindOf(doc.Ending, doc.Type); kind != extract.None {
		_, err := d.Text(ctx, c, kind)
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

// ownMemory reads one line of what the system says of the memory of this process.
func ownMemory(line string) (int64, error) {
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
