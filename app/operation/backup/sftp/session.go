package sftp

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"anbar/app/base/panics"

	wire "github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// session is a connection that stands.
type session struct {
	conn  *meteredConn
	ssh   *ssh.Client
	files *wire.Client
	idle  time.Duration
	ended chan struct{}

	mu       sync.Mutex
	cause    error // why it ended; nil while it stands
	users    int
	lastUsed time.Time
	calls    map[*time.Time]bool // when those began that the server has not answered
	asking   bool                // whether the server is there
}

// meteredConn knows when it last moved a byte.
type meteredConn struct {
	net.Conn
	moved atomic.Int64
}

// Read implements net.Conn.
func (m *meteredConn) Read(p []byte) (int, error) {
	n, err := m.Conn.Read(p)
	m.moved.Store(time.Now().UnixNano())
	return n, err
}

// Write implements net.Conn.
func (m *meteredConn) Write(p []byte) (int, error) {
	n, err := m.Conn.Write(p)
	m.moved.Store(time.Now().UnixNano())
	return n, err
}

// acquire keeps the session from being ended as unused; false when it has ended.
func (s *session) acquire() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cause != nil {
		return false
	}
	s.users++
	return true
}

func (s *session) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users--
	s.lastUsed = time.Now()
}

// end closes the session; what is asked on it fails.
func (s *session) end(cause error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cause == nil {
		s.cause = cause
		close(s.ended)
		_ = s.conn.Close() // it is gone
	}
}

// reason is why the session ended; nil while it stands.
func (s *session) reason() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cause
}

// start watches over the session until it ends.
func (s *session) start() {
	s.lastUsed = time.Now()
	go func() {
		_ = panics.Catch(func() error { s.tend(); return nil })
		s.end(errLost)
	}()
	go func() {
		_ = panics.Catch(s.ssh.Wait)
		s.end(errLost)
	}()
}

// tend ends the session when the server does not answer, or when nobody needs it.
func (s *session) tend() {
	tick := time.NewTicker(s.idle / 4)
	defer tick.Stop()
	for {
		select {
		case <-s.ended:
			return
		case now := <-tick.C:
			if cause := s.judge(now); cause != nil {
				s.end(cause)
			}
		}
	}
}

// longest is how often the time in which a server may be silent one answer may last while others come.
const longest = 10

// judge returns why the session should end; nil when it should not. While nothing is asked it has the server asked whether it is there:
// what lies between the two forgets connections on which nothing moves.
func (s *session) judge(now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	moved := time.Unix(0, s.conn.moved.Load())
	for began := range s.calls {
		if now.Sub(*began) >= s.idle && now.Sub(moved) >= s.idle || now.Sub(*began) >= longest*s.idle {
			return errStalled
		}
	}
	if s.users == 0 && now.Sub(s.lastUsed) >= s.idle {
		return errUnused
	}
	if len(s.calls) == 0 && !s.asking {
		s.asking = true
		go func() { _ = panics.Catch(s.pingServer) }()
	}
	return nil
}

// pingServer asks the server whether it is there. An answer of any kind is one, and without one the session ends.
func (s *session) pingServer() error {
	err := s.call(context.Background(), func() error {
		_, _, err := s.ssh.SendRequest("keepalive@openssh.com", true, nil)
		return err
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asking = false
	return err
}

// call asks the server something, and returns when it answered, the session ended or ctx did. In the last case the question goes on
// until one of the others; what do shares with its caller is not to be touched then.
func (s *session) call(ctx context.Context, do func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	began := time.Now()
	s.mu.Lock()
	s.calls[&began] = true
	s.mu.Unlock()
	done := make(chan error, 1)
	go func() {
		err := panics.Catch(do)
		s.mu.Lock()
		delete(s.calls, &began)
		s.mu.Unlock()
		done <- err
	}()
	select {
	case err := <-done:
		return s.explain(err)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// fetchAnswer is call for what has an answer. One that comes after ctx has ended is dropped.
func fetchAnswer[T any](ctx context.Context, s *session, do func() (T, error)) (T, error) {
	answer := make(chan T, 1)
	var none T
	err := s.call(ctx, func() error {
		got, err := do()
		answer <- got
		return err
	})
	if err != nil {
		return none, err
	}
	return <-answer, nil
}

// explain says of the errors of a broken connection what happened to it, and ends it.
func (s *session) explain(err error) error {
	if err == nil || errors.As(err, new(*wire.StatusError)) {
		return err
	}
	if errors.Is(err, wire.ErrSSHFxConnectionLost) || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) || s.reason() != nil {
		s.end(errLost)
		return &lostError{s.reason()}
	}
	return err
}

// lostError is why an operation could not be ended.
type lostError struct{ reason error }

// Error implements error.
func (e *lostError) Error() string { return e.reason.Error() }

// Unwrap gives errLost for a connection that broke, and not for one whose server was silent: asking again would take as long. What the
// package says may be io.EOF, which would be read as the end of a file.
func (e *lostError) Unwrap() error { return e.reason }
