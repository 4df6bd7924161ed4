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
	src         []byte
	pos         int // of what was not read
	textStart   int // where the text before the tag begins
	tagStart    int // of the tag, which ends at at
	name        []byte
	prefix      []byte // with its colon
	isEnd       bool   // it is an end tag
	selfClosing bool   // it is a start and an end
	depth       int    // of the element that the tag begins or ends; the root has 1
	openNames   []int  // begin and end of the names of elements that are open
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
	return &scanner{src: b}, nil
}

// next goes to the next tag; io.EOF when there is none.
func (s *scanner) next() error {
	s.textStart = s.pos
	for {
		i := bytes.IndexByte(s.src[s.pos:], '<')
		if i < 0 {
			s.tagStart, s.pos = len(s.src), len(s.src)
			if len(s.openNames) > 0 || s.textStart == 0 || len(bytes.TrimSpace(s.src[s.textStart:])) > 0 {
				return errXML
			}
			return io.EOF
		}
		if err := checkEntities(s.src[s.pos : s.pos+i]); err != nil {
			return err
		}
		s.tagStart = s.pos + i
		rest := s.src[s.tagStart:]
		var end int
		switch {
		case bytes.HasPrefix(rest, []byte("<?")):
			end = indexAfter(rest, "?>")
		case bytes.HasPrefix(rest, []byte("<!--")):
			if end = indexAfter(rest[4:], "-->"); end > 0 {
				end += 4
			}
		case bytes.HasPrefix(rest, []byte("<![CDATA[")) && len(s.openNames) > 0:
			end = indexAfter(rest, "]]>")
		case bytes.HasPrefix(rest, []byte("<!")):
			return errType
		default:
			return s.readTag()
		}
		if end == 0 {
			return errXML
		}
		s.pos = s.tagStart + end
	}
}

// indexAfter returns where a text ends; 0 when it is not there.
func indexAfter(b []byte, text string) int {
	if i := bytes.Index(b, []byte(text)); i >= 0 {
		return i + len(text)
	}
	return 0
}

// checkEntities refuses references to what XML does not define.
func checkEntities(b []byte) error {
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
		case decodeCharRef(name) == 0:
			return errXML
		}
	}
}

// decodeCharRef returns that of a numeric reference such as #65; 0 when there is none.
func decodeCharRef(name string) rune {
	digits, ok := strings.CutPrefix(name, "#")
	base := 10
	if hex, is := strings.CutPrefix(digits, "x"); is {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if !ok || err != nil || !isLegalChar(rune(n)) {
		return 0
	}
	return rune(n)
}

// isLegalChar reports whether XML has a character.
func isLegalChar(c rune) bool {
	return c == '\t' || c == '\n' || c == '\r' || c >= ' ' && c < 0xd800 || c > 0xdfff && c < 0xfffe || c > 0xffff && c <= utf8.MaxRune
}

// readTag reads the tag at begin.
func (s *scanner) readTag() error {
	end := s.tagStart
	for quoted := byte(0); ; {
		i := bytes.IndexByte(s.src[end:], '>')
		if i < 0 {
			return errXML
		}
		part := s.src[end : end+i]
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
	s.pos = end
	inner := s.src[s.tagStart+1 : end-1]
	s.isEnd, s.selfClosing = bytes.HasPrefix(inner, []byte("/")), bytes.HasSuffix(inner, []byte("/"))
	from := s.tagStart + 1
	if s.isEnd {
		from++
		inner = inner[1:]
	} else if s.selfClosing {
		inner = inner[:len(inner)-1]
	}
	size := bytes.IndexAny(inner, " \t\r\n")
	if size < 0 {
		size = len(inner)
	}
	full := inner[:size]
	colon := bytes.IndexByte(full, ':') + 1
	s.prefix, s.name = full[:colon], full[colon:]
	if !isXMLName(full) || len(s.name) == 0 || s.isEnd && s.selfClosing {
		return errXML
	}
	return s.trackNesting(from, size, inner[size:])
}

// trackNesting keeps account of open elements.
func (s *scanner) trackNesting(from, size int, attrs []byte) error {
	if s.isEnd {
		return s.closeElement(s.src[from:from+size], attrs)
	}
	s.depth = len(s.openNames)/2 + 1
	if s.depth > maxDepth {
		return fmt.Errorf("%w: it is too deep", errXML)
	}
	if !s.selfClosing {
		s.openNames = append(s.openNames, from, from+size)
	}
	names := make([][]byte, 0, 8) // of most tags
	return walkAttrs(attrs, func(name, value []byte) error {
		if len(names) == maxAttrs || slices.ContainsFunc(names, func(o []byte) bool { return bytes.Equal(o, name) }) {
			return errXML
		}
		names = append(names, name)
		return checkEntities(value)
	})
}

// closeElement closes the innermost element, which must have the name.
func (s *scanner) closeElement(name, attrs []byte) error {
	n := len(s.openNames)
	if n == 0 || !bytes.Equal(s.src[s.openNames[n-2]:s.openNames[n-1]], name) || len(bytes.TrimSpace(attrs)) > 0 {
		return errXML
	}
	s.depth = n / 2
	s.openNames = s.openNames[:n-2]
	return nil
}

// isXMLName reports whether XML has such names; of letters beyond ASCII it knows none to refuse.
func isXMLName(name []byte) bool {
	for i, c := range name {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == ':' || c >= 0x80
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '-' || c == '.')) {
			return false
		}
	}
	return len(name) > 0
}

