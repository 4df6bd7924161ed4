package stories

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"

	"anbar/decode"
	"anbar/decode/letter"
	"anbar/decode/source"
)

// poison is the file whose presence makes the decoders of a process vulnerable. It lies beside the
// program, because a decoder does not learn where temporary files are.
func poison(pid int) string {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%s-poison-%d", self, pid)
}

// poisoned is a decoder with two defects that mails use, if this process is to be one: no defect
// of the real one is known.
func poisoned() {
	if len(os.Args) < 3 || os.Args[1] != decode.Command || os.Args[2] != decode.Documents {
		return
	}
	if _, err := os.Stat(poison(os.Getppid())); err != nil {
		return
	}
	_ = decode.SendFrame(os.Stdout, decode.FrameReady) // a failure ends the next line
	for in := bufio.NewReader(os.Stdin); ; {
		j, err := decode.ReceiveJob(in)
		if err != nil {
			os.Exit(0)
		}
		for bytes.Contains(j.Head, []byte("X-Attack: hang")) {
		}
		if bytes.Contains(j.Head, []byte("X-Attack: crash")) {
			os.Exit(2)
		}
		if bytes.Contains(j.Head, []byte("X-Attack: fail")) {
			_ = decode.SendFrame(os.Stdout, decode.FrameFailed, []byte("on purpose"))
			continue
		}
		l, err := letter.Read(source.New(context.Background(), bytes.NewReader(j.Head), j.Size))
		if err != nil {
			os.Exit(3)
		}
		b, err := l.Encode()
		if err != nil {
			os.Exit(4)
		}
		_ = decode.SendFrame(os.Stdout, decode.FrameDone, b)
	}
}

// TestHostileMails runs beside no other story, for all decoders of this process are vulnerable
// meanwhile.
func TestHostileMails(t *testing.T) {
	name := poison(os.Getpid())
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(name) })
	t.Run("stories", func(t *testing.T) { tellAll(t, "testdata/alone") })
}
