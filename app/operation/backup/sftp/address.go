// Package sftp stores files on another machine over SSH. It speaks the subsystem sftp and runs no command there. It trusts no host key
// that nobody accepted, and signs in with a key of its own.
package sftp

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Scheme begins every address.
const Scheme = "sftp://"

// Address is a directory on another machine.
type Address struct {
	User, Host string
	Port       int
	Path       string // absolute, or relative to the directory of the account; "." for that directory itself
}

const (
	usualPort = 22
	form      = "sftp://user@host/path, or sftp://user@host:port/path"
)

// ErrPassword refuses an address with a password: addresses are shown, logged and kept.
var ErrPassword = errors.New("a password does not belong into the address of a target, which is shown and kept: the appliance signs in " +
	"with its SSH key, whose public line \"anbar backup key\" prints")

// IsAddress reports whether the name of a target means a place that is reached over SSH.
func IsAddress(name string) bool { return strings.HasPrefix(name, Scheme) }

// ParseAddress reads sftp://user@host[:port]/path. A path that begins with /~/ is relative to the directory of the account. %XX stands
// for a byte.
func ParseAddress(name string) (*Address, error) {
	rest, ok := strings.CutPrefix(name, Scheme)
	if !ok {
		return nil, fmt.Errorf("a target over SSH is written %s", form)
	}
	authority, file, _ := strings.Cut(rest, "/")
	at := strings.LastIndexByte(authority, '@')
	if at >= 0 && strings.Contains(authority[:at], ":") { // before anything that would repeat it
		return nil, ErrPassword
	}
	if at <= 0 {
		return nil, fmt.Errorf("%q names no account: a target over SSH is written %s", name, form)
	}
	user, err := url.PathUnescape(authority[:at])
	if err != nil || !isPrintable(user) {
		return nil, fmt.Errorf("%q names no account that there can be: a target over SSH is written %s", name, form)
	}
	a := &Address{User: user, Port: usualPort}
	if a.Host, a.Port, err = parseHost(authority[at+1:]); err != nil {
		return nil, fmt.Errorf("%q: %w", name, err)
	}
	if a.Path, err = parsePath(file); err != nil {
		return nil, fmt.Errorf("%q: %w", name, err)
	}
	return a, nil
}

var hostLike = regexp.MustCompile(`^[\pL\pN_]([\pL\pN_.-]*[\pL\pN_])?\.?$`)

// parseHost reads a name or an address, and the port behind it.
func parseHost(s string) (host string, port int, err error) {
	host, digits := s, strconv.Itoa(usualPort)
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		host = s[1 : len(s)-1]
	} else if strings.Contains(s, ":") {
		if host, digits, err = net.SplitHostPort(s); err != nil {
			return "", 0, errors.New("an address of IPv6 stands in brackets, as sftp://user@[2001:db8::1]/path")
		}
	}
	isBracketed := strings.HasPrefix(s, "[")
	ip, err := netip.ParseAddr(host)
	if isBracketed != (err == nil && ip.Is6()) || !isBracketed && !hostLike.MatchString(host) {
		return "", 0, fmt.Errorf("%q is no host: a target over SSH is written %s", host, form)
	}
	if port, err = strconv.Atoi(digits); err != nil || port < 1 || port > 65535 || digits != strconv.Itoa(port) {
		return "", 0, fmt.Errorf("%q is no port", digits)
	}
	return strings.ToLower(host), port, nil
}

// parsePath reads what follows the slash behind the host.
func parsePath(s string) (string, error) {
	file, err := url.PathUnescape(s)
	if err != nil || !isPrintable(file) {
		return "", errors.New("the path cannot be read: write %25 for a percent sign")
	}
	for part := range strings.SplitSeq(file, "/") {
		if part == ".." {
			return "", errors.New("the path goes up with \"..\": write where the directory lies")
		}
	}
	switch {
	case s == "~" || strings.HasPrefix(s, "~/"): // %7E is a tilde of a name
		return path.Clean("./" + strings.TrimLeft(file[1:], "/")), nil
	case strings.HasPrefix(s, "~"):
		return "", errors.New("only ~/ is known, the directory of the account: write where the directory of another one lies")
	case path.Clean("/"+file) == "/":
		return "", fmt.Errorf("a directory is missing: a target over SSH is written %s", form)
	}
	return path.Clean("/" + file), nil
}

func isPrintable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// Endpoint is where the server listens, as net.Dial takes it.
func (a *Address) Endpoint() string { return net.JoinHostPort(a.Host, strconv.Itoa(a.Port)) }

// String writes the address so that ParseAddress reads the same again, and one place has one writing.
func (a *Address) String() string {
	host := a.Endpoint()
	if a.Port == usualPort {
		host = strings.TrimSuffix(host, ":"+strconv.Itoa(usualPort))
	}
	file := strings.ReplaceAll(a.Path, "%", "%25")
	switch {
	case a.Path == ".":
		file = "/~"
	case !strings.HasPrefix(a.Path, "/"):
		file = "/~/" + file
	case strings.HasPrefix(a.Path, "/~"):
		file = "/%7E" + strings.TrimPrefix(file, "/~")
	}
	return Scheme + escapeUser(a.User) + "@" + host + file
}

func escapeUser(s string) string {
	return strings.NewReplacer("%", "%25", ":", "%3A", "@", "%40", "/", "%2F").Replace(s)
}
