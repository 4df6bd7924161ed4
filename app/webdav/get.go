package webdav

import (
	"io"
	"net/http"
	"strings"

	"anbar/app/access"
	"anbar/app/downloads"
	"anbar/app/fault"
	"anbar/db"
)

// get answers GET and HEAD. A directory has nothing to show but that it is there: sync programs ask for that.
func (q *request) get() error {
	var p *place
	var f *downloads.Found
	var tag, sums string
	err := q.s.view(q, func(v *db.View) (err error) {
		if p, err = resolve(v, q.Who, q.tree, q.segments); err != nil {
			return err
		}
		if p.free() {
			return fault.InvalidID
		}
		if err := q.hold(v, p); err != nil {
			return err
		}
		if tag, err = p.tag(v, q.Who); err != nil || p.directory() {
			return err
		}
		if f, err = downloads.VersionOf(v, p.item, 0); err != nil {
			return err
		}
		e := &Entry{Node: p.item.Node, Item: p.item}
		if err := LoadFacts(v, access.Actor{}, []*Entry{e}); err != nil {
			return err
		}
		if e.Facts != nil {
			sums = e.Facts.Sums
		}
		f.ModifiedAt = e.Modified()
		return nil
	})
	if err != nil {
		return err
	}
	h := q.W.Header()
	if tag != "" {
		h.Set("ETag", tag)
		h.Set("OC-ETag", tag)
	}
	if f == nil {
		h.Set("Content-Type", "text/plain; charset=utf-8")
		if q.R.Method == http.MethodGet {
			_, _ = io.WriteString(q.W, say("fa", wordDirectory)+"\n"+say("en", wordDirectory)+"\n") // the program went away
		}
		return nil
	}
	if first, _, _ := strings.Cut(sums, " "); first != "" {
		h.Set("OC-Checksum", first)
	}
	if q.R.Method == http.MethodGet {
		q.s.used(q.Who, p.item.ID)
	}
	return q.s.downloads.ServeFile(q.W, q.R, f, tag)
}
