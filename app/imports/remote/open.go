package remote

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"anbar/app/imports/source"
)

// versionRef begins the Ref of an older content: the escaped path of it below the versions of the user.
const versionRef = "v:"

func (s *Source) addressOf(it *source.Item) *url.URL {
	if path, ok := strings.CutPrefix(it.Ref, versionRef); ok && s.server != nil {
		return s.server.at("/remote.php/dav/versions"+join([]string{s.uid})+"/versions/"+path, "")
	}
	return below(s.root, false, pathOf(it.Key)...)
}

// Open implements source.Source.
func (s *Source) Open(ctx context.Context, it *source.Item, offset int64) (io.ReadCloser, *source.Info, error) {
	a := &ask{method: http.MethodGet, at: s.addressOf(it), header: map[string]string{}, want: []int{http.StatusOK}}
	if offset > 0 {
		a.header["Range"] = "bytes=" + strconv.FormatInt(offset, 10) + "-"
		a.want = append(a.want, http.StatusPartialContent)
		if strings.HasPrefix(it.ETag, `"`) {
			a.header["If-Match"] = it.ETag
		}
	}
	res, err := s.do(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	body, info, err := s.content(res, it, offset)
	if err != nil {
		return nil, nil, errors.Join(err, res.Body.Close())
	}
	return body, info, nil
}

// content checks what a server gives, and goes to the offset where that gives the whole.
func (s *Source) content(res *http.Response, it *source.Item, offset int64) (io.ReadCloser, *source.Info, error) {
	info, err := s.infoOf(res, it, offset)
	if err != nil {
		return nil, nil, err
	}
	same := it.ETag != "" && tag(info.ETag) == tag(it.ETag)
	if offset > 0 && !same {
		return nil, nil, source.ErrChanged
	}
	info.Sums = sums(res.Header.Get("OC-Checksum"))
	if same {
		merge(info, it)
	}
	if offset > 0 && res.StatusCode != http.StatusPartialContent {
		if _, err := io.CopyN(io.Discard, res.Body, offset); err != nil {
			return nil, nil, err
		}
	}
	if info.Size >= 0 {
		return &exact{res.Body, info.Size - offset}, info, nil
	}
	return res.Body, info, nil
}

// merge adds what the listing said of a content that is still the same.
func merge(info *source.Info, it *source.Item) {
	info.ETag, info.Sums = it.ETag, append(info.Sums, it.Sums...)
	if !it.ModifiedAt.IsZero() { // heads often tell when the content came to the server
		info.ModifiedAt = it.ModifiedAt
	}
	if info.Size < 0 {
		info.Size = it.Size
	}
}

// infoOf reads the head of an answer that begins at an offset.
func (s *Source) infoOf(res *http.Response, it *source.Item, offset int64) (*source.Info, error) {
	info := &source.Info{
		Size: res.ContentLength, Type: res.Header.Get("Content-Type"), ModifiedAt: moment(res.Header.Get("Last-Modified")),
		ETag: res.Header.Get("ETag"),
	}
	if res.StatusCode == http.StatusPartialContent {
		from, size, err := contentRange(res.Header.Get("Content-Range"))
		if err != nil || from != offset {
			return nil, errAnswer
		}
		info.Size = size
	}
	if info.ETag == "" {
		info.ETag = res.Header.Get("OC-ETag")
	}
	if info.ETag == "" && s.server != nil && it.ETag != "" {
		return nil, source.ErrGone // it is a directory by now, of which servers show a page
	}
	if info.ETag == "" {
		info.ETag = stamp(info.ModifiedAt, info.Size)
	}
	return info, nil
}

// exact is a body that has to have as many bytes as were said.
type exact struct {
	io.ReadCloser
	left int64
}

// Read implements io.Reader.
func (e *exact) Read(b []byte) (int, error) {
	if e.left == 0 {
		var one [1]byte
		n, err := e.ReadCloser.Read(one[:])
		if n > 0 {
			return 0, errAnswer
		}
		if err == nil && len(b) > 0 {
			return 0, nil
		}
		return 0, err
	}
	n, err := e.ReadCloser.Read(b[:min(int64(len(b)), e.left)])
	e.left -= int64(n)
	if errors.Is(err, io.EOF) && e.left > 0 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
