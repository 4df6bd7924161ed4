package workbook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// scanner reads the tags of a part one after the other and checks that they are well formed. The part is in memory, so
// that what is not changed can be written as it is.
type scanner struct {
	b      []byte
	at     int // of what was not read
	from   int // where the text before the tag begins
	begin  int // of the tag, which ends at at
	name   []byte
	prefix []byte // with its colon
	ends   bool   // it is an end tag
	self   bool   // it is a start and an end
	depth  int    // of the element that the tag begins or ends; the root has 1
	open   []int  // begin and end of the names of elements that are open
}

const (
	maxDepth = 200
	maxAttrs = 200
)

var (
	errXML  = errors.New("it is not well formed")
	errType = errors.New("it declares a document type")
)

// newScanner begins to read a part. It refuses other encodings than UTF-8 and characters that XML does not have.
func newScanner(b []byte) (*scanner, error) {
	if !utf8.Valid(b) {
		return nil, fmt.Errorf("%w: it is not written in UTF-8", errXML)
	}
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			return nil, fmt.Errorf("%w: it has control characters", errXML)
		}
	}
	return &scanner{b: b}, nil
}

// next goes to the next tag; io.EOF when there is none.
func (s *scanner) next() error {
	s.from = s.at
	for {
		i := bytes.IndexByte(s.b[s.at:], '<')
		if i < 0 {
			s.begin, s.at = len(s.b), len(s.b)
			if len(s.open) > 0 || s.from == 0 || len(bytes.TrimSpace(s.b[s.from:])) > 0 {
				return errXML
			}
			return io.EOF
		}
		if err := entities(s.b[s.at : s.at+i]); err != nil {
			return err
		}
		s.begin = s.at + i
		rest := s.b[s.begin:]
		var end int
		switch {
		case bytes.HasPrefix(rest, []byte("<?")):
			end = after(rest, "?>")
		case bytes.HasPrefix(rest, []byte("<!--")):
			if end = after(rest[4:], "-->"); end > 0 {
				end += 4
			}
		case bytes.HasPrefix(rest, []byte("<![CDATA[")) && len(s.open) > 0:
			end = after(rest, "]]>")
		case bytes.HasPrefix(rest, []byte("<!")):
			return errType
		default:
			return s.tag()
		}
		if end == 0 {
			return errXML
		}
		s.at = s.begin + end
	}
}

// after returns where a text ends; 0 when it is not there.
func after(b []byte, text string) int {
	if i := bytes.Index(b, []byte(text)); i >= 0 {
		return i + len(text)
	}
	return 0
}

// entities refuses references to what XML does not define.
func entities(b []byte) error {
	for {
		i := bytes.IndexByte(b, '&')
		if i < 0 {
			return nil
		}
		b = b[i+1:]
		end := bytes.IndexByte(b[:min(len(b), 12)], ';')
		if end < 1 {
			return errXML
		}
		switch name := string(b[:end]); {
		case name == "amp", name == "lt", name == "gt", name == "quot", name == "apos":
		case character(name) == 0:
			return errXML
		}
	}
}

