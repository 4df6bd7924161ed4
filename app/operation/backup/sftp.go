package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/netip"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"anbar/app/base/panics"
	"anbar/app/operation/backup/sftp"
	"anbar/config"
	"anbar/db/replica"
)

// server is a target on another machine that is reached over SSH.
type server struct {
	to    *sftp.Connection
	bound atomic.Pointer[string]
}

// SSHSettings are those of the connections over SSH. Without files that are named, the appliance's own in its data directory serve.
func SSHSettings(s config.Storage, c config.SSH) sftp.Settings {
	host, err := os.Hostname()
	if err != nil {
		host = filepath.Base(s.Data)
	}
	own := sftp.Settings{Key: c.BackupSSHKey, KnownHosts: c.BackupSSHKnownHosts, Name: host}
	if own.Key == "" {
		own.Key, own.IsOwn = filepath.Join(s.SSH(), "id_ed25519"), true
	}
	own.Flags = "--data " + sftp.QuoteWord(s.Data)
	if own.KnownHosts == "" {
		own.KnownHosts = filepath.Join(s.SSH(), "known_hosts")
	} else {
		own.Flags += " --backup-ssh-known-hosts " + sftp.QuoteWord(own.KnownHosts)
	}
	return own
}

func openSFTP(name string, s config.Storage, c config.SSH) (Target, error) {
	a, err := sftp.ParseAddress(name)
	if err != nil {
		return nil, err
	}
	return &server{to: sftp.NewConnection(a, SSHSettings(s, c))}, nil
}

// CheckServer signs in at the server of a target over SSH, and fails with what an administrator has to do when that does not work. Other
// targets are not looked at.
func CheckServer(ctx context.Context, t Target) error {
	s, ok := t.(*server)
	if !ok {
		return nil
	}
	_, err := s.to.Stat(ctx, ".")
	if errors.Is(err, fs.ErrNotExist) { // the first copy makes it
		return nil
	}
	return err
}

// IsOnThisMachine reports whether the name of a target means a server that is this machine.
func IsOnThisMachine(name string) bool {
	a, err := sftp.ParseAddress(name)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(a.Host)
	return a.Host == "localhost" || err == nil && ip.IsLoopback()
}

// Bind implements Target.
func (s *server) Bind(copyID string) { s.bound.Store(&copyID) }

// checkIdentity fails with a GoneError when the directory is no longer the copy that it was bound to. Another disk that is mounted
// between this and a change has not the file that the change gives a name to; only a deletion may hit it, and then a name that the copy
// no longer needs.
func (s *server) checkIdentity(ctx context.Context) error {
	want := s.bound.Load()
	if want == nil {
		return nil
	}
	const most = 64 << 10
	b, err := s.to.ReadFile(ctx, identityKey, most)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("read the identity of %s: %w", s, err)
	}
	if err != nil || !bytes.Contains(b, []byte(*want)) {
		return &GoneError{Target: s.String()}
	}
	return nil
}

// Put implements Target.
func (s *server) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	_, err := s.to.Write(ctx, key, r, size, time.Time{}, s.checkIdentity)
	return err
}

// Create implements Target.
func (s *server) Create(ctx context.Context, key string, content []byte) error {
	return s.to.Create(ctx, key, content, s.checkIdentity)
}

// Get implements Target.
func (s *server) Get(ctx context.Context, key string) (io.ReadCloser, error) {
	return s.to.Open(ctx, key, 0)
}

// listsAtOnce are directories that are read ahead: most of the time of a list goes by on the way.
const listsAtOnce = 16

// List implements Target.
func (s *server) List(ctx context.Context, prefix string, fn func(string, int64) error) error {
	ctx, cancel := context.WithCancel(ctx) // ends what was read ahead in vain
	defer cancel()
	dir := path.Clean(prefix)
	if prefix == "" {
		dir = "."
	}
	all, err := s.to.List(ctx, dir)
	if len(all) == 0 && !strings.HasSuffix(prefix, "/") { // of a file servers say that it is none, or fail
		file, found := s.to.Stat(ctx, dir)
		switch {
		case found == nil && !file.IsDir():
			all, err, dir = []fs.FileInfo{file}, nil, path.Dir(dir)
		case found != nil && !errors.Is(found, fs.ErrNotExist):
			return errors.Join(err, found)
		}
	}
	if err != nil {
		return err
	}
	return s.walk(ctx, dir, all, fn)
}

// listing is a directory that is read ahead.
type listing struct {
	files []fs.FileInfo
	err   error
	done  chan struct{}
}

