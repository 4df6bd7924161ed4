package extract

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"anbar/decode/letter"
	"anbar/decode/source"
)

// maxMails is how many mails of a mailbox are read.
const maxMails = 1000

// mailbox reads the mails of an mbox, one after another.
func mailbox(src *source.Source) (*Document, error) {
	all, cut, err := mailsIn(src)
	if err != nil {
		return nil, err
	}
	o := &documentBuilder{Document: Document{Blocks: []Block{}, Cut: cut}}
	for _, one := range all {
		if o.isFull() {
			break
		}
		size := one.until - one.from
		m, err := letter.Open(source.New(src.Context(), io.NewSectionReader(src, one.from, size), size))
		if src.Err() != nil {
			return nil, src.Err()
		}
		if errors.Is(err, letter.ErrLetter) {
			continue
		}
		if err == nil {
			err = o.addMail(m, 2)
		}
		if err != nil {
			return nil, err
		}
	}
	o.Cut = o.Cut || o.isFull()
	return &o.Document, nil
}

// stretch is where a mail lies, without the line before it.
type stretch struct{ from, until int64 }

// mailsIn returns where the first mails lie, and whether there are more. A mail follows a line that begins with "From " and
// stands first or behind an empty line.
func mailsIn(src *source.Source) (all []stretch, cut bool, err error) {
	r := src.NewBufferedReader()
	empty, begins := true, true // the line before, and the piece
	for at := int64(0); ; {
		piece, err := r.ReadSlice('\n')
		if begins && empty && bytes.HasPrefix(piece, []byte("From ")) {
			if n := len(all); n > 0 {
				all[n-1].until = at
			}
			if len(all) == maxMails {
				return all, true, nil
			}
			all = append(all, stretch{from: at + int64(len(piece))})
		}
		if len(all) == 0 {
			return nil, false, errors.Join(fmt.Errorf("%w: no mailbox", ErrUnreadable), src.Err())
		}
		at += int64(len(piece))
		empty = begins && len(bytes.TrimRight(piece, "\r\n")) == 0
		begins = err == nil
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			all[len(all)-1].until = at
			return all, false, src.Err()
		}
	}
}