// walkAttrs gives the attributes of a tag to a function.
func walkAttrs(attrs []byte, take func(name, value []byte) error) error {
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
		if len(value) < 2 || value[0] != '"' && value[0] != '\'' || !isXMLName(name) {
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
func (s *scanner) is(name string) bool { return !s.isEnd && string(s.name) == name }

// raw returns the tag with its brackets.
func (s *scanner) raw() []byte { return s.src[s.tagStart:s.pos] }

// attr returns an attribute by its name; one without a prefix comes first. It is empty when there is none.
func (s *scanner) attr(name string) string {
	v, _ := findAttr(s.raw(), name)
	return v
}

// findAttr returns an attribute of a tag with its brackets, and whether it is there.
func findAttr(tag []byte, name string) (value string, is bool) {
	from, to := findAttrValue(tag, name)
	if from < 0 {
		return "", false
	}
	return unescape(tag[from:to]), true
}

// findAttrValue returns where the value of an attribute stands in a tag; -1 when it has none of that name.
func findAttrValue(tag []byte, name string) (from, to int) {
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

// setAttr returns a tag with an attribute of that value.
func setAttr(tag []byte, name, value string) []byte {
	if from, to := findAttrValue(tag, name); from >= 0 {
		quote := tag[from-1]
		return slices.Concat(tag[:from], []byte(escapeAttr(value, quote)), tag[to:])
	}
	end := len(tag) - 1
	if tag[end-1] == '/' {
		end--
	}
	return slices.Concat(bytes.TrimRight(tag[:end], " \t\r\n"), []byte(" "+name+`="`+escapeAttr(value, '"')+`"`), tag[end:])
}

// removeAttr returns a tag without an attribute.
func removeAttr(tag []byte, name string) []byte {
	from, to := findAttrValue(tag, name)
	if from < 0 {
		return tag
	}
	begin := bytes.LastIndexByte(tag[:from-1], '=')
	begin = len(bytes.TrimRight(tag[:begin], " \t\r\n"))
	begin = bytes.LastIndexAny(tag[:begin], " \t\r\n")
	return slices.Concat(tag[:begin], tag[to+1:])
}

func escapeAttr(s string, quote byte) string {
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
			end := indexAfter(b, "]]>")
			out.Write(b[9 : end-3])
			b = b[end:]
		case bytes.HasPrefix(b, []byte("<!--")):
			b = b[4+indexAfter(b[4:], "-->"):]
		case b[0] == '<':
			b = b[indexAfter(b, "?>"):]
		default:
			end := bytes.IndexByte(b, ';')
			name := string(b[1:end])
			if c, ok := map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}[name]; ok {
				out.WriteString(c)
			} else {
				out.WriteRune(decodeCharRef(name))
			}
			b = b[end+1:]
		}
	}
	return out.String()
}
