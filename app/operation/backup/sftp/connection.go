package sftp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	wire "github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

const (
	dialWait    = 30 * time.Second // for the connection, its keys and the sign-in together
	stalledWait = time.Minute      // without a byte while something is asked
	maxLeft     = 100

	// Many servers lock a client out that offers a wrong key more than a few times in ten minutes.
	firstPause = time.Minute
	maxPause   = 10 * time.Minute
)

var (
	errStalled = errors.New("the SSH server did not answer for a minute")
	errLost    = errors.New("the connection to the SSH server broke")
	errUnused  = errors.New("the connection to the SSH server was not needed")
)

// RefusedError reports that a server does not let the key in.
type RefusedError struct {
	Address *Address
	Line    string // public line of the key
}

// Error implements error.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("%s does not let the account %q in with the SSH key of this appliance: put this line into the file "+
		".ssh/authorized_keys of the account there: %s", e.Address.Endpoint(), e.Address.User, e.Line)
}

// Connection reaches a server. It is made when it is needed, made anew after it broke, and ended when nothing needed it for a minute.
// Any number of operations may use it at a time.
type Connection struct {
	address  *Address
	settings Settings
	idle     time.Duration // how long the server may be silent
	left     chan string   // files at the server that were given up and could not be deleted
	turn     chan struct{} // who holds it looks at current, or dials
	current  *session

	first, pause time.Duration // after a key was refused: the first one, and the last one
	refused      *RefusedError // of the last sign-in; nil for one that went well
	until        time.Time     // nobody signs in before
}

// NewConnection prepares to reach a server.
func NewConnection(a *Address, s Settings) *Connection {
	return &Connection{address: a, settings: s, idle: stalledWait, turn: make(chan struct{}, 1), left: make(chan string, maxLeft),
		first: firstPause}
}

// Address is what the connection reaches.
func (c *Connection) Address() *Address { return c.address }

// acquire returns a session, which the caller releases.
func (c *Connection) acquire(ctx context.Context) (*session, error) {
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { <-c.turn }()
	if c.current != nil && c.current.acquire() {
		return c.current, nil
	}
	if c.refused != nil && time.Now().Before(c.until) {
		return nil, c.refused
	}
	c.refused = nil
	s, err := c.dial(ctx)
	if errors.As(err, &c.refused) {
		c.pause = min(max(c.first, 2*c.pause), maxPause)
		c.until = time.Now().Add(c.pause)
	}
	if err != nil {
		return nil, err
	}
	s.acquire()
	c.current, c.pause = s, 0
	return s, nil
}

// run does something that may be done twice: once more when the connection broke, over a new one.
func (c *Connection) run(ctx context.Context, do func(*session) error) error {
	for again := true; ; again = false {
		s, err := c.acquire(ctx)
		if err != nil {
			return err
		}
		err = do(s)
		s.release()
		if !again || !errors.Is(err, errLost) || ctx.Err() != nil {
			return err
		}
	}
}

// dial connects and signs in.
func (c *Connection) dial(ctx context.Context) (*session, error) {
	signer, err := c.settings.loadSigner()
	if err != nil {
		return nil, err
	}
	known, err := c.settings.loadHostKeys()
	if err != nil {
		return nil, err
	}
	var refused error
	config := &ssh.ClientConfig{
		User: c.address.User, Auth: []ssh.AuthMethod{ssh.PublicKeys(signer)}, HostKeyAlgorithms: known.listAlgorithms(c.address),
		HostKeyCallback: func(host string, remote net.Addr, key ssh.PublicKey) error {
			refused = known.explain(c.address, key, known.check(host, remote, key))
			return refused
		},
	}
	conn, err := dialServer(ctx, c.address)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() }) // the dial says that it ended
	s, err := newSession(&meteredConn{Conn: conn}, c.address.Endpoint(), config, c.idle)
	if !stop() && err == nil {
		s.end(errLost)
		return nil, context.Cause(ctx)
	}
	switch {
	case err == nil:
		return s, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case refused != nil:
		return nil, refused
	case strings.Contains(err.Error(), "unable to authenticate"): // the package has no type for it
		return nil, &RefusedError{Address: c.address, Line: c.settings.formatLine(signer.PublicKey())}
	case strings.Contains(err.Error(), "no common algorithm for host key"):
		return nil, fmt.Errorf("%s has no host key of the type that was accepted in %s; if its administrator exchanged it, run: "+
			"anbar backup trust %s %s", c.address.Endpoint(), c.settings.KnownHosts, QuoteWord(c.address.String()), c.settings.Flags)
	}
	return nil, fmt.Errorf("reach the SSH server %s: %w", c.address.Endpoint(), err)
}

// dialServer opens a connection that ends by itself when the server does not come to an end with its greeting.
func dialServer(ctx context.Context, a *Address) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: dialWait}).DialContext(ctx, "tcp", a.Endpoint())
	if err != nil {
		return nil, fmt.Errorf("reach the SSH server %s: %w", a.Endpoint(), err)
	}
	return conn, conn.SetDeadline(time.Now().Add(dialWait))
}

// newSession signs in over a connection, and opens the subsystem. It closes the connection when that fails.
func newSession(conn *meteredConn, endpoint string, config *ssh.ClientConfig, idle time.Duration) (*session, error) {
	over, channels, requests, err := ssh.NewClientConn(conn, endpoint, config)
	if err != nil {
		return nil, errors.Join(err, closeQuietly(conn))
	}
	client := ssh.NewClient(over, channels, requests)
	files, err := wire.NewClient(client, wire.UseConcurrentWrites(true))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("it signed in, and the server gives no files (is its sftp subsystem off?): %w", err),
			closeQuietly(client))
	}
	if err := conn.SetDeadline(time.Time{}); err != nil {
		return nil, errors.Join(err, closeQuietly(client))
	}
	s := &session{conn: conn, ssh: client, files: files, idle: idle, ended: make(chan struct{}), calls: map[*time.Time]bool{}}
	s.start()
	return s, nil
}

// closeQuietly closes what may have been closed by the other side.
func closeQuietly(c io.Closer) error {
	if err := c.Close(); err != nil && !errors.Is(err, net.ErrClosed) && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}
