// Package sftptest is an SSH server for tests, with files in a directory and faults that are switched on.
package sftptest

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"net"
	"path/filepath"
	"sync"
	"testing"

	wire "github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"
)

// Faults are what a server does wrong.
type Faults struct {
	Plain     bool // it knows no extension, and renames to free names only
	Full      bool // it cannot write
	Silent    bool // it takes what is asked and does not answer
	CutWrites int  // the connection breaks at the write of this number; 0 for none
	CutReads  int  // the same for what is read
}

// Server is an SSH server.
type Server struct {
	Endpoint string // host and port
	Dir      string // with the files

	t        testing.TB
	listener net.Listener
	mu       sync.Mutex
	host     ssh.Signer
	second   ssh.Signer      // another host key; nil for none
	allowed  map[string]bool // keys that may sign in; nil for every key
	faults   Faults
	open     map[net.Conn]bool
	made     int  // connections that signed in
	refusals int  // of keys
	asked    bool // for more than files
}

// Start begins to serve on a port of this machine until the test ends. Every key may sign in.
func Start(t testing.TB) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Endpoint: l.Addr().String(), Dir: t.TempDir(), t: t, listener: l, open: map[net.Conn]bool{}}
	s.ChangeHostKey()
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { s.serve(conn) })
		}
	})
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		s.Cut()
		serving.Wait()
	})
	return s
}

// Address is the target at a path below the directory.
func (s *Server) Address(path string) string {
	return "sftp://backup@" + s.Endpoint + filepath.Join(s.Dir, path)
}

// ChangeHostKey gives the server another host key, for the next connections.
func (s *Server) ChangeHostKey() {
	s.t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		s.t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.host = signer
}

// AddHostKey gives the server a second host key, of another type, and returns the line that accepts it.
func (s *Server) AddHostKey() string {
	s.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		s.t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.second = signer
	return knownhosts.Line([]string{s.Endpoint}, signer.PublicKey()) + "\n"
}

// KnownHosts is the line that accepts the host key.
func (s *Server) KnownHosts() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return knownhosts.Line([]string{s.Endpoint}, s.host.PublicKey()) + "\n"
}

// Fingerprint is that of the host key.
func (s *Server) Fingerprint() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return ssh.FingerprintSHA256(s.host.PublicKey())
}

// Allow lets only the keys of these lines of authorized_keys sign in.
func (s *Server) Allow(lines ...string) {
	s.t.Helper()
	allowed := map[string]bool{}
	for _, line := range lines {
		key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(line))
		if err != nil {
			s.t.Fatal(err)
		}
		allowed[string(key.Marshal())] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.allowed = allowed
}

// Break switches faults on, also for what is connected; the zero value switches them off.
func (s *Server) Break(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = f
}

// Cut breaks all connections.
func (s *Server) Cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.open {
		_ = conn.Close() // the client may have been first
	}
}

// Connections returns how many are open, and how many were made.
func (s *Server) Connections() (open, made int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open), s.made
}

// Refusals returns how often a key was refused.
func (s *Server) Refusals() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refusals
}

// IsAskedForMore reports whether a client ever asked for a command, a shell or anything but files.
func (s *Server) IsAskedForMore() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

func (s *Server) config() *ssh.ServerConfig {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &ssh.ServerConfig{PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.allowed != nil && !s.allowed[string(key.Marshal())] {
			s.refusals++
			return nil, errors.New("not this key")
		}
		return nil, nil
	}}
	c.AddHostKey(s.host)
	if s.second != nil {
		c.AddHostKey(s.second)
	}
	return c
}

func (s *Server) serve(conn net.Conn) {
	s.mu.Lock()
	s.open[conn] = true
	s.mu.Unlock()
	defer func() {
		_ = conn.Close() // it may be cut
		s.mu.Lock()
		delete(s.open, conn)
		s.mu.Unlock()
	}()
	_, channels, requests, err := ssh.NewServerConn(conn, s.config())
	if err != nil {
		return // a test with a wrong key
	}
	s.mu.Lock()
	s.made++
	s.mu.Unlock()
	var all sync.WaitGroup
	all.Go(func() { ssh.DiscardRequests(requests) })
	for offer := range channels {
		if offer.ChannelType() != "session" {
			s.noteMore()
			_ = offer.Reject(ssh.UnknownChannelType, "only files")
			continue
		}
		channel, asked, err := offer.Accept()
		if err != nil {
			break
		}
		all.Go(func() { s.serveChannel(conn, channel, asked) })
	}
	all.Wait()
}

func (s *Server) noteMore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = true
}

func (s *Server) serveChannel(conn net.Conn, channel ssh.Channel, asked <-chan *ssh.Request) {
	var files sync.WaitGroup
	for r := range asked {
		ok := r.Type == "subsystem" && string(r.Payload[4:]) == "sftp"
		if !ok {
			s.noteMore()
		}
		if r.WantReply {
			_ = r.Reply(ok, nil)
		}
		if ok {
			files.Go(func() { s.serveFiles(conn, channel) })
		}
	}
	files.Wait()
}

// serveFiles has the files served, with the faults between the two.
func (s *Server) serveFiles(conn net.Conn, channel ssh.Channel) {
	inner, outer := net.Pipe()
	server, err := wire.NewServer(inner, wire.WithServerWorkingDirectory(s.Dir))
	if err != nil {
		s.t.Error(err)
		return
	}
	f := &filter{s: s, conn: conn, client: channel, server: outer}
	var all sync.WaitGroup
	all.Go(func() { _ = server.Serve(); _ = inner.Close() })
	all.Go(func() { f.passAnswers(); _ = channel.Close() })
	f.passQuestions()
	_ = outer.Close()
	all.Wait()
}
