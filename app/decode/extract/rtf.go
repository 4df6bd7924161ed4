package extract

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"anbar/app/decode/charset"
	"anbar/app/decode/source"
	"anbar/app/limits"
)

// rtfState is what a group of RTF says, and passes on to the groups in it.
type rtfState struct {
	into         rtfDestination
	font         int
	skipped      int // how many signs after each letter of Unicode say it again
	bold, italic bool
	hidden       bool
	paragraph    rtfParagraph
}

// rtfParagraph are the properties of a paragraph.
type rtfParagraph struct {
	style, outline int // -1 for none
	level          int // of an item
	rtl, inTable   bool
}

// rtfDestination is where the text of a group goes.
type rtfDestination byte

const (
	toText rtfDestination = iota
	toNothing
	toFonts
	toStyles
	toMarker // before an item
	toNote
)

// rtfReader reads RTF (its specification 1.9.1) as blocks.
type rtfReader struct {
	in     *bufio.Reader
	src    *source.Source
	o      *output
	state  rtfState
	groups []rtfState
	starts bool // a group began, and its first word says what it is
	star   bool // that word may be unknown

	usual   int // font
	page    charset.Encoding
	fonts   map[int]charset.Encoding
	levels  map[int]int // of headings, by style
	style   strings.Builder
	pending []byte // letters whose encoding is that of the font
	skip    int    // signs that say again what Unicode said
	half    rune   // the first half of a letter of two

	text   *strings.Builder
	runs   []rtfRun
	marker *strings.Builder
	cells  *row
	outer  []rtfOpen // paragraphs within which notes stand
}

// rtfOpen is a paragraph that goes on behind a note.
type rtfOpen struct {
	depth  int // of the group of the note
	text   *strings.Builder
	runs   []rtfRun
	marker *strings.Builder
	cells  *row
}

// rtfRun is where a part of a text begins that has a look of its own.
type rtfRun struct {
	from         int
	bold, italic bool
}

const (
	rtfDepth  = 10_000
	rtfWord   = 32 // letters of a control word
	rtfRuns   = 2000
	rtfStyles = 1000
)

var errNoRTF = errors.New("it does not begin as RTF does")

// rtf reads a document of RTF, as far as it goes.
func rtf(src *source.Source) (*Document, error) {
	r := &rtfReader{
		in: bufio.NewReaderSize(src.All(), 32<<10), src: src, o: &output{Document: Document{Blocks: []Block{}}},
		page: charset.Windows1252, fonts: map[int]charset.Encoding{}, levels: map[int]int{},
		text: &strings.Builder{}, marker: &strings.Builder{},
	}
	if begin, err := r.in.Peek(5); err != nil || string(begin) != `{\rtf` {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, errors.Join(errNoRTF, src.Failed()))
	}
	r.usual = -1
	r.state = rtfState{font: -1, skipped: 1, paragraph: noParagraph}
	err := r.read()
	if err := src.Failed(); err != nil {
		return nil, err
	}
	if err != nil && len(r.o.Blocks) == 0 {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	r.o.Cut, r.o.Torn = r.o.Cut || r.o.full(), err != nil
	return &r.o.Document, nil
}

var noParagraph = rtfParagraph{style: -1, outline: -1, level: -1}

// read follows the groups to the end. What is open then is text all the same.
func (r *rtfReader) read() error {
	for !r.o.full() {
		c, err := r.in.ReadByte()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = r.sign(c)
		}
		if err != nil {
			r.close()
			return err
		}
	}
	r.close()
	return nil
}

func (r *rtfReader) close() {
	r.flush()
	r.state.into = toText
	for len(r.outer) > 0 {
		r.endNote()
	}
	r.endParagraph()
	r.endRow()
}

func (r *rtfReader) sign(c byte) error {
	switch c {
	case '{':
		r.flush()
		if len(r.groups) >= rtfDepth {
			return errDeep
		}
		r.groups = append(r.groups, r.state)
		r.starts, r.star, r.skip = true, false, 0
		return nil
	case '}':
		r.flush()
		r.endGroup()
		return nil
	case '\\':
		return r.control()
	case '\r', '\n', 0:
		return nil
	}
	r.starts = false
	r.byte(c)
	return nil
}

// byte adds a byte of text in the encoding of the font.
func (r *rtfReader) byte(c byte) {
	if r.skip > 0 {
		r.skip--
		return
	}
	if r.state.into == toNothing {
		return
	}
	if r.pending = append(r.pending, c); len(r.pending) >= 4096 && c < 0x80 {
		r.flush()
	}
}

