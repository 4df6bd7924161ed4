package letter

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"anbar/app/base/limits"
)

// maxHead bounds what an answer holds beside its attachments. Most bounds the whole.
const (
	maxHead  = 3 << 20
	MaxBytes = limits.MailBytes
)

// wireHead is what stands before the attachments in an answer.
type wireHead struct {
	From, Headers, Robot, Text string
	Names                      []string
	Sizes                      []int
}

// Encode is the letter as a decoder answers it.
func (l *Letter) Encode() ([]byte, error) {
	h := wireHead{From: l.From, Headers: l.Headers, Robot: l.Robot, Text: l.Text}
	n := 0
	for _, f := range l.Files {
		h.Names, h.Sizes = append(h.Names, strings.ToValidUTF8(f.Name[:min(len(f.Name), maxName)], "")), append(h.Sizes, len(f.Bytes))
		n += len(f.Bytes)
	}
	first, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if len(first) > maxHead {
		return nil, fmt.Errorf("%w: %d bytes of headers", ErrLetter, len(first))
	}
	b := append(append(make([]byte, 0, len(first)+1+n), first...), '\n')
	for _, f := range l.Files {
		b = append(b, f.Bytes...)
	}
	return b, nil
}

var errAnswer = errors.New("the answer is no letter")

// Parse reads the answer of a decoder, which may lie: it is a letter within all limits, or none.
func Parse(b []byte) (*Letter, error) {
	first, _, found := bytes.Cut(b[:min(len(b), maxHead+1)], []byte{'\n'})
	if !found {
		return nil, errAnswer
	}
	var h wireHead
	if err := json.Unmarshal(first, &h); err != nil {
		return nil, errors.Join(errAnswer, err)
	}
	if len(h.Names) != len(h.Sizes) || len(h.Names) > limits.TicketFilesEach || utf8.RuneCountInString(h.Text) > limits.TicketText {
		return nil, errAnswer
	}
	l := &Letter{From: h.From, Headers: h.Headers, Robot: h.Robot, Text: h.Text}
	var err error
	if l.Files, err = h.splitFiles(b[len(first)+1:]); err != nil {
		return nil, err
	}
	return l, nil
}

// splitFiles cuts the bytes behind a head into the files that it names.
func (h *wireHead) splitFiles(b []byte) ([]File, error) {
	var all []File
	for i, n := range h.Sizes {
		if n < 0 || n > len(b) || n > limits.TicketFileBytes || len(h.Names[i]) > maxName {
			return nil, errAnswer
		}
		all = append(all, File{h.Names[i], b[:n:n]})
		b = b[n:]
	}
	if len(b) > 0 {
		return nil, errAnswer
	}
	return all, nil
}
