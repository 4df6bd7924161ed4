package webdav

import (
	"io"
	"net/http"
	"strings"

	"anbar/app/base/access"
	"anbar/app/drive/downloads"
	"anbar/db"
)

// handleGet answers GET and HEAD. A directory has nothing to show but that it is there: sync programs ask for that.
func (q *request) handleGet() error {
	var got resource
	err := q.s.viewNamed(q, func(v *db.View) (err error) {
		got, err = q.loadResource(v)
		return err
	})
	if err != nil {
		return err
	}
	h := q.W.Header()
	if got.tag != "" {
		h.Set("ETag", got.tag)
		h.Set("OC-ETag", got.tag)
	}
	if got.file == nil {
		return q.writeDirectoryText()
	}
	if first, _, _ := strings.Cut(got.sums, " "); first != "" {
		h.Set("OC-Checksum", first)
	}
	if q.R.Method == http.MethodGet {
		q.s.recordUse(q.Who, got.node)
	}
	return q.s.downloads.ServeToProgram(q.W, q.R, got.file, got.tag)
}

// resource is what a GET answers with.
type resource struct {
	node      db.NodeID
	file      *downloads.FileVersion // nil for a directory
	tag, sums string
}

func (q *request) loadResource(v *db.View) (got resource, err error) {
	p, err := resolveExisting(v, q.Who, q.tree, q.segments)
	if err != nil {
		return got, err
	}
	if err := q.checkConditions(v, p); err != nil {
		return got, err
	}
	if got.tag, err = p.computeTag(v, q.Who); err != nil || p.isDirectory() {
		return got, err
	}
	got.node = p.item.ID
	if got.file, err = downloads.VersionOf(v, p.item, 0); err != nil {
		return got, err
	}
	e := &Entry{Node: p.item.Node, Item: p.item}
	if err := LoadFacts(v, access.Actor{}, []*Entry{e}); err != nil {
		return got, err
	}
	if e.Facts != nil {
		got.sums = e.Facts.Sums
	}
	got.file.ModifiedAt = q.tree.reportedTime(e.ModifiedAt())
	return got, nil
}

// writeDirectoryText answers with a sentence in both languages.
func (q *request) writeDirectoryText() error {
	q.W.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if q.R.Method == http.MethodGet {
		_, _ = io.WriteString(q.W, translate("fa", textDirectory)+"\n"+translate("en", textDirectory)+"\n") // the program went away
	}
	return nil
}
