package remote

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"anbar/app/base/limits"
)

// parseHref takes the path of an href apart and decodes its names. The host of an href does not matter: behind a proxy servers say
// the wrong one, and requests go to the address that the person entered in any case.
func parseHref(href string) ([]string, error) {
	u, err := url.Parse(strings.TrimSpace(href))
	if err != nil {
		return nil, errAnswer
	}
	return splitNames(u.EscapedPath())
}

// splitNames takes an escaped path apart. A path with a name that leads elsewhere is no answer.
func splitNames(escaped string) ([]string, error) {
	var all []string
	for _, part := range strings.Split(escaped, "/") {
		if part == "" {
			continue
		}
		name, err := url.PathUnescape(part)
		if err != nil || name == "." || name == ".." || strings.ContainsAny(name, "/\x00") {
			return nil, errAnswer
		}
		all = append(all, name)
	}
	return all, nil
}

// escapePath is the escaped path of names.
func escapePath(names []string) string {
	var b strings.Builder
	for _, n := range names {
		b.WriteByte('/')
		b.WriteString(url.PathEscape(n))
	}
	return b.String()
}

// joinURL returns a copy of an address with names below its path.
func joinURL(base *url.URL, directory bool, names ...string) *url.URL {
	escaped := strings.TrimSuffix(base.EscapedPath(), "/") + escapePath(names)
	if directory {
		escaped += "/"
	}
	u := *base
	u.RawQuery, u.Fragment = "", ""
	u.Path, _ = url.PathUnescape(escaped) // made of what was unescaped before
	u.RawPath = escaped
	return &u
}

// toValidText is a name as the engine takes it, which is text.
func toValidText(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	return strings.ToValidUTF8(name, "_")
}

// splitItemPath takes the path of an item apart.
func splitItemPath(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// isTooDeep reports whether a path is longer than any that a server can have, as those of a listing that leads into itself.
func isTooDeep(path string) bool {
	return len(path) > limits.RemotePath || strings.Count(path, "/") >= limits.RemoteDepth
}
