package downloads

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"anbar/app/base/fault"
)

// FuzzRange asks for any range of an archive: what comes has to be that stretch
// of it, or a refusal, and never an error of ours.
func FuzzRange(f *testing.F) {
	a, _ := someArchive(30, false)
	whole, err := io.ReadAll(a.newReader())
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{"bytes=0-0", "bytes=-1", "bytes=5-", "bytes=0-99999999", "bytes=9-3", "bytes=1-2,5-9",
		"bytes=18446744073709551615-", "items=0-1", "bytes=--1", "bytes= 1 - 2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, header string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Range", header)
		w := httptest.NewRecorder()
		in := a.newReader()
		refused := serveContent(w, r, time.Time{}, in)
		if err := in.Close(); err != nil {
			t.Fatal(err)
		}
		if errors.Is(refused, fault.RangeInvalid) {
			size := w.Header().Get("Content-Range") // none when the header makes no sense
			if w.Body.Len() > 0 || size != "" && size != fmt.Sprintf("bytes */%d", len(whole)) {
				t.Fatalf("%q: refused with %v and %d bytes", header, w.Header(), w.Body.Len())
			}
			return
		}
		switch w.Code {
		case http.StatusOK:
			if !bytes.Equal(w.Body.Bytes(), whole) {
				t.Fatalf("%q: not the whole", header)
			}
		case http.StatusPartialContent:
			var from, to, size int
			if n, _ := fmt.Sscanf(w.Header().Get("Content-Range"), "bytes %d-%d/%d", &from, &to, &size); n == 3 &&
				!bytes.Equal(w.Body.Bytes(), whole[from:to+1]) {
				t.Fatalf("%q: not bytes %d to %d", header, from, to)
			}
		default:
			t.Fatalf("%q: %d", header, w.Code)
		}
	})
}
