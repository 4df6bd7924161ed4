package webdav

import (
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"anbar/app/base/fault"
	"anbar/app/base/limits"

	"golang.org/x/text/unicode/norm"
)

// splitSegments takes the escaped path below a tree apart. Each segment is one name: an escaped slash, a NUL, dots that lead
// elsewhere and an empty name between two slashes are refused, so that no path means two things.
func splitSegments(escaped string) ([]string, error) {
	escaped = strings.TrimSuffix(strings.TrimPrefix(escaped, "/"), "/")
	if escaped == "" {
		return nil, nil
	}
	parts := strings.Split(escaped, "/")
	if len(parts) > limits.DavSegments {
		return nil, fault.BadRequest
	}
	for i, p := range parts {
		name, err := url.PathUnescape(p)
		if err != nil || name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\x00") || !utf8.ValidString(name) {
			return nil, fault.InvalidName
		}
		parts[i] = norm.NFC.String(name) // macOS sends names apart
	}
	return parts, nil
}

const hexDigits = "0123456789ABCDEF"

// appendSegment escapes a name for a path: all but the unreserved characters and some that no client escapes.
func appendSegment(b []byte, name string) []byte {
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~!$'()*,=:@", c) >= 0:
			b = append(b, c)
		default:
			b = append(b, '%', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return b
}

// formatHref is the escaped path of segments below a base, which ends with a slash; that of a directory ends with one, too.
func formatHref(base string, segments []string, directory bool) string {
	b := []byte(base)
	for i, s := range segments {
		if i > 0 {
			b = append(b, '/')
		}
		b = appendSegment(b, s)
	}
	if directory && len(segments) > 0 {
		b = append(b, '/')
	}
	return string(b)
}

// echoPath is the path of a request in the escapes of this server, with its letters as the program wrote them; ours when it
// cannot be read.
func echoPath(written, ours string, directory bool) string {
	var b []byte
	for part := range strings.SplitSeq(strings.Trim(written, "/"), "/") {
		name, err := url.PathUnescape(part)
		if err != nil {
			return ours
		}
		b = appendSegment(append(b, '/'), name)
	}
	if directory || len(b) == 0 {
		b = append(b, '/')
	}
	return string(b)
}

// splitBelow returns the segments of a request's path below the tree.
func splitBelow(base, escaped string) ([]string, error) {
	rest, ok := CutBase(base, escaped)
	if !ok {
		return nil, fault.InvalidID
	}
	return splitSegments(rest)
}

// CutBase returns what follows a base, which ends with a slash, in an escaped path. Programs escape the same name in more than one
// way.
func CutBase(base, escaped string) (rest string, ok bool) {
	rest = escaped
	for part := range strings.SplitSeq(strings.Trim(base, "/"), "/") {
		if rest, ok = strings.CutPrefix(rest, "/"); !ok {
			return "", false
		}
		var first string
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			first, rest = rest[:i], rest[i:]
		} else {
			first, rest = rest, ""
		}
		got, err := url.PathUnescape(first)
		want, berr := url.PathUnescape(part)
		if err != nil || berr != nil || got != want {
			return "", false
		}
	}
	return strings.TrimPrefix(rest, "/"), true
}

// parseDestination returns the segments that the header of a MOVE or COPY names. One on another server, or outside of the tree,
// is refused.
func parseDestination(r *http.Request, base string) ([]string, error) {
	raw := r.Header.Get("Destination")
	if raw == "" {
		return nil, fault.BadRequest
	}
	path, err := parseLocalPath(r, raw)
	if err != nil {
		return nil, err
	}
	to, err := splitBelow(base, path)
	if len(to) == 0 && err == nil {
		err = fault.PermissionDenied
	}
	return to, err
}

// CutDestination returns what follows a base, which ends with a slash, in the header of a MOVE. One on another server, or outside of
// the base, is refused.
func CutDestination(r *http.Request, base string) (rest string, err error) {
	path, err := parseLocalPath(r, r.Header.Get("Destination"))
	if err != nil {
		return "", err
	}
	rest, ok := CutBase(base, path)
	if !ok {
		return "", fault.PermissionDenied
	}
	return rest, nil
}

// parseLocalPath returns the escaped path of an address, which may leave out the server.
func parseLocalPath(r *http.Request, raw string) (string, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return "", fault.BadRequest.Because(err)
	}
	if u.Host != "" && !strings.EqualFold(trimPort(u.Host), trimPort(r.Host)) {
		return "", errOtherServer
	}
	if !strings.HasPrefix(u.Path, "/") {
		return "", fault.BadRequest
	}
	return u.EscapedPath(), nil
}

// trimPort leaves out the port, which a proxy may change.
func trimPort(host string) string {
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		return host[:i]
	}
	return host
}