// character returns that of a numeric reference such as #65; 0 when there is none.
func character(name string) rune {
	digits, ok := strings.CutPrefix(name, "#")
	base := 10
	if hex, is := strings.CutPrefix(digits, "x"); is {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if !ok || err != nil || !legal(rune(n)) {
		return 0
	}
	return rune(n)
}

// legal reports whether XML has a character.
func legal(c rune) bool {
	return c == '\t' || c == '\n' || c == '\r' || c >= ' ' && c < 0xd800 || c > 0xdfff && c < 0xfffe || c > 0xffff && c <= utf8.MaxRune
}

// tag reads the tag at begin.
func (s *scanner) tag() error {
	end := s.begin
	for quoted := byte(0); ; {
		i := bytes.IndexByte(s.b[end:], '>')
		if i < 0 {
			return errXML
		}
		part := s.b[end : end+i]
		for { // is the bracket in quotes?
			q := bytes.IndexAny(part, `"'`)
			if quoted != 0 {
				q = bytes.IndexByte(part, quoted)
			}
			if q < 0 {
				break
			}
			if quoted == 0 {
				quoted = part[q]
			} else {
				quoted = 0
			}
			part = part[q+1:]
		}
		end += i + 1
		if quoted == 0 {
			break
		}
	}
	s.at = end
	inner := s.b[s.begin+1 : end-1]
	s.ends, s.self = bytes.HasPrefix(inner, []byte("/")), bytes.HasSuffix(inner, []byte("/"))
	from := s.begin + 1
	if s.ends {
		from++
		inner = inner[1:]
	} else if s.self {
		inner = inner[:len(inner)-1]
	}
	size := bytes.IndexAny(inner, " \t\r\n")
	if size < 0 {
		size = len(inner)
	}
	full := inner[:size]
	colon := bytes.IndexByte(full, ':') + 1
	s.prefix, s.name = full[:colon], full[colon:]
	if !named(full) || len(s.name) == 0 || s.ends && s.self {
		return errXML
	}
	return s.nest(from, size, inner[size:])
}

// nest keeps account of open elements.
func (s *scanner) nest(from, size int, attrs []byte) error {
	if s.ends {
		return s.unnest(s.b[from:from+size], attrs)
	}
	s.depth = len(s.open)/2 + 1
	if s.depth > maxDepth {
		return fmt.Errorf("%w: it is too deep", errXML)
	}
	if !s.self {
		s.open = append(s.open, from, from+size)
	}
	names := make([][]byte, 0, 8) // of most tags
	return each(attrs, func(name, value []byte) error {
		if len(names) == maxAttrs || slices.ContainsFunc(names, func(o []byte) bool { return bytes.Equal(o, name) }) {
			return errXML
		}
		names = append(names, name)
		return entities(value)
	})
}

// unnest closes the innermost element, which must have the name.
func (s *scanner) unnest(name, attrs []byte) error {
	n := len(s.open)
	if n == 0 || !bytes.Equal(s.b[s.open[n-2]:s.open[n-1]], name) || len(bytes.TrimSpace(attrs)) > 0 {
		return errXML
	}
	s.depth = n / 2
	s.open = s.open[:n-2]
	return nil
}

// named reports whether XML has such names; of letters beyond ASCII it knows none to refuse.
func named(name []byte) bool {
	for i, c := range name {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == ':' || c >= 0x80
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '-' || c == '.')) {
			return false
		}
	}
	return len(name) > 0
}

// each gives the attributes of a tag to a function.
func each(attrs []byte, take func(name, value []byte) error) error {
	for {
		rest := bytes.TrimLeft(attrs, " \t\r\n")
		if len(rest) == 0 {
			return nil
		}
		eq := bytes.IndexByte(rest, '=')
		if eq < 1 || len(rest) == len(attrs) {
			return errXML
		}
		name := bytes.TrimRight(rest[:eq], " \t\r\n")
		value := bytes.TrimLeft(rest[eq+1:], " \t\r\n")
		if len(value) < 2 || value[0] != '"' && value[0] != '\'' || !named(name) {
			return errXML
		}
		end := bytes.IndexByte(value[1:], value[0])
		if end < 0 || bytes.IndexByte(value[1:end+1], '<') >= 0 {
			return errXML
		}
		if err := take(name, value[1:end+1]); err != nil {
			return err
		}
		attrs = value[end+2:]
	}
}

// is reports whether the tag begins an element of that name.
func (s *scanner) is(name string) bool { return !s.ends && string(s.name) == name }

// raw returns the tag with its brackets.
func (s *scanner) raw() []byte { return s.b[s.begin:s.at] }

