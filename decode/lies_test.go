package decode

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"anbar/app/base/limits"
	"anbar/db"
	"anbar/decode/extract"
	"anbar/decode/sizes"
	"anbar/stories/testdata/hostile"
)

// Lie is a hostile decoder: how selects its answers.
func Lie(how string) {
	if how == "says nothing at all" {
		time.Sleep(time.Hour)
	}
	if how == "is another program" {
		_, _ = io.WriteString(os.Stdout, "PASS\nok\n")
		return
	}
	if how == "stays for a minute" {
		time.Sleep(time.Minute)
		return
	}
	_ = SendFrame(os.Stdout, FrameReady)
	if _, err := ReceiveJob(os.Stdin); err != nil {
		return
	}
	answers := map[string]func(){
		"says much":  func() { _, _ = os.Stdout.Write([]byte{byte(FrameDone), 0xff, 0xff, 0xff, 0x7f}) },
		"no picture": func() { _ = SendFrame(os.Stdout, FrameDone, []byte("<script>")) },
		"large picture": func() {
			small := hostile.JPEG(image.NewGray(image.Rect(0, 0, 90, 90)))
			_ = SendFrame(os.Stdout, FrameDone, sizes.Join([3][]byte{small, hostile.JPEG(image.NewGray(image.Rect(0, 0, 400,
				400))), small}))
		},
		"two pictures": func() {
			small := hostile.JPEG(image.NewGray(image.Rect(0, 0, 90, 90)))
			_ = SendFrame(os.Stdout, FrameDone, sizes.Join([3][]byte{small, small, nil}))
		},
		"long text": func() {
			_ = SendFrame(os.Stdout, FrameDone, bytes.Repeat([]byte("x"), limits.DecodeText+extract.MaxOverrun+1))
		},
		"turned lines": func() { _ = SendFrame(os.Stdout, FrameDone, []byte("a\u202eb")) },
		"many lines":   func() { _ = SendFrame(os.Stdout, FrameDone, bytes.Repeat([]byte("a\n"), limits.Lines+1)) },
		"no lines":     func() { _ = SendFrame(os.Stdout, FrameDone) },
		"lines":        func() { _ = SendFrame(os.Stdout, FrameDone, []byte("a\n\nb")) },
		"odd text":     func() { _ = SendFrame(os.Stdout, FrameDone, []byte("a\xffb")) },
		"odd message":  func() { _ = SendFrame(os.Stdout, Frame('?')) },
		"ends":         func() {},
		"answers and ends": func() {
			_ = SendFrame(os.Stdout, FrameDone, []byte("whole"))
			os.Exit(0)
		},
		"asks and is killed": func() {
			_ = SendRequest(os.Stdout, 0, BlockSize)
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		},
		"leaves another process": func() {
			other := exec.Command("/proc/self/exe", Command, "lies", "stays for a minute")
			other.Stdout, other.SysProcAttr = os.Stdout, &syscall.SysProcAttr{Setsid: true}
			if err := other.Start(); err != nil {
				panic(err)
			}
			os.Exit(0)
		},
		"sleeps": func() { time.Sleep(time.Hour) },
		"asks for more": func() {
			for _, ask := range [][2]uint64{{1 << 63, 5}, {1 << 40, 5}, {0, 0xffffffff}} {
				b := binary.LittleEndian.AppendUint64(nil, ask[0])
				_ = SendFrame(os.Stdout, FrameRequest, append(binary.LittleEndian.AppendUint32(b, uint32(ask[1])), 0))
				if _, got, err := ReceiveFrame(os.Stdin, nil, 1<<30); err != nil || len(got) > BlockSize {
					return
				}
			}
			_ = SendFrame(os.Stdout, FrameDone, []byte("asked"))
		},
		"asks for ever": func() {
			for SendFrame(os.Stdout, FrameRequest, make([]byte, requestSize)) == nil {
				if _, _, err := ReceiveFrame(os.Stdin, nil, 1<<30); err != nil {
					return
				}
			}
		},
	}
	for name, lie := range mergeLies() {
		answers[name] = lie
	}
	for name, lie := range archiveLies() {
		answers[name] = lie
	}
	answers[how]()
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func soleWorker(t *testing.T, args ...string) *worker {
	l := newWorker(slog.New(slog.NewTextHandler(t.Output(), nil)), niceLowest, args...)
	t.Cleanup(func() {
		if err := l.close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func of(b []byte) Content { return Content{From: bytes.NewReader(b), Size: int64(len(b))} }

func TestLiesAreNoAnswers(t *testing.T) {
	for _, c := range []struct {
		how     string
		picture bool
		want    error
		text    string
	}{
		{how: "says much", want: ErrContent}, {how: "no picture", picture: true, want: ErrContent},
		{how: "large picture", picture: true, want: ErrContent}, {how: "two pictures", picture: true, want: ErrContent},
		{how: "long text", want: ErrContent}, {how: "odd text", text: "a\ufffdb"}, {how: "odd message", want: ErrContent},
		{how: "asks for more", text: "asked"},
	} {
		d := &Decoders{documents: soleWorker(t, "lies", c.how)}
		var text string
		var err error
		if content := of(make([]byte, 1<<20)); c.picture {
			_, err = d.MakeThumbnails(t.Context(), content, "image/jpeg")
		} else {
			text, err = d.ExtractText(t.Context(), content, extract.Plain)
		}
		if !errors.Is(err, c.want) || text != c.text {
			t.Errorf("%s: %q, %v", c.how, text, err)
		}
	}
	l := soleWorker(t, "lies", "is another program")
	if _, _, err := l.run(t.Context(), of(nil), Job{Time: time.Second}); err == nil || errors.Is(err, ErrContent) ||
		!strings.Contains(err.Error(), "does not answer") {
		t.Errorf("another program: %v", err)
	}
}

func TestLinesThatNoDecoderGivesAreRefused(t *testing.T) {
	for how, want := range map[string]string{"turned lines": "", "many lines": "", "no lines": "", "odd text": "", "lines": "a\n\nb"} {
		d := &Decoders{documents: soleWorker(t, "lies", how)}
		got, err := d.ReadFirstLines(t.Context(), of([]byte("words")))
		if got != want || errors.Is(err, ErrContent) != (want == "") {
			t.Errorf("%s: %q, %v", how, got, err)
		}
	}
}

func TestTimeIsUp(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	const short = 300 * time.Millisecond
	busy := soleWorker(t, "lies", "asks for ever")
	if _, _, err := busy.run(t.Context(), of([]byte("x")), Job{Time: short}); !errors.Is(err, ErrSlow) && !errors.Is(err, errStarved) {
		t.Errorf("who asks for ever: %v", err)
	}
	idle := soleWorker(t, "lies", "sleeps")
	idle.timeout = short
	if _, _, err := idle.run(t.Context(), of([]byte("x")), Job{Time: short}); !errors.Is(err, errStarved) || errors.Is(err, ErrContent) {
		t.Errorf("who gets no time of the processor: %v", err)
	}
	pdfs := soleWorker(t, PDFs, t.TempDir())
	for range 2 {
		if _, _, err := pdfs.run(t.Context(), of(hostile.Endless(0)), Job{Time: short}); !errors.Is(err, ErrSlow) {
			t.Errorf("an endless document: %v", err)
		}
	}
	if _, _, err := pdfs.run(t.Context(), of(hostile.PDF(hostile.FourColours)), Job{Time: limits.DecodeTime}); err != nil {
		t.Errorf("the next one: %v", err)
	}
}

// TestASlowPictureIsNotReadForItsText: a blob's time is taken once.
func TestASlowPictureIsNotReadForItsText(t *testing.T) {
	var d Decoders
	h := db.Hash{1}
	d.slow.add(h)
	if _, err := d.ExtractText(t.Context(), Content{Hash: h}, extract.PDF); !errors.Is(err, ErrSlow) {
		t.Error(err)
	}
	for i := range maxSlow {
		d.slow.add(db.Hash{2, byte(i), byte(i >> 8)})
	}
	if d.slow.has(h) || len(d.slow.known) != maxSlow {
		t.Errorf("%d are remembered", len(d.slow.known))
	}
}

// TestAnAnswerOutlivesItsDecoder reads an answer after the process was waited for.
func TestAnAnswerOutlivesItsDecoder(t *testing.T) {
	c, _, err := startChild(t.Context(), niceLowest, []string{Command, "lies", "answers and ends"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.stop()
	if err := SendJob(c.in, Job{}); err != nil {
		t.Fatal(err)
	}
	<-c.exited
	if f, b, err := ReceiveFrame(c.out, nil, maxAnswer); err != nil || f != FrameDone || string(b) != "whole" {
		t.Errorf("%c %q, %v", f, b, err)
	}
}

// afterEnd is a blob whose end is read only when the decoder that asks for it is gone.
type afterEnd struct{ *child }

// ReadAt implements io.ReaderAt.
func (a afterEnd) ReadAt(p []byte, at int64) (int, error) {
	if at > 0 {
		<-a.exited
	}
	return len(p), nil
}

// TestAKilledDecoderIsKnownAfterItsEnd writes to a decoder after the process was waited for.
func TestAKilledDecoderIsKnownAfterItsEnd(t *testing.T) {
	c, _, err := startChild(t.Context(), niceLowest, []string{Command, "lies", "asks and is killed"})
	if err != nil {
		t.Fatal(err)
	}
	c.timeout = time.Minute
	j := Job{Time: time.Minute}
	watch, stop := startWatchdog(t.Context(), c, j)
	_, err = (&exchange{child: c, content: Content{From: afterEnd{c}, Size: BlockSize + 1}, job: j, watch: watch}).run()
	stop()
	var lost *protocolError
	if !errors.As(err, &lost) {
		t.Fatal(err)
	}
	if died := c.reap(watch, lost); !died.killed {
		t.Errorf("%v", died)
	}
}

// TestALeftProcessHoldsNobodyUp has a decoder end and leave a process that keeps its output open.
func TestALeftProcessHoldsNobodyUp(t *testing.T) {
	l := soleWorker(t, "lies", "leaves another process")
	l.timeout = 300 * time.Millisecond
	began := time.Now()
	if _, _, err := l.run(t.Context(), of(nil), Job{Time: time.Second}); !errors.Is(err, errStarved) {
		t.Error(err)
	}
	if took := time.Since(began); took > 45*time.Second { // the other process stays for longer
		t.Errorf("it waited %v", took)
	}
}

// TestDecodersAreReplaced when they did their share, and end when nothing comes.
func TestDecodersAreReplaced(t *testing.T) {
	l := soleWorker(t, Documents)
	photo := hostile.JPEG(hostile.Quarters(64, 64))
	draw := func() int {
		if _, _, err := l.run(t.Context(), of(photo), Job{Time: limits.DecodeTime}); err != nil {
			t.Fatal(err)
		}
		if l.child == nil {
			return 0
		}
		return l.child.pid
	}
	first := draw()
	if again := draw(); again != first {
		t.Error("it is replaced after one document")
	}
	l.child.docs = limits.DecodeDocuments - 1
	if draw() != 0 {
		t.Error("it goes on for ever")
	}
	if draw() == first {
		t.Error("it came back")
	}
	l.child.served = limits.DecodeRead
	if draw() != 0 {
		t.Error("it reads for ever")
	}
	gone := func() int { draw(); return l.child.pid }()
	l.retireIdle()
	if l.child != nil {
		t.Error("it does not rest")
	}
	if _, err := os.Stat("/proc/" + strconv.Itoa(gone)); err == nil {
		t.Error("it rests and is still there")
	}
}