// flush decodes the bytes that came since the last word.
func (r *rtfReader) flush() {
	if len(r.pending) == 0 {
		return
	}
	encoding := r.page
	if e, ok := r.fonts[r.state.font]; ok && e != "" {
		encoding = e
	}
	text := charset.Decode(r.pending, encoding)
	r.pending = r.pending[:0]
	r.write(text)
}

// write adds text to where the group sends it.
func (r *rtfReader) write(s string) {
	if r.state.hidden {
		return
	}
	var to *strings.Builder
	switch r.state.into {
	case toStyles:
		to = &r.style
	case toMarker:
		to = r.marker
	case toText, toNote:
		to = r.text
		r.mark()
	default:
		return
	}
	to.WriteString(s[:min(len(s), max(0, limits.DecodeText-to.Len()))])
}

// mark notes where a look begins.
func (r *rtfReader) mark() {
	n := len(r.runs)
	if n > 0 && r.runs[n-1].bold == r.state.bold && r.runs[n-1].italic == r.state.italic || n >= rtfRuns {
		return
	}
	r.runs = append(r.runs, rtfRun{r.text.Len(), r.state.bold, r.state.italic})
}

func (r *rtfReader) endGroup() {
	n := len(r.groups)
	if n == 0 {
		return
	}
	if k := len(r.outer); k > 0 && r.outer[k-1].depth == n {
		r.endNote()
	}
	if r.state.into == toStyles && r.groups[n-1].into == toStyles {
		r.endStyle()
	}
	r.state, r.groups = r.groups[n-1], r.groups[:n-1]
	r.starts, r.skip = false, 0
}

// endStyle learns whether a style is that of headings.
func (r *rtfReader) endStyle() {
	name := strings.ToLower(strings.TrimSpace(strings.Trim(r.style.String(), "; \r\n")))
	r.style.Reset()
	p := r.state.paragraph
	level := headingLevel(name)
	if level == 0 && p.outline >= 0 && p.outline < deepest {
		level = p.outline + 1
	}
	if level > 0 && len(r.levels) < rtfStyles {
		r.levels[p.style] = level
	}
}

// control reads a control word or sign behind its backslash.
func (r *rtfReader) control() error {
	c, err := r.in.ReadByte()
	if err != nil {
		return err
	}
	if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
		word, n, has, err := r.word(c)
		if err != nil {
			return err
		}
		if word != "u" {
			r.flush()
		}
		return r.obey(word, n, has)
	}
	if c == '\'' {
		return r.hexByte()
	}
	r.flush()
	switch c {
	case '*':
		r.star = true
		return nil
	case '~':
		r.write("\u00a0")
	case '_':
		r.write("-")
	case '\\', '{', '}':
		r.byte(c)
	case '\r', '\n':
		r.endParagraph()
	}
	r.starts = false
	return nil
}

func (r *rtfReader) hexByte() error {
	digits := make([]byte, 2)
	if _, err := io.ReadFull(r.in, digits); err != nil {
		return err
	}
	r.starts = false
	n, err := strconv.ParseUint(string(digits), 16, 8)
	if err == nil { // anything else is no letter
		r.byte(byte(n))
	}
	return nil
}

// word reads a control word, with its number if it has one, and the space behind it.
func (r *rtfReader) word(first byte) (word string, n int, has bool, err error) {
	letters, digits := []byte{first}, []byte{}
	for {
		c, err := r.in.ReadByte()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", 0, false, err
		}
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if letter && len(digits) == 0 {
			if len(letters) < rtfWord {
				letters = append(letters, c)
			}
			continue
		}
		if (isDigit(c) || c == '-' && len(digits) == 0) && len(digits) < 11 {
			digits = append(digits, c)
			continue
		}
		if c != ' ' {
			err = r.in.UnreadByte()
		}
		if err != nil {
			return "", 0, false, err
		}
		break
	}
	n, numberErr := strconv.Atoi(string(digits))
	return string(letters), n, numberErr == nil, nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// unicode adds a letter that is said by its number, of UTF-16.
func (r *rtfReader) unicode(n int) {
	r.flush()
	c := rune(uint16(n))
	switch {
	case utf16.IsSurrogate(c) && r.half == 0:
		r.half = c
	case r.half != 0:
		r.write(string(utf16.DecodeRune(r.half, c)))
		r.half = 0
	default:
		r.write(string(c))
	}
	r.skip = r.state.skipped
}
