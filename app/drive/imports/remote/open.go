package remote

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"anbar/app/drive/imports/source"
)

// versionRef begins the Ref of an older content: the escaped path of it below the versions of the user.
const versionRef = "v:"

func (s *Source) urlOf(it *source.Item) *url.URL {
	if path, ok := strings.CutPrefix(it.Ref, versionRef); ok && s.server != nil {
		return s.server.buildURL("/remote.php/dav/versions"+escapePath([]string{s.uid})+"/versions/"+path, "")
	}
	return joinURL(s.root, false, splitItemPath(it.Key)...)
}

// Open implements source.Source.
func (s *Source) Open(ctx context.Context, it *source.Item, offset int64) (io.ReadCloser, *source.Info, error) {
	a := &requestSpec{method: http.MethodGet, at: s.urlOf(it), header: map[string]string{}, want: []int{http.StatusOK}}
	if offset > 0 {
		a.header["Range"] = "bytes=" + strconv.FormatInt(offset, 10) + "-"
		a.want = append(a.want, http.StatusPartialContent)
		if strings.HasPrefix(it.ETag, `"`) {
			a.header["If-Match"] = it.ETag
		}
	}
	res, err := s.send(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	body, info, err := s.checkContent(res, it, offset)
	if err != nil {
		return nil, nil, errors.Join(err, res.Body.Close())
	}
	return body, info, nil
}

// checkContent checks what a server gives, and goes to the offset where that gives the whole.
func (s *Source) checkContent(res *http.Response, it *source.Item, offset int64) (io.ReadCloser, *source.Info, error) {
	info, err := s.parseInfo(res, it, offset)
	if err != nil {
		return nil, nil, err
	}
	same := it.ETag != "" && normalizeTag(info.ETag) == normalizeTag(it.ETag)
	if offset > 0 && !same {
		return nil, nil, source.ErrChanged
	}
	info.Sums = parseSums(res.Header.Get("OC-Checksum"))
	if same {
		mergeInfo(info, it)
	}
	if offset > 0 && res.StatusCode != http.StatusPartialContent {
		if _, err := io.CopyN(io.Discard, res.Body, offset); err != nil {
			return nil, nil, err
		}
	}
	if info.Size >= 0 {
		return &exactReader{res.Body, info.Size - offset}, info, nil
	}
	return res.Body, info, nil
}

// mergeInfo adds what the listing said of a content that is still the same.
func mergeInfo(info *source.Info, it *source.Item) {
	info.ETag, info.Sums = it.ETag, append(info.Sums, it.Sums...)
	if !it.ModifiedAt.IsZero() { // heads often tell when the content came to the server
		info.ModifiedAt = it.ModifiedAt
	}
	if info.Size < 0 {
		info.Size = it.Size
	}
}

// parseInfo reads the head of an answer that begins at an offset.
func (s *Source) parseInfo(res *http.Response, it *source.Item, offset int64) (*source.Info, error) {
	info := &source.Info{
		Size: res.ContentLength, Type: res.Header.Get("Content-Type"), ModifiedAt: parseTime(res.Header.Get("Last-Modified")),
		ETag: res.Header.Get("ETag"),
	}
	if res.StatusCode == http.StatusPartialContent {
		from, size, err := parseContentRange(res.Header.Get("Content-Range"))
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
		info.ETag = synthesizeTag(info.ModifiedAt, info.Size)
	}
	return info, nil
}

// exactReader is a body that has to have as many bytes as were said.
type exactReader struct {
	io.ReadCloser
	remaining int64
}

// Read implements io.Reader.
func (e *exactReader) Read(b []byte) (int, error) {
	if e.remaining == 0 {
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
	n, err := e.ReadCloser.Read(b[:min(int64(len(b)), e.remaining)])
	e.remaining -= int64(n)
	if errors.Is(err, io.EOF) && e.remaining > 0 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
