package decode

import (
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"anbar/app/base/limits"
	"anbar/decode/unpack"
)

// archiveLies are answers of a hostile decoder about an archive.
func archiveLies() map[string]func() {
	return map[string]func(){
		"no list": func() {
			_ = SendFrame(os.Stdout, FramePiece, []byte("\xff\xff\xff\x7fabc"))
			_ = SendFrame(os.Stdout, FrameDone, []byte("{}"))
		},
		"no facts":    func() { _ = SendFrame(os.Stdout, FrameDone, []byte("[")) },
		"odd refusal": func() { _ = SendFrame(os.Stdout, FrameArchiveError, []byte{99}) },
		"too much":    func() { _ = SendFrame(os.Stdout, FramePiece, make([]byte, 100)); _ = SendFrame(os.Stdout, FrameDone) },
		"too little":  func() { _ = SendFrame(os.Stdout, FramePiece, make([]byte, 3)); _ = SendFrame(os.Stdout, FrameDone) },
		"a list without end": func() {
			for SendFrame(os.Stdout, FramePiece, make([]byte, BlockSize)) == nil {
				continue
			}
		},
	}
}

func liar(t *testing.T, how string) *Decoders {
	return &Decoders{dir: t.TempDir(), archives: newPool(limits.Archives(), soleWorker(t, "lies", how))}
}

func TestLiesAboutArchives(t *testing.T) {
	for _, how := range []string{"no facts", "odd refusal", "a list without end"} {
		if _, err := liar(t, how).OpenArchive(t.Context(), limits.Owner{}, of([]byte("x")), false); !errors.Is(err, ErrContent) {
			t.Errorf("%s: %v", how, err)
		}
	}
	a, err := liar(t, "no list").OpenArchive(t.Context(), limits.Owner{}, of([]byte("x")), false)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, _, err := a.ReadPage(0, 5); !errors.Is(err, ErrContent) {
		t.Errorf("a list that is none: %v", err)
	}
	for _, how := range []string{"too much", "too little"} {
		for _, size := range []int64{50, limits.UnpackSmall + 1} {
			if how == "too much" && size > 100 {
				continue
			}
			a.d = liar(t, how)
			r, err := a.OpenContent(t.Context(), unpack.Selection{Size: size})
			if err == nil {
				_, err = io.ReadAll(r)
				err = errors.Join(err, r.Close())
			}
			if !errors.Is(err, ErrContent) {
				t.Errorf("%s of %d: %v", how, size, err)
			}
		}
	}
}

// TestAnArchiveWithoutProgress ends, however often its decoder asks for the same.
func TestAnArchiveWithoutProgress(t *testing.T) {
	l := soleWorker(t, "lies", "asks for ever")
	began := time.Now()
	_, _, err := l.run(t.Context(), of([]byte("x")), Job{Work: List, Time: 300 * time.Millisecond})
	if !errors.Is(err, ErrSlow) && !errors.Is(err, errStarved) {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}
