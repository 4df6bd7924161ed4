package nextcloud

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/downloads"
	"anbar/app/sync/webdav"
	"anbar/db"
)

// routeFiles answers calls about files; nil for a call that is none of them.
func (s *Service) routeFiles(c *api.Call, call string) (*reply, error) {
	switch call {
	case "GET search/providers":
		return okReply([]any{object{
			{"id", "files"}, {"appId", "files"}, {"name", "Files"}, {"icon", ""}, {"order", 0}, {"inAppSearch", false},
			{"triggers", []string{"files"}}, {"filters", []any{}},
		}}), nil
	case "GET search/providers/files/search":
		return s.searchByName(c)
	case "POST apps/dav/api/v1/direct":
		return s.signDirectLink(c)
	}
	return nil, nil
}

const unifiedLimit = 25 // of one page, when the app names no number

// searchByName searches by name. It has no further pages: the app narrows the words instead.
func (s *Service) searchByName(c *api.Call) (*reply, error) {
	q := c.R.URL.Query()
	w := &webdav.SearchFilter{Name: q.Get("term"), Limit: unifiedLimit}
	if n := parsePixels(q.Get("limit")); n > 0 {
		w.Limit = min(n, limits.DavFound)
	}
	if w.Name == "" {
		return errorReply(http.StatusBadRequest, "No term"), nil
	}
	hits, err := s.findHits(c, c.Who, w)
	if err != nil {
		return nil, err
	}
	var entries []any
	err = s.viewTree(c, func(v *db.View, at *treeView) (err error) {
		entries, err = s.renderHits(c, v, at, hits)
		return err
	})
	entries = entries[:min(len(entries), w.Limit)]
	return okReply(object{{"name", "Files"}, {"isPaginated", false}, {"entries", entries}, {"cursor", nil}}), err
}

// renderHits returns the hits that have a place in the person's tree, as the app shows them.
func (s *Service) renderHits(c *api.Call, v *db.View, at *treeView, hits []webdav.Hit) ([]any, error) {
	origin := s.originURL(c.R)
	entries := []any{}
	for _, h := range hits {
		it, err := access.Node(v, c.Who, h.Space, h.Node, access.Read)
		if isInvalidID(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		path, err := at.pathOf(v, it)
		if err != nil {
			return nil, err
		}
		if path != "" {
			entries = append(entries, renderHit(it, path, origin))
		}
	}
	return entries, nil
}

func renderHit(it *access.Item, path, origin string) object {
	number := strconv.FormatInt(int64(it.ID), 10)
	picture := ""
	if it.Kind == db.File && it.Thumbnail == db.ThumbnailMade {
		picture = origin + "/index.php/core/preview?x=96&y=96&fileId=" + number
	}
	return object{
		{"thumbnailUrl", picture}, {"title", it.Name}, {"subline", path}, {"resourceUrl", origin + itemPagePath(it)},
		{"icon", ""}, {"rounded", false}, {"attributes", object{{"fileId", number}, {"path", path}}},
	}
}

// itemPagePath is the page of an item in the browser.
func itemPagePath(it *access.Item) string {
	if it.Kind == db.Directory {
		return "/workspace/" + it.Space.ID.String() + "/directory/" + it.ID.String()
	}
	return "/workspace/" + it.Space.ID.String() + "/directory/" + it.Parent.String() + "/file/" + it.ID.String() + "/preview"
}

const directLife = 8 * time.Hour

// signDirectLink signs a URL that a player opens without a token.
func (s *Service) signDirectLink(c *api.Call) (*reply, error) {
	form, err := readForm(c)
	if err != nil {
		return nil, err
	}
	to, err := db.Get(c, s.DB, func(v *db.View) (to downloads.Target, err error) {
		it, err := loadFileByNumber(v, c.Who, db.NodeID(parseNumber(form.Get("fileId"))))
		if err == nil {
			to = downloads.Target{Space: it.Space.ID, Directory: it.Parent, File: it.ID}
		}
		return to, err
	})
	if isInvalidID(err) {
		return errorReply(http.StatusNotFound, fault.InvalidID.Message), nil
	}
	if err != nil {
		return nil, err
	}
	l, _, err := s.Downloads.CreateURL(c, c.Who, to, directLife, true)
	if err != nil {
		return nil, err
	}
	return okReply(object{{"url", s.originURL(c.R) + l.URL}}), nil
}

// readForm reads the values of a request from its address and its body, which is a form or a
// flat object in JSON.
func readForm(c *api.Call) (url.Values, error) {
	form := c.R.URL.Query()
	b, err := readSmallBody(c)
	if err != nil {
		return nil, err
	}
	sent, err := parseForm(b)
	if err != nil {
		return nil, fault.BadRequest.Because(err)
	}
	for name, values := range sent {
		form[name] = values
	}
	return form, nil
}