// attr returns an attribute by its name; one without a prefix comes first. It is empty when there is none.
func (s *scanner) attr(name string) string {
	v, _ := attribute(s.raw(), name)
	return v
}

// attribute returns an attribute of a tag with its brackets, and whether it is there.
func attribute(tag []byte, name string) (value string, is bool) {
	from, to := place(tag, name)
	if from < 0 {
		return "", false
	}
	return unescape(tag[from:to]), true
}

// place returns where the value of an attribute stands in a tag; -1 when it has none of that name.
func place(tag []byte, name string) (from, to int) {
	rest := tag
	for {
		eq := bytes.IndexByte(rest, '=')
		if eq < 0 {
			return -1, -1
		}
		key := bytes.TrimRight(rest[:eq], " \t\r\n")
		key = key[bytes.LastIndexAny(key, " \t\r\n")+1:]
		begin := eq + 1
		for begin < len(rest) && rest[begin] != '"' && rest[begin] != '\'' {
			begin++
		}
		if begin >= len(rest) {
			return -1, -1
		}
		end := bytes.IndexByte(rest[begin+1:], rest[begin])
		if end < 0 {
			return -1, -1
		}
		if string(key) == name || string(key[bytes.IndexByte(key, ':')+1:]) == name && !bytes.HasPrefix(key, []byte("xmlns")) {
			at := len(tag) - len(rest) + begin + 1
			return at, at + end
		}
		rest = rest[begin+end+2:]
	}
}

// with returns a tag with an attribute of that value.
func with(tag []byte, name, value string) []byte {
	if from, to := place(tag, name); from >= 0 {
		quote := tag[from-1]
		return slices.Concat(tag[:from], []byte(escape(value, quote)), tag[to:])
	}
	end := len(tag) - 1
	if tag[end-1] == '/' {
		end--
	}
	return slices.Concat(bytes.TrimRight(tag[:end], " \t\r\n"), []byte(" "+name+`="`+escape(value, '"')+`"`), tag[end:])
}

// without returns a tag without an attribute.
func without(tag []byte, name string) []byte {
	from, to := place(tag, name)
	if from < 0 {
		return tag
	}
	begin := bytes.LastIndexByte(tag[:from-1], '=')
	begin = len(bytes.TrimRight(tag[:begin], " \t\r\n"))
	begin = bytes.LastIndexAny(tag[:begin], " \t\r\n")
	return slices.Concat(tag[:begin], tag[to+1:])
}

func escape(s string, quote byte) string {
	if !strings.ContainsAny(s, "&<>\"'\n\t\r") {
		return s
	}
	r := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", "&#10;", "\t", "&#9;", "\r", "&#13;")
	if quote == '"' {
		return strings.ReplaceAll(r.Replace(s), `"`, "&quot;")
	}
	return strings.ReplaceAll(r.Replace(s), `'`, "&apos;")
}

// unescape returns the text that stands in XML, without comments.
func unescape(b []byte) string {
	if bytes.IndexByte(b, '&') < 0 && bytes.IndexByte(b, '<') < 0 {
		return string(b)
	}
	var out strings.Builder
	for len(b) > 0 {
		i := bytes.IndexAny(b, "&<")
		if i < 0 {
			i = len(b)
		}
		out.Write(b[:i])
		b = b[i:]
		switch {
		case len(b) == 0:
		case bytes.HasPrefix(b, []byte("<![CDATA[")):
			end := after(b, "]]>")
			out.Write(b[9 : end-3])
			b = b[end:]
		case bytes.HasPrefix(b, []byte("<!--")):
			b = b[4+after(b[4:], "-->"):]
		case b[0] == '<':
			b = b[after(b, "?>"):]
		default:
			end := bytes.IndexByte(b, ';')
			name := string(b[1:end])
			if c, ok := map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}[name]; ok {
				out.WriteString(c)
			} else {
				out.WriteRune(character(name))
			}
			b = b[end+1:]
		}
	}
	return out.String()
}