func (s *server) readAhead(ctx context.Context, dir string) *listing {
	l := &listing{done: make(chan struct{})}
	go func() {
		defer close(l.done)
		l.err = panics.Catch(func() (err error) {
			l.files, err = s.to.List(ctx, dir)
			return err
		})
	}()
	return l
}

// walk calls fn for what is in a directory that was read.
func (s *server) walk(ctx context.Context, dir string, all []fs.FileInfo, fn func(string, int64) error) error {
	ahead := map[int]*listing{}
	next := 0 // the first directory that is not read ahead
	for i, e := range all {
		for ; next < len(all) && len(ahead) < listsAtOnce; next++ {
			if all[next].IsDir() && next >= i {
				ahead[next] = s.readAhead(ctx, path.Join(dir, all[next].Name()))
			}
		}
		key := path.Join(dir, e.Name())
		if err := ctx.Err(); err != nil {
			return err
		}
		if l := ahead[i]; l != nil {
			<-l.done // what it waits for ends with ctx
			delete(ahead, i)
			if l.err != nil {
				return l.err
			}
			if err := s.walk(ctx, key, l.files, fn); err != nil {
				return err
			}
		} else if !sftp.IsPartial(key) {
			if err := fn(key, e.Size()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Delete implements Target.
func (s *server) Delete(ctx context.Context, key string) error {
	if err := s.checkIdentity(ctx); err != nil {
		return err
	}
	return s.to.Remove(ctx, key)
}

// Replica implements Target.
func (s *server) Replica(prefix string) replica.Target {
	return replica.Target{Server: &serverFiles{s}, Folder: prefix}
}

// String implements Target.
func (s *server) String() string { return s.to.Address().String() }

// sweep removes unfinished files below a prefix, and empty directories, but for those that stays names.
func (s *server) sweep(ctx context.Context, prefix string, stays func(key string) bool) error {
	if err := s.checkIdentity(ctx); err != nil {
		return err
	}
	_, err := s.sweepDir(ctx, path.Clean(prefix), stays)
	return err
}

// sweepDir reports whether nothing is left.
func (s *server) sweepDir(ctx context.Context, dir string, stays func(key string) bool) (empty bool, err error) {
	all, err := s.to.List(ctx, dir)
	if err != nil {
		return false, err
	}
	empty = true
	for _, e := range all {
		key := path.Join(dir, e.Name())
		gone := false
		switch {
		case stays(key):
		case e.IsDir():
			gone, err = s.sweepDir(ctx, key, stays)
		case sftp.IsPartial(key):
			gone, err = true, s.to.Remove(ctx, key)
		}
		if err != nil {
			return false, err
		}
		empty = empty && gone
	}
	if empty {
		err = s.to.Remove(ctx, dir)
	}
	return empty, err
}

// restrictAccessThere takes from other accounts of a server what they may do with the copies.
func restrictAccessThere(ctx context.Context, t Target) error {
	if sealed, ok := t.(*sealedTarget); ok {
		t = sealed.Target
	}
	s, ok := t.(*server)
	if !ok {
		return nil
	}
	for _, name := range closedNames {
		if err := s.to.RestrictAccess(ctx, name); err != nil {
			return fmt.Errorf("close the copies at %s to others: %w", s, err)
		}
	}
	return nil
}

// serverFiles are the files of the database at a server.
type serverFiles struct{ s *server }

// List implements replica.Server.
func (f *serverFiles) List(ctx context.Context, dir string) ([]fs.FileInfo, error) {
	return f.s.to.List(ctx, dir)
}

// Open implements replica.Server.
func (f *serverFiles) Open(ctx context.Context, name string, offset int64) (io.ReadCloser, error) {
	return f.s.to.Open(ctx, name, offset)
}

// Write implements replica.Server.
func (f *serverFiles) Write(ctx context.Context, name string, made time.Time, r io.Reader) (int64, error) {
	return f.s.to.Write(ctx, name, r, -1, made, f.s.checkIdentity)
}

// Remove implements replica.Server.
func (f *serverFiles) Remove(ctx context.Context, names ...string) error {
	if err := f.s.checkIdentity(ctx); err != nil {
		return err
	}
	for _, name := range names {
		if err := f.s.to.Remove(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// RemoveAll implements replica.Server.
func (f *serverFiles) RemoveAll(ctx context.Context, dir string) error {
	if err := f.s.checkIdentity(ctx); err != nil {
		return err
	}
	return f.s.to.RemoveAll(ctx, dir)
}
