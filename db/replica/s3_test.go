package replica

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"
)

// TestAServiceThatFallsSilentIsGivenUp has one stop in the middle of what it sends, and one that takes slowly for longer than that.
func TestAServiceThatFallsSilentIsGivenUp(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	received := make(chan int, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		n := 0
		for b := make([]byte, 32<<10); n < 1<<20; time.Sleep(10 * time.Millisecond) { // slowly, and a byte back at the end
			m, err := c.Read(b)
			if n += m; err != nil {
				return
			}
		}
		received <- n
		_, _ = io.WriteString(c, "half")
		time.Sleep(time.Minute)
	}()
	const longest = time.Second
	var d net.Dialer
	c, err := endSilence(d.DialContext, longest)(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	read := make(chan error, 1)
	got := make([]byte, 4)
	go func() { // as an HTTP client does, which waits for the answer while it still sends
		_, err := io.ReadFull(c, got)
		read <- err
	}()
	if n, err := c.Write(make([]byte, 1<<20)); n != 1<<20 || err != nil {
		t.Fatalf("%d, %v", n, err)
	}
	if err := <-read; err != nil || string(got) != "half" || <-received < 1<<20 {
		t.Fatalf("%q, %v", got, err)
	}
	begin := time.Now()
	_, err = c.Read(got)
	if !errors.Is(err, os.ErrDeadlineExceeded) || !strings.Contains(err.Error(), "silent") || time.Since(begin) > 10*time.Second {
		t.Errorf("%v after %s", err, time.Since(begin))
	}
	if _, err := endSilence(d.DialContext, longest)(context.Background(), "tcp", "127.0.0.1:1"); err == nil {
		t.Error("nobody listens there")
	}
}
