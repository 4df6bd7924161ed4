package remote

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
)

// ListVersions implements source.VersionLister. A server that keeps none has none.
func (s *Source) ListVersions(ctx context.Context, it *source.Item) ([]source.Item, error) {
	if s.server == nil || !isNumber(it.Ref) {
		return nil, nil
	}
	at := s.server.buildURL("/remote.php/dav/versions"+escapePath([]string{s.uid})+"/versions/"+it.Ref, "")
	const body = `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/><d:getcontentlength/>` +
		`<d:getlastmodified/><d:getetag/><d:getcontenttype/></d:prop></d:propfind>`
	a, err := s.propfind(ctx, at, "1", body)
	var code statusError
	if isGone(err) || errors.As(err, &code) && !code.isTemporary() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	w := &walk{multistatusReader: a, cancel: func() {}, path: it.Ref, self: mustSplitPath(at.EscapedPath()), first: true}
	all, err := s.readVersions(w, it)
	return all, errors.Join(err, a.close())
}

func (s *Source) readVersions(w *walk, of *source.Item) ([]source.Item, error) {
	var all []source.Item
	for read := 0; ; read++ {
		e, err := w.nextChild()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if read > maxVersionEntries {
			return nil, errTooMuch
		}
		if e.isCollection() || len(e.props) == 0 || len(e.name) > limits.RemoteName {
			continue
		}
		if all = append(all, *s.newVersion(of, e)); len(all) > 4*limits.RemoteVersions {
			all = slices.Clone(newestOf(all, limits.RemoteVersions+1))
		}
	}
	return s.selectOlder(all, of), nil
}

// newVersion makes an item of an older content of another one.
func (s *Source) newVersion(of *source.Item, e *entry) *source.Item {
	v := s.newItem("", e)
	v.Key, v.Path, v.Ref = of.Key, of.Path, versionRef+url.PathEscape(of.Ref)+"/"+url.PathEscape(e.name)
	v.Fields, v.Favorite, v.Versions, v.Skip = nil, false, false, ""
	if seconds, err := strconv.ParseInt(e.name, 10, 64); err == nil && v.ModifiedAt.IsZero() && isNumber(e.name) {
		v.ModifiedAt = time.Unix(seconds, 0).UTC()
	}
	return v
}

// selectOlder returns the newest versions that are not the content itself.
func (s *Source) selectOlder(all []source.Item, of *source.Item) []source.Item {
	all = newestOf(all, limits.RemoteVersions+1)
	if n := len(all); n > 0 && s.server.Product != Anbar && all[n-1].Size == of.Size && all[n-1].ModifiedAt.Equal(of.ModifiedAt) {
		all = all[:n-1] // newer servers list the content itself, too
	}
	return all[max(0, len(all)-limits.RemoteVersions):]
}

const maxVersionEntries = 100_000 // of one file, of which the newest are held

// newestOf sorts versions, the oldest first, and leaves only so many.
func newestOf(all []source.Item, n int) []source.Item {
	slices.SortStableFunc(all, func(a, b source.Item) int {
		return cmp.Or(cmp.Compare(parseVersionNumber(a.Ref), parseVersionNumber(b.Ref)), a.ModifiedAt.Compare(b.ModifiedAt),
			cmp.Compare(a.Ref, b.Ref))
	})
	return all[max(0, len(all)-n):]
}

// parseVersionNumber is the name of a version where that is a number: one grows from version to version, also where the contents have
// times that do not.
func parseVersionNumber(ref string) uint64 {
	n, err := strconv.ParseUint(ref[strings.LastIndexByte(ref, '/')+1:], 10, 64)
	if err != nil {
		return 0
	}
	return n
}
