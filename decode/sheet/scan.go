package sheet

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// scanner reads the tags of an XML part one after the other. The parts of a workbook are large and plain, and
// encoding/xml takes ten times as long. It reads what office programs write and no more: a document type, a tag or a
// text that is longer than maxTag ends the reading.
type scanner struct {
	reader      *bufio.Reader
	name        []byte // of the tag, without its prefix
	tag         []byte // all of it, without the brackets
	isEnd       bool   // it is an end tag
	selfClosing bool   // it is a start and an end
}

const maxTag = 64 << 10

var (
	errTag  = errors.New("a tag without an end")
	errType = errors.New("it declares a document type")
)

// limitedReader ends a part that unpacks to too much, or whose time is up.
type limitedReader struct {
	ctx    context.Context
	r      io.Reader
	budget *int64
}

var errTooMuch = errors.New("it unpacks to too much")

// Read implements io.Reader.
func (l *limitedReader) Read(p []byte) (int, error) {
	if err := l.ctx.Err(); err != nil {
		return 0, err
	}
	if *l.budget <= 0 {
		return 0, errTooMuch
	}
	n, err := l.r.Read(p[:min(int64(len(p)), *l.budget)])
	*l.budget -= int64(n)
	return n, err
}

func newScanner(r io.Reader) *scanner { return &scanner{reader: bufio.NewReaderSize(r, maxTag)} }

// next goes to the next tag; io.EOF when there is none.
func (s *scanner) next() error {
	for {
		if err := s.skipTo('<'); err != nil {
			return err
		}
		begin, err := s.reader.Peek(3)
		if err != nil {
			return io.EOF
		}
		switch {
		case begin[0] == '?':
			err = s.skipPast("?>")
		case string(begin) == "!--":
			err = s.skipPast("-->")
		case begin[0] == '!':
			return errType
		default:
			return s.readTag()
		}
		if err != nil {
			return err
		}
	}
}

func (s *scanner) skipTo(c byte) error {
	for {
		_, err := s.reader.ReadSlice(c)
		if err != bufio.ErrBufferFull {
			return err
		}
	}
}

func (s *scanner) skipPast(end string) error {
	for {
		b, err := s.reader.Peek(s.reader.Size())
		if i := bytes.Index(b, []byte(end)); i >= 0 {
			_, err := s.reader.Discard(i + len(end))
			return err
		}
		if err != nil {
			return err
		}
		if _, err := s.reader.Discard(len(b) - len(end) + 1); err != nil {
			return err
		}
	}
}

// readTag reads a tag whose bracket was read.
func (s *scanner) readTag() error {
	s.tag = s.tag[:0]
	for quote := byte(0); ; {
		b, err := s.reader.ReadSlice('>')
		if len(s.tag)+len(b) > maxTag {
			return errTag
		}
		quote = openQuote(b, quote)
		s.tag = append(s.tag, b...)
		if err == io.EOF {
			return errTag
		}
		if err != nil {
			return err
		}
		if quote == 0 {
			break
		}
	}
	s.splitTag()
	return nil
}

// openQuote returns the quotation mark that is open after b; 0 when none is.
func openQuote(b []byte, quote byte) byte {
	if quote == 0 && bytes.IndexByte(b, '\'') < 0 && bytes.Count(b, []byte{'"'})%2 == 0 { // nearly all tags
		return 0
	}
	for _, c := range b {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		}
	}
	return quote
}

// splitTag takes a tag and its closing bracket apart.
func (s *scanner) splitTag() {
	s.tag = s.tag[:len(s.tag)-1]
	s.isEnd, s.selfClosing = bytes.HasPrefix(s.tag, []byte("/")), bytes.HasSuffix(s.tag, []byte("/"))
	s.tag = bytes.TrimSuffix(bytes.TrimPrefix(s.tag, []byte("/")), []byte("/"))
	i := 0
	for i < len(s.tag) && !isSpace(s.tag[i]) {
		i++
	}
	s.name = localName(s.tag[:i])
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func localName(name []byte) []byte { return name[bytes.IndexByte(name, ':')+1:] }

// is reports whether the tag begins an element of that name.
func (s *scanner) is(name string) bool { return !s.isEnd && string(s.name) == name }

// isEndOf reports whether an element of that name is over with the tag.
func (s *scanner) isEndOf(name string) bool {
	return (s.isEnd || s.selfClosing) && string(s.name) == name
}

// attr returns an attribute of the tag by its name without a prefix; empty when there is none.
func (s *scanner) attr(name string) string { return unescape(string(s.value(name))) }

// value returns an attribute as it is written; empty when there is none.
func (s *scanner) value(name string) []byte {
	rest := s.tag
	for {
		i := bytes.IndexByte(rest, '=')
		if i < 0 {
			return nil
		}
		until := i
		for until > 0 && isSpace(rest[until-1]) {
			until--
		}
		from := until
		for from > 0 && !isSpace(rest[from-1]) {
			from--
		}
		key := rest[from:until]
		for i++; i < len(rest) && isSpace(rest[i]); {
			i++
		}
		if i >= len(rest) || rest[i] != '"' && rest[i] != '\'' {
			return nil
		}
		end := bytes.IndexByte(rest[i+1:], rest[i])
		if end < 0 {
			return nil
		}
		if string(localName(key)) == name {
			return rest[i+1 : i+1+end]
		}
		rest = rest[i+end+2:]
	}
}

// intAttr returns a number in an attribute, within bounds; other when there is none.
func (s *scanner) intAttr(name string, other, least, most int) int {
	n, err := strconv.Atoi(string(s.value(name)))
	if err != nil {
		return other
	}
	return min(max(n, least), most)
}

// floatAttr returns a number in an attribute; 0 when there is none.
func (s *scanner) floatAttr(name string) float64 {
	f, err := strconv.ParseFloat(s.attr(name), 64)
	if err != nil || f != f || f < 0 || f > 1e6 {
		return 0
	}
	return f
}

// text returns the text of the element that the tag begins, up to the next tag, at most that many bytes of it.
func (s *scanner) text(most int) (string, error) {
	if s.isEnd || s.selfClosing {
		return "", nil
	}
	return s.textAfter(most)
}

// textAfter returns the text from the tag to the next one, at most that many bytes of it.
func (s *scanner) textAfter(most int) (string, error) {
	var all []byte
	for {
		b, err := s.reader.ReadSlice('<')
		done := err == nil
		if done {
			b = b[:len(b)-1]
		}
		if done && all == nil && len(b) <= most && utf8.Valid(b) { // nearly all texts
			return unescape(string(b)), s.reader.UnreadByte()
		}
		all = append(all, b[:min(len(b), max(0, most-len(all)))]...)
		if done {
			return unescape(strings.ToValidUTF8(string(all), "\ufffd")), s.reader.UnreadByte()
		}
		if err != bufio.ErrBufferFull {
			return "", fmt.Errorf("a text without an end: %w", err)
		}
	}
}

func unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	return html.UnescapeString(s)
}
