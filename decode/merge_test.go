package decode

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"anbar/app/base/limits"
	"anbar/decode/refusal"
)

// mergeLies are decoders that make documents, honest ones and others.
func mergeLies() map[string]func() {
	piece := bytes.Repeat([]byte("p"), BlockSize)
	return map[string]func(){
		"copies the parts": func() {
			for blob := range 3 {
				_ = SendRequest(os.Stdout, blob, 0)
				_, got, err := ReceiveFrame(os.Stdin, nil, BlockSize)
				if err != nil || SendFrame(os.Stdout, FramePiece, got) != nil {
					return
				}
			}
			_ = SendFrame(os.Stdout, FrameDone)
		},
		"makes for ever": func() {
			for range limits.MergedBytes/BlockSize + 1 {
				if SendFrame(os.Stdout, FramePiece, piece) != nil {
					return
				}
			}
			_ = SendFrame(os.Stdout, FrameDone)
		},
		"makes half": func() {
			_ = SendFrame(os.Stdout, FramePiece, piece)
			_ = SendFrame(os.Stdout, FrameUndecodable, []byte("broken off"))
		},
		"ends in the middle": func() { _ = SendFrame(os.Stdout, FramePiece, piece); os.Exit(3) },
		"is killed once": func() {
			_ = SendFrame(os.Stdout, FramePiece, []byte("half "))
			_ = SendRequest(os.Stdout, 1, 0)
			if _, got, err := ReceiveFrame(os.Stdin, nil, BlockSize); err != nil || string(got) == "kill" {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			}
			_ = SendFrame(os.Stdout, FramePiece, []byte("whole"))
			_ = SendFrame(os.Stdout, FrameDone)
		},
		"bars": func() {
			_ = SendFrame(os.Stdout, FrameRefusal, []byte{byte(refusal.Macros)}, []byte("it has programs"))
		},
		"bars for no reason":  func() { _ = SendFrame(os.Stdout, FrameRefusal, []byte{200}) },
		"sends a large piece": func() { _ = SendFrame(os.Stdout, FramePiece, append(piece, 'x')) },
		"asks for another blob": func() {
			_ = SendRequest(os.Stdout, 9, 0)
			_, _, _ = ReceiveFrame(os.Stdin, nil, 1)
			_ = SendFrame(os.Stdout, FrameDone)
		},
	}
}

func merger(t *testing.T, how string) *Decoders {
	return &Decoders{
		merges: newPool(limits.Merges(), soleWorker(t, "lies", how)), previews: newPool(limits.Previews(), soleWorker(t, "lies", how)),
		dir: t.TempDir(),
	}
}

func TestAMergedDocumentComesWholeOrNotAtAll(t *testing.T) {
	for _, c := range []struct {
		how, want string
		err       error
		code      refusal.Code
	}{
		{how: "copies the parts", want: "onetwothree"}, {how: "asks for another blob"},
		{how: "makes for ever", err: ErrContent, code: refusal.TooLarge}, {how: "makes half", err: ErrContent},
		{how: "ends in the middle", err: ErrKilled}, {how: "sends a large piece", err: ErrContent},
		{how: "bars", err: ErrContent, code: refusal.Macros}, {how: "bars for no reason", err: ErrContent},
	} {
		d := merger(t, c.how)
		var out strings.Builder
		err := d.Merge(t.Context(), limits.Owner{Person: 1}, EditWord, of([]byte("one")), []Content{of([]byte("two")),
			of([]byte("three"))}, &out)
		if !errors.Is(err, c.err) || out.String() != c.want {
			t.Errorf("%s: %d bytes, %v", c.how, out.Len(), err)
		}
		var bar *refusal.Error
		if errors.As(err, &bar) != (c.code != 0) || bar != nil && bar.Code != c.code {
			t.Errorf("%s: refused for %v", c.how, bar)
		}
		if left, err := os.ReadDir(d.dir); err != nil || len(left) > 0 {
			t.Errorf("%s leaves %v, %v", c.how, left, err)
		}
	}
}

// onceOther has other bytes when it is read again.
type onceOther struct{ reads int }

// ReadAt implements io.ReaderAt.
func (o *onceOther) ReadAt(p []byte, _ int64) (int, error) {
	o.reads++
	return copy(p, map[bool]string{true: "kill", false: "live"}[o.reads == 1]), nil
}

// TestASecondDecoderBeginsAnew has the system kill a decoder in the middle of a document.
func TestASecondDecoderBeginsAnew(t *testing.T) {
	var out strings.Builder
	parts := []Content{{From: &onceOther{}, Size: 4}}
	err := merger(t, "is killed once").Merge(t.Context(), limits.Owner{Person: 1}, EditWord, of(nil), parts, &out)
	if err != nil || out.String() != "half whole" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestOtherWorksMakeNoDocument has a decoder send pieces that nobody asked for.
func TestOtherWorksMakeNoDocument(t *testing.T) {
	err := merger(t, "makes half").CheckEditable(t.Context(), limits.Owner{Person: 1}, EditWord, of([]byte("one")))
	if !errors.Is(err, ErrContent) || !strings.Contains(err.Error(), "not asked for") {
		t.Error(err)
	}
	if err := merger(t, "bars").CheckEditable(t.Context(), limits.Owner{Person: 1}, EditWord, of(nil)); !errors.Is(err, ErrContent) {
		t.Error(err)
	}
}

func TestMergesAreBounded(t *testing.T) {
	d := merger(t, "copies the parts")
	big := Content{From: bytes.NewReader(nil), Size: limits.MergeSource + 1}
	var bar *refusal.Error
	err := d.Merge(t.Context(), limits.Owner{Person: 1}, EditWord, of(nil), []Content{big}, io.Discard)
	if !errors.As(err, &bar) || bar.Code != refusal.TooLarge {
		t.Error(err)
	}
	if err := d.CheckEditable(t.Context(), limits.Owner{Person: 1}, EditWord, big); !errors.As(err, &bar) || bar.Code != refusal.TooLarge {
		t.Error(err)
	}
	leave, err := d.merges.slots.Acquire(t.Context(), limits.Owner{Person: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	d.merges.slots.Waiting = 0
	err = d.Merge(t.Context(), limits.Owner{Person: 1}, EditWord, of(nil), nil, io.Discard)
	if !errors.Is(err, limits.ErrBusy) {
		t.Error(err)
	}
}
