package upgrade

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"anbar/app/base/spool"

	"aead.dev/minisign"
)

// Trust says how it is known that a program is the right one.
type Trust struct {
	Key      string // minisign's public key of releases; empty for none
	Sum      string // SHA-256 that somebody has from elsewhere, in place of a signature
	Unsigned bool   // nothing is checked
}

const (
	sumsFile       = "SHA256SUMS"
	signatureFile  = sumsFile + ".minisig"
	maxProgram     = 1 << 30
	maxSums        = 1 << 20
	downloadTime   = 30 * time.Minute
	responseTime   = 30 * time.Second
	programPattern = "anbar-linux-"
)

// source is where a program and its sums come from.
type source struct {
	name    string // of the program, as the sums know it
	version string // that was asked for; empty for none
	clear   bool   // it comes over a connection that anybody on the way can change
	open    func(ctx context.Context, name string, limit int64) (io.ReadCloser, error)
}

// newSource understands a file, a URL, or the number of a version below a place of releases.
func newSource(from, releases, arch string) (*source, error) {
	version := ""
	switch {
	case strings.Contains(from, "://"):
	case strings.ContainsAny(from, "/") || isFile(from):
		return &source{name: filepath.Base(from), open: func(_ context.Context, name string, _ int64) (io.ReadCloser, error) {
			return os.Open(filepath.Join(filepath.Dir(from), name))
		}}, nil
	case releases == "":
		return nil, fmt.Errorf("there is no file %q, and this program was built without a place of releases, where versions are found; "+
			"name a file or a URL", from)
	default:
		version = from
		from = strings.TrimSuffix(releases, "/") + "/" + url.PathEscape(from) + "/" + programPattern + arch
	}
	u, err := url.Parse(from)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || path.Base(u.Path) == "/" || path.Base(u.Path) == "." {
		return nil, fmt.Errorf("%q is no URL of a program, such as https://example.org/releases/anbar-linux-amd64", from)
	}
	get := func(ctx context.Context, name string, limit int64) (io.ReadCloser, error) {
		beside := *u
		beside.Path = path.Join(path.Dir(u.Path), name)
		return fetch(ctx, beside.String(), limit)
	}
	return &source{name: path.Base(u.Path), version: version, clear: u.Scheme == "http", open: get}, nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func fetch(ctx context.Context, address string, limit int64) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Timeout: downloadTime, Transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, ResponseHeaderTimeout: responseTime, TLSHandshakeTimeout: responseTime,
	}, CheckRedirect: checkRedirect}
	res, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		return nil, errors.Join(fmt.Errorf("%s answers %s", address, res.Status), res.Body.Close())
	}
	if res.ContentLength > limit {
		return nil, errors.Join(fmt.Errorf("%s has %d bytes, more than the %d that are taken", address, res.ContentLength, limit),
			res.Body.Close())
	}
	return res.Body, nil
}

const maxRedirects = 10

// checkRedirect refuses to leave an encrypted connection.
func checkRedirect(next *http.Request, via []*http.Request) error {
	if via[0].URL.Scheme == "https" && next.URL.Scheme != "https" {
		return fmt.Errorf("%s leads to %s, which is not encrypted", via[0].URL, next.URL)
	}
	if len(via) >= maxRedirects {
		return fmt.Errorf("%s leads on more than %d times", via[0].URL, maxRedirects)
	}
	return nil
}

// errClear is about programs that nothing vouches for and that come over http.
var errClear = errors.New("--unsigned takes no program over http://, as anybody on the way could exchange it; use https://, or name its " +
	"sum with --sha256")

// receive brings the program to a file, which is there only when all of it came and it is to be trusted.
func (s *source) receive(ctx context.Context, p *place, t *Trust) error {
	if s.clear && t.Unsigned && t.Sum == "" {
		return errClear
	}
	half := p.fresh() + ".part"
	if err := s.copy(ctx, half); err != nil {
		return errors.Join(fmt.Errorf("fetch the program: %w", err), removeIfThere(half))
	}
	sum, err := sumFile(half)
	if err == nil {
		err = s.check(ctx, sum, t)
	}
	if err != nil {
		return errors.Join(err, removeIfThere(half))
	}
	return p.rename(half, p.fresh())
}

func (s *source) copy(ctx context.Context, to string) error {
	in, err := s.open(ctx, s.name, maxProgram)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := removeIfThere(to); err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	n, err := io.Copy(out, io.LimitReader(in, maxProgram+1))
	if err == nil && n > maxProgram {
		err = fmt.Errorf("it is larger than the %d bytes that are taken", maxProgram)
	}
	return errors.Join(err, out.Chmod(0o755), out.Close()) // whatever the umask is: the service runs under another account
}

// check proves that a program of that sum may be trusted.
func (s *source) check(ctx context.Context, sum string, t *Trust) error {
	switch {
	case t.Sum != "":
		if !strings.EqualFold(strings.TrimSpace(t.Sum), sum) {
			return fmt.Errorf("the SHA-256 of the program is %s, not the one that you gave: it did not arrive whole, or is another one",
				sum)
		}
		return nil
	case t.Unsigned:
		return nil
	case t.Key == "":
		return errors.New("this program was built without the public key of releases, so it cannot check a signature; name the key with " +
			"--key FILE, or the sum that you trust with --sha256, or take the program as it is with --unsigned")
	}
	var key minisign.PublicKey
	if err := key.UnmarshalText([]byte(strings.TrimSpace(t.Key))); err != nil {
		return fmt.Errorf("the public key is none of minisign: %w", err)
	}
	sums, e1 := s.read(ctx, sumsFile)
	signature, e2 := s.read(ctx, signatureFile)
	if err := errors.Join(e1, e2); err != nil {
		return fmt.Errorf("the program comes with its sums in %s and their signature in %s, and these cannot be read: %w", sumsFile,
			signatureFile, err)
	}
	if !minisign.Verify(key, sums, signature) {
		return fmt.Errorf("the signature of %s is not by the key of releases; do not use this program", sumsFile)
	}
	return findSum(string(sums), s.name, sum)
}

func (s *source) read(ctx context.Context, name string) ([]byte, error) {
	in, err := s.open(ctx, name, maxSums)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return spool.ReadAll(in, maxSums)
}

// findSum looks for a file in sums as sha256sum writes them.
func findSum(sums, name, sum string) error {
	for line := range strings.Lines(sums) {
		words := strings.Fields(line)
		if len(words) != 2 || strings.TrimPrefix(words[1], "*") != name {
			continue
		}
		if words[0] != sum {
			return fmt.Errorf("the signed %s has another sum for %s: it did not arrive whole, or is another program", sumsFile, name)
		}
		return nil
	}
	return fmt.Errorf("the signed %s does not name %s: it is the signature of other files", sumsFile, name)
}
