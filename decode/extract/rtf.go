package extract

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"anbar/app/base/limits"
	"anbar/decode/charset"
	"anbar/decode/source"
)

// rtfState is what a group of RTF says, and passes on to the groups in it.
type rtfState struct {
	destination   rtfDestination
	font          int
	fallbackCount int // how many signs after each letter of Unicode say it again
	bold, italic  bool
	hidden        bool
	paragraph     rtfParagraph
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
	toDiscard
	toFonts
	toStyles
	toMarker // before an item
	toNote
)

// rtfReader reads RTF (its specification 1.9.1) as blocks.
type rtfReader struct {
	in         *bufio.Reader
	src        *source.Source
	o          *documentBuilder
	state      rtfState
	groups     []rtfState
	groupStart bool // a group began, and its first word says what it is
	optional   bool // that word may be unknown

	defaultFont   int // font
	codePage      charset.Encoding
	fonts         map[int]charset.Encoding
	levels        map[int]int // of headings, by style
	style         strings.Builder
	pending       []byte // letters whose encoding is that of the font
	skip          int    // signs that say again what Unicode said
	highSurrogate rune   // the first half of a letter of two

	text   *strings.Builder
	runs   []rtfRun
	marker *strings.Builder
	cells  *row
	outer  []rtfOuter // paragraphs within which notes stand
}

// rtfOuter is a paragraph that goes on behind a note.
type rtfOuter struct {
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
	maxRTFDepth  = 10_000
	maxRTFWord   = 32 // letters of a control word
	maxRTFRuns   = 2000
	maxRTFStyles = 1000
)

var errNoRTF = errors.New("it does not begin as RTF does")

// readRTF reads a document of RTF, as far as it goes.
func readRTF(src *source.Source) (*Document, error) {
	r := &rtfReader{
		in: bufio.NewReaderSize(src.NewReader(), 32<<10), src: src, o: &documentBuilder{Document: Document{Blocks: []Block{}}},
		codePage: charset.Windows1252, fonts: map[int]charset.Encoding{}, levels: map[int]int{},
		text: &strings.Builder{}, marker: &strings.Builder{},
	}
	if begin, err := r.in.Peek(5); err != nil || string(begin) != `{\rtf` {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, errors.Join(errNoRTF, src.Err()))
	}
	r.defaultFont = -1
	r.state = rtfState{font: -1, fallbackCount: 1, paragraph: defaultParagraph}
	err := r.readGroups()
	if err := src.Err(); err != nil {
		return nil, err
	}
	if err != nil && len(r.o.Blocks) == 0 {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	r.o.Cut, r.o.Torn = r.o.Cut || r.o.isFull(), err != nil
	return &r.o.Document, nil
}

var defaultParagraph = rtfParagraph{style: -1, outline: -1, level: -1}

// readGroups follows the groups to the end. What is open then is text all the same.
func (r *rtfReader) readGroups() error {
	for !r.o.isFull() {
		c, err := r.in.ReadByte()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = r.consumeByte(c)
		}
		if err != nil {
			r.finish()
			return err
		}
	}
	r.finish()
	return nil
}

func (r *rtfReader) finish() {
	r.flush()
	r.state.destination = toText
	for len(r.outer) > 0 {
		r.endNote()
	}
	r.endParagraph()
	r.endRow()
}

func (r *rtfReader) consumeByte(c byte) error {
	switch c {
	case '{':
		r.flush()
		if len(r.groups) >= maxRTFDepth {
			return errTooDeep
		}
		r.groups = append(r.groups, r.state)
		r.groupStart, r.optional, r.skip = true, false, 0
		return nil
	case '}':
		r.flush()
		r.endGroup()
		return nil
	case '\\':
		return r.readControl()
	case '\r', '\n', 0:
		return nil
	}
	r.groupStart = false
	r.appendByte(c)
	return nil
}

