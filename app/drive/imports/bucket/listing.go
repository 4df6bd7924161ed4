package bucket

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"

	"anbar/app/drive/imports/source"
)

const (
	maxListing  = 8 << 20 // bytes of an answer that is no content
	maxElements = 200_000 // that it may have; each takes memory, however short it is
	maxProlog   = 4 << 10 // before its first element
)

// listingReader is the body of a listing. The library takes any document for an empty one, such as a page of HTML that a proxy shows.
type listingReader struct {
	body     io.ReadCloser
	r        *bufio.Reader
	checked  bool
	bytes    int
	elements int
}

func newListingReader(body io.ReadCloser) *listingReader {
	return &listingReader{body: body, r: bufio.NewReaderSize(body, maxProlog), bytes: maxListing, elements: maxElements}
}

// Read implements io.Reader.
func (l *listingReader) Read(p []byte) (int, error) {
	if !l.checked {
		if err := l.checkRoot(); err != nil {
			return 0, err
		}
		l.checked = true
	}
	if l.bytes <= 0 || l.elements < 0 {
		return 0, fmt.Errorf("%w: the listing is too long", source.ErrAnswer)
	}
	n, err := l.r.Read(p[:min(len(p), l.bytes)])
	l.bytes -= n
	l.elements -= bytes.Count(p[:n], []byte("<"))
	return n, err
}

// Close implements io.Closer.
func (l *listingReader) Close() error { return l.body.Close() }

// checkRoot fails when the first element is not that of a listing.
func (l *listingReader) checkRoot() error {
	head, err := l.r.Peek(maxProlog)
	if err != nil && err != io.EOF {
		return err
	}
	d := xml.NewDecoder(bytes.NewReader(head))
	for {
		t, err := d.Token()
		if err != nil {
			return fmt.Errorf("%w: the answer is no listing", source.ErrAnswer)
		}
		start, is := t.(xml.StartElement)
		if !is {
			continue
		}
		if !slices.Contains([]string{"ListBucketResult", "ListAllMyBucketsResult"}, start.Name.Local) {
			return fmt.Errorf("%w: the answer begins with <%.40s>", source.ErrAnswer, start.Name.Local)
		}
		return nil
	}
}
