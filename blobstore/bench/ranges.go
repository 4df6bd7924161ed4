package bench

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"time"

	"anbar/blobstore"
)

const rangeSize = 64 << 10

// measureRanges measures what a server spends on 64 KiB at random places of a large
// blob, verified and as the plain file. The client is part of both.
func (b *bench) measureRanges() error {
	const size, reads = 512 * mib, 3000
	s, err := b.openStore("ranges", blobstore.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	if _, _, err := b.uploadOne(s, "upload", size); err != nil {
		return err
	}
	names, _, err := listContents(filepath.Join(b.dir, "ranges"))
	if err != nil {
		return err
	}
	d, err := blobstore.ParseDigest(filepath.Base(names[0]))
	if err != nil {
		return err
	}
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, err := os.Open(names[0])
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer f.Close()
		http.ServeContent(w, r, "x.bin", time.Time{}, f)
	}))
	defer plain.Close()
	proven := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		blob, err := s.Open(r.Context(), d)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer blob.Close()
		content := blob.NewReader()
		defer content.Close()
		http.ServeContent(w, r, "x.bin", time.Time{}, content)
	}))
	defer proven.Close()
	var ratios, rates []float64
	for range runs {
		base, err := b.timeFetch(plain.URL, size, reads)
		if err != nil {
			return err
		}
		took, err := b.timeFetch(proven.URL, size, reads)
		if err != nil {
			return err
		}
		ratios = append(ratios, base.Seconds()/took.Seconds())
		rates = append(rates, float64(reads*rangeSize)/1e6/took.Seconds())
	}
	b.atLeast("range of 64 KiB by HTTP, proven over plain, cpu", 0.35, ratios, fmt.Sprintf(", %.0f MB/cpu-s", median(rates)))
	return nil
}

// timeFetch reads ranges and returns the processor time of both sides.
func (b *bench) timeFetch(url string, size, reads int) (time.Duration, error) {
	client := &http.Client{}
	defer client.CloseIdleConnections()
	before := cpu()
	for i := range reads {
		req, err := http.NewRequestWithContext(b.ctx, http.MethodGet, url, nil)
		if err != nil {
			return 0, err
		}
		at := i * 2654435761 % (size/rangeSize - 1) * rangeSize
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", at, at+rangeSize-1))
		resp, err := client.Do(req)
		if err != nil {
			return 0, err
		}
		n, err := io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if err != nil || n != rangeSize {
			return 0, fmt.Errorf("range: %d bytes, %v", n, err)
		}
	}
	return cpu() - before, nil
}
