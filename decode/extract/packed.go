package extract

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"anbar/app/base/limits"
	"anbar/decode/refusal"
	"anbar/decode/source"
)

// readPackage reads the documents that are a zip of XML.
func readPackage(src *source.Source, kind Kind) (*Document, error) {
	z, err := src.OpenZip()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if source.IsEncrypted(z) {
		return nil, refusal.New(refusal.Encrypted, "its parts are encrypted")
	}
	p := &zipDocument{src: src, files: z.File, remaining: limits.DecodeUnpacked}
	parts := p.listParts(kind)
	if len(parts) == 0 {
		return nil, fmt.Errorf("%w: it has no text inside", ErrUnreadable)
	}
	o := &documentBuilder{Document: Document{Blocks: []Block{}}}
	if err := p.readParts(kind, parts, o); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	o.Cut = o.Cut || o.isFull()
	return &o.Document, nil
}

// readParts reads the parts of a document until one cannot be read. It fails only when there is no text at all then.
func (p *zipDocument) readParts(kind Kind, parts []part, o *documentBuilder) error {
	var levels map[string]int
	var all *listNumbering
	if kind == Word {
		levels, all = p.readHeadingLevels(), p.readLists()
	}
	for i, part := range parts {
		if o.isFull() {
			break
		}
		w := &walker{kind: kind, o: o, place: part.place, note: part.note, levels: levels, lists: all}
		err := p.walkTokens(part.file, func(t xml.Token) (more bool, err error) {
			err = w.readToken(t)
			return !o.isFull(), err
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

// limitedReader reads until too much was unpacked, or the time is up. A reader of XML
// keeps one token in memory, so a token ends where its budget does.
type limitedReader struct {
	r         io.Reader
	remaining *int64
	token     int
	src       *source.Source
}

var errTooLarge = errors.New("it unpacks to too much")

// Read implements io.Reader.
func (b *limitedReader) Read(p []byte) (int, error) {
	if *b.remaining <= 0 {
		return 0, errTooLarge
	}
	if b.token <= 0 {
		return 0, io.EOF // text that came so far is text; everything else is broken off
	}
	if err := b.src.Context().Err(); err != nil {
		return 0, err
	}
	n, err := b.r.Read(p[:min(int64(len(p)), *b.remaining)])
	*b.remaining -= int64(n)
	if b.token -= n; b.token <= 0 {
		n = wholeRunesLen(p[:n])
	}
	return n, err
}

// wholeRunesLen is how much of p there is without a rune that is cut at the end.
func wholeRunesLen(p []byte) int {
	for n := len(p) - 1; n >= 0 && n >= len(p)-utf8.UTFMax; n-- {
		if utf8.RuneStart(p[n]) && !utf8.FullRune(p[n:]) {
			return n
		}
	}
	return len(p)
}