// appendByte adds a byte of text in the encoding of the font.
func (r *rtfReader) appendByte(c byte) {
	if r.skip > 0 {
		r.skip--
		return
	}
	if r.state.destination == toDiscard {
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
	encoding := r.codePage
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
	switch r.state.destination {
	case toStyles:
		to = &r.style
	case toMarker:
		to = r.marker
	case toText, toNote:
		to = r.text
		r.markRun()
	default:
		return
	}
	to.WriteString(s[:min(len(s), max(0, limits.DecodeText-to.Len()))])
}

// markRun notes where a look begins.
func (r *rtfReader) markRun() {
	n := len(r.runs)
	if n > 0 && r.runs[n-1].bold == r.state.bold && r.runs[n-1].italic == r.state.italic || n >= maxRTFRuns {
		return
	}
	r.runs = append(r.runs, rtfRun{from: r.text.Len(), bold: r.state.bold, italic: r.state.italic})
}

func (r *rtfReader) endGroup() {
	n := len(r.groups)
	if n == 0 {
		return
	}
	if k := len(r.outer); k > 0 && r.outer[k-1].depth == n {
		r.endNote()
	}
	if r.state.destination == toStyles && r.groups[n-1].destination == toStyles {
		r.endStyle()
	}
	r.state, r.groups = r.groups[n-1], r.groups[:n-1]
	r.groupStart, r.skip = false, 0
}

// endStyle learns whether a style is that of headings.
func (r *rtfReader) endStyle() {
	name := strings.ToLower(strings.TrimSpace(strings.Trim(r.style.String(), "; \r\n")))
	r.style.Reset()
	p := r.state.paragraph
	level := headingLevel(name)
	if level == 0 && p.outline >= 0 && p.outline < maxLevel {
		level = p.outline + 1
	}
	if level > 0 && len(r.levels) < maxRTFStyles {
		r.levels[p.style] = level
	}
}

// readControl reads a control word or sign behind its backslash.
func (r *rtfReader) readControl() error {
	c, err := r.in.ReadByte()
	if err != nil {
		return err
	}
	if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
		word, err := r.readWord(c)
		if err != nil {
			return err
		}
		if word.name != "u" {
			r.flush()
		}
		return r.applyWord(word.name, word.number, word.hasNumber)
	}
	if c == '\'' {
		return r.readHexByte()
	}
	r.flush()
	switch c {
	case '*':
		r.optional = true
		return nil
	case '~':
		r.write("\u00a0")
	case '_':
		r.write("-")
	case '\\', '{', '}':
		r.appendByte(c)
	case '\r', '\n':
		r.endParagraph()
	}
	r.groupStart = false
	return nil
}

func (r *rtfReader) readHexByte() error {
	digits := make([]byte, 2)
	if _, err := io.ReadFull(r.in, digits); err != nil {
		return err
	}
	r.groupStart = false
	n, err := strconv.ParseUint(string(digits), 16, 8)
	if err == nil { // anything else is no letter
		r.appendByte(byte(n))
	}
	return nil
}

// controlWord is a word of the markup, with its number if it has one.
type controlWord struct {
	name      string
	number    int
	hasNumber bool
}

// readWord reads a control word and the space behind it.
func (r *rtfReader) readWord(first byte) (controlWord, error) {
	letters, digits := []byte{first}, []byte{}
	for {
		c, err := r.in.ReadByte()
		if err == io.EOF {
			break
		}
		if err != nil {
			return controlWord{}, err
		}
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if letter && len(digits) == 0 {
			if len(letters) < maxRTFWord {
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
			return controlWord{}, err
		}
		break
	}
	n, numberErr := strconv.Atoi(string(digits))
	return controlWord{name: string(letters), number: n, hasNumber: numberErr == nil}, nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// appendUnicode adds a letter that is said by its number, of UTF-16.
func (r *rtfReader) appendUnicode(n int) {
	r.flush()
	c := rune(uint16(n))
	switch {
	case utf16.IsSurrogate(c) && r.highSurrogate == 0:
		r.highSurrogate = c
	case r.highSurrogate != 0:
		r.write(string(utf16.DecodeRune(r.highSurrogate, c)))
		r.highSurrogate = 0
	default:
		r.write(string(c))
	}
	r.skip = r.state.fallbackCount
}
