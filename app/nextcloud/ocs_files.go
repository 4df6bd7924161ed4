package nextcloud

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/downloads"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/app/webdav"
	"anbar/db"
)

// ocsFiles answers calls about files; nil for a call that is none of them.
func (s *Service) ocsFiles(c *api.Call, call string) (*reply, error) {
	switch call {
	case "GET search/providers":
		return answered([]any{tree{
			{"id", "files"}, {"appId", "files"}, {"name", "Files"}, {"icon", ""}, {"order", 0}, {"inAppSearch", false},
			{"triggers", []string{"files"}}, {"filters", []any{}},
		}}), nil
	case "GET search/providers/files/search":
		return s.unified(c)
	case "POST apps/dav/api/v1/direct":
		return s.direct(c)
	}
	return nil, nil
}

const unifiedLimit = 25 // of one page, when the app names no number

// unified searches by name. It has no further pages: the app narrows the words instead.
func (s *Service) unified(c *api.Call) (*reply, error) {
	q := c.R.URL.Query()
	w := &webdav.Wanted{Name: q.Get("term"), Limit: unifiedLimit}
	if n := pixels(q.Get("limit")); n > 0 {
		w.Limit = min(n, limits.DavFound)
	}
	if w.Name == "" {
		return failed(http.StatusBadRequest, "No term"), nil
	}
	hits, err := s.find(c, c.Who, w)
	if err != nil {
		return nil, err
	}
	var entries []any
	err = s.viewTree(c, func(v *db.View, at *placed) (err error) {
		entries, err = s.entriesOf(c, v, at, hits)
		return err
	})
	entries = entries[:min(len(entries), w.Limit)]
	return answered(tree{{"name", "Files"}, {"isPaginated", false}, {"entries", entries}, {"cursor", nil}}), err
}

// entriesOf returns the hits that have a place in the person's tree, as the app shows them.
func (s *Service) entriesOf(c *api.Call, v *db.View, at *placed, hits []webdav.Hit) ([]any, error) {
	origin := s.origin(c.R)
	entries := []any{}
	for _, h := range hits {
		it, err := access.Node(v, c.Who, h.Space, h.Node, access.Read)
		if hiddenItem(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		path, err := at.path(v, it)
		if err != nil {
			return nil, err
		}
		if path != "" {
			entries = append(entries, entryOf(it, path, origin))
		}
	}
	return entries, nil
}

func entryOf(it *access.Item, path, origin string) tree {
	number := strconv.FormatInt(int64(it.ID), 10)
	picture := ""
	if it.Kind == db.File && it.Thumbnail == db.ThumbnailMade {
		picture = origin + "/index.php/core/preview?x=96&y=96&fileId=" + number
	}
	return tree{
		{"thumbnailUrl", picture}, {"title", it.Name}, {"subline", path}, {"resourceUrl", origin + pageOf(it)},
		{"icon", ""}, {"rounded", false}, {"attributes", tree{{"fileId", number}, {"path", path}}},
	}
}

// pageOf is the page of an item in the browser.
func pageOf(it *access.Item) string {
	if it.Kind == db.Directory {
		return "/workspace/" + it.Space.ID.String() + "/directory/" + it.ID.String()
	}
	return "/workspace/" + it.Space.ID.String() + "/directory/" + it.Parent.String() + "/file/" + it.ID.String() + "/preview"
}

const directLife = 8 * time.Hour

// direct signs a URL that a player opens without a token.
func (s *Service) direct(c *api.Call) (*reply, error) {
	form, err := formOf(c)
	if err != nil {
		return nil, err
	}
	var to downloads.Target
	err = s.DB.View(c, func(v *db.View) error {
		it, err := fileByNumber(v, c.Who, db.NodeID(decimal(form.Get("fileId"))))
		if err == nil {
			to = downloads.Target{Space: it.Space.ID, Directory: it.Parent, File: it.ID}
		}
		return err
	})
	if hiddenItem(err) {
		return failed(http.StatusNotFound, fault.InvalidID.Message), nil
	}
	if err != nil {
		return nil, err
	}
	l, _, err := s.Downloads.CreateLink(c, c.Who, to, directLife, true)
	if err != nil {
		return nil, err
	}
	return answered(tree{{"url", s.origin(c.R) + l.URL}}), nil
}

// formOf reads the values of a request from its address and its body, which is a form or a
// flat object in JSON.
func formOf(c *api.Call) (url.Values, error) {
	form := c.R.URL.Query()
	b, err := body(c)
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
