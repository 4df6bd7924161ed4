package remote

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
)

// propfindBody is what a listing asks for.
func (s *Source) propfindBody() string {
	const plain = "<d:resourcetype/><d:getcontentlength/><d:getlastmodified/><d:getetag/><d:getcontenttype/><oc:checksums/>"
	const more = "<oc:fileid/><oc:size/><oc:favorite/><nc:is-encrypted/><nc:system-tags/><a:fields/><a:versions/>"
	body := `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:" xmlns:oc="` + ocNS + `" xmlns:nc="` + ncNS +
		`" xmlns:a="` + anbarNS + `"><d:prop>` + plain
	if s.server != nil {
		body += more
	}
	return body + "</d:prop></d:propfind>"
}

func (s *Source) propfind(ctx context.Context, at *url.URL, depth, body string) (*multistatusReader, error) {
	res, err := s.send(ctx, &requestSpec{
		method: "PROPFIND", at: at, body: body, want: []int{http.StatusMultiStatus},
		header: map[string]string{"Depth": depth, "Content-Type": "application/xml; charset=utf-8", "Accept": "application/xml, text/xml"},
	})
	if err != nil {
		return nil, err
	}
	return newMultistatusReader(res.Body)
}

// walk is a listing of a directory while it is read.
type walk struct {
	*multistatusReader
	cancel context.CancelFunc
	path   string   // of the directory, below the root
	self   []string // the names of its href
	first  bool     // no answer was read yet
	tag    string   // of the directory
	read   int      // entries before the next page
	next   string   // the cursor of the next page
}

func (w *walk) close() error {
	w.cancel()
	return w.multistatusReader.close()
}

// cursor is a page of a listing: the directory, its state when the first page was read, and how many entries come before.
type cursor struct {
	path string
	tag  string
	read int
}

// formatCursor names the page of a listing behind so many entries, and the state of the directory when its first page was read. The
// first page has the name of the directory, which the engine shows when it cannot be listed.
func formatCursor(c cursor) string {
	if c.read == 0 {
		return c.path
	}
	return "\x00" + strconv.Itoa(c.read) + " " + url.QueryEscape(c.tag) + " " + c.path
}

func parseCursor(text string) (c cursor, err error) {
	rest, further := strings.CutPrefix(text, "\x00")
	if !further {
		return cursor{path: text}, nil
	}
	number, rest, _ := strings.Cut(rest, " ")
	tag, path, _ := strings.Cut(rest, " ")
	c.path = path
	if c.tag, err = url.QueryUnescape(tag); err == nil {
		c.read, err = strconv.Atoi(number)
	}
	return c, err
}

// List implements source.Source.
func (s *Source) List(ctx context.Context, from string) (*source.Page, error) {
	ctx, end := context.WithTimeout(ctx, limits.ImportPage)
	defer end()
	w, err := s.resumeWalk(ctx, from)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, w.cancel)
	p, err := s.readPage(w)
	if !stop() && err != nil {
		err = errors.Join(ctx.Err(), err)
	}
	if err != nil || p.Next == "" {
		return p, errors.Join(err, w.close())
	}
	return p, s.cacheWalk(w)
}

// resumeWalk goes on with a listing, or begins it again.
func (s *Source) resumeWalk(ctx context.Context, from string) (*walk, error) {
	if w := s.claimCached(from); w != nil {
		return w, nil
	}
	c, err := parseCursor(from)
	if err != nil {
		return nil, err
	}
	whole, cancel := context.WithCancel(context.WithoutCancel(ctx)) // it outlives this call, and ends with the source
	defer context.AfterFunc(ctx, cancel)()
	at := joinURL(s.root, true, splitItemPath(c.path)...)
	a, err := s.propfind(whole, at, "1", s.propfindBody())
	if err != nil {
		cancel()
		return nil, err
	}
	w := &walk{multistatusReader: a, cancel: cancel, path: c.path, self: mustSplitPath(at.EscapedPath()), first: true}
	return s.skipTo(ctx, w, c.read, c.tag)
}

// claimCached takes the listing that was held for a cursor; nil when there is none.
func (s *Source) claimCached(from string) *walk {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.walks, func(w *walk) bool { return w.next == from })
	if from == "" || i < 0 {
		return nil
	}
	w := s.walks[i]
	s.walks = slices.Delete(s.walks, i, i+1)
	return w
}

// skipTo passes over the entries of a listing that were read before.
func (s *Source) skipTo(ctx context.Context, w *walk, read int, tag string) (*walk, error) {
	for w.read < read {
		_, err := w.nextChild()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errors.Join(err, w.close())
		}
		if w.tag != tag { // the directory is another one by now: its entries come again, which does no harm
			return s.restartWalk(ctx, w)
		}
		w.read++
	}
	return w, nil
}

func (s *Source) restartWalk(ctx context.Context, w *walk) (*walk, error) {
	if err := w.close(); err != nil {
		return nil, err
	}
	return s.resumeWalk(ctx, formatCursor(cursor{path: w.path}))
}

// cacheWalk holds a listing for its next page. Of more than can be read at a time the oldest begins again when it is asked for.
func (s *Source) cacheWalk(w *walk) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.walks = append(s.walks, w)
	if len(s.walks) <= parallel {
		return nil
	}
	oldest := s.walks[0]
	s.walks = s.walks[1:]
	return oldest.close()
}

// readPage reads the next entries of a listing.
func (s *Source) readPage(w *walk) (*source.Page, error) {
	p := &source.Page{}
	for len(p.Items) < limits.RemotePage {
		r, err := w.nextChild()
		if errors.Is(err, io.EOF) {
			if w.first {
				return nil, errAnswer // not even the directory itself
			}
			return p, nil
		}
		if err != nil {
			return nil, err
		}
		if w.read++; w.read > limits.RemoteEntries {
			return nil, errTooMuch
		}
		it := s.newItem(w.path, r)
		p.Items = append(p.Items, *it)
		if it.Directory && it.Skip == "" {
			p.Listings = append(p.Listings, source.Listing{Cursor: formatCursor(cursor{path: it.Key}), ETag: it.ETag})
		}
	}
	w.next = formatCursor(cursor{path: w.path, tag: w.tag, read: w.read})
	p.Next = w.next
	return p, nil
}

// entry is a response with the name of what it is about.
type entry struct {
	*response
	name string
}

// nextChild returns the next entry of a directory; io.EOF at its end. The directory itself is among the responses of a server, and
// nothing else may be.
func (w *walk) nextChild() (*entry, error) {
	for {
		r, err := w.multistatusReader.next()
		if err != nil {
			return nil, err
		}
		at, err := parseHref(r.href)
		if err != nil {
			return nil, err
		}
		n := len(w.self)
		switch {
		case slices.Equal(at, w.self):
			w.tag = r.text(davNS, "getetag")
			w.first = false
			continue
		case len(at) == n+1 && slices.Equal(at[:n], w.self):
			w.first = false
			return &entry{r, at[n]}, nil
		case w.first && r.isCollection() && (w.path == "" || len(at) > 0 && at[len(at)-1] == w.self[n-1]):
			w.self, w.first = at, false // a proxy shows its paths under others
			w.tag = r.text(davNS, "getetag")
			continue
		}
		return nil, errAnswer
	}
}
