package extract

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"anbar/app/decode/refusal"
	"anbar/app/decode/source"
	"anbar/app/limits"
)

// packed reads the documents that are a zip of XML.
func packed(src *source.Source, kind Kind) (*Document, error) {
	z, err := src.Zip()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if source.IsLocked(z) {
		return nil, refusal.New(refusal.Encrypted, "its parts are encrypted")
	}
	p := &packet{src: src, files: z.File, left: limits.DecodeUnpacked}
	parts := p.parts(kind)
	if len(parts) == 0 {
		return nil, fmt.Errorf("%w: it has no text inside", ErrUnreadable)
	}
	o := &output{Document: Document{Blocks: []Block{}}}
	if err := p.readParts(kind, parts, o); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	o.Cut = o.Cut || o.full()
	return &o.Document, nil
}

// readParts reads the parts of a document until one cannot be read. It fails only when there is no text at all then.
func (p *packet) readParts(kind Kind, parts []part, o *output) error {
	var levels map[string]int
	var all *lists
	if kind == Word {
		levels, all = p.levels(), p.lists()
	}
	for i, part := range parts {
		if o.full() {
			break
		}
		w := &walker{kind: kind, o: o, place: part.place, note: part.note, levels: levels, lists: all}
		err := p.walk(part.file, func(t xml.Token) (more bool, err error) {
			err = w.take(t)
			return !o.full(), err
		})
		w.finish()
		if err != nil && i == 0 && len(o.Blocks) == 0 {
			return err
		}
		if err != nil {
			break // keep the text read so far
		}
	}
	return nil
}

// bounded reads until too much was unpacked, or the time is up. A reader of XML
// keeps one token in memory, so a token ends where its budget does.
type bounded struct {
	r     io.Reader
	left  *int64
	token int
	src   *source.Source
}

var errTooMuch = errors.New("it unpacks to too much")

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if *b.left <= 0 {
		return 0, errTooMuch
	}
	if b.token <= 0 {
		return 0, io.EOF // text that came so far is text; everything else is broken off
	}
	if err := b.src.Context().Err(); err != nil {
		return 0, err
	}
	n, err := b.r.Read(p[:min(int64(len(p)), *b.left)])
	*b.left -= int64(n)
	if b.token -= n; b.token <= 0 {
		n = wholeRunes(p[:n])
	}
	return n, err
}

// wholeRunes is how much of p there is without a rune that is cut at the end.
func wholeRunes(p []byte) int {
	for n := len(p) - 1; n >= 0 && n >= len(p)-utf8.UTFMax; n-- {
		if utf8.RuneStart(p[n]) && !utf8.FullRune(p[n:]) {
			return n
		}
	}
	return len(p)
}
