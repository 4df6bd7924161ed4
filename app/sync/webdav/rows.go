package webdav

import (
	"encoding/xml"
	"net/http"
	"slices"

	"anbar/app/base/api"
	"anbar/db"
)

// Row is something that lies in no tree, such as an earlier version of a file, as a PROPFIND lists it.
type Row struct {
	Href   string // escaped
	Values []Value
}

// Value is a property of a row.
type Value struct {
	Name xml.Name
	Text string
	XML  string // instead of the text
}

func (s *pendingResponse) writeRows(v *db.View, ask *query, collect func(v *db.View, add func(*Row) error) error) error {
	s.buf, s.size = append(s.buf[:0], xmlHead+statusHead...), 0
	err := collect(v, func(r *Row) error {
		s.buf = ask.appendRow(s.buf, r)
		return s.flushIfFull()
	})
	s.buf = append(s.buf, "</d:multistatus>\n"...)
	return err
}

// ServeRows answers a PROPFIND about rows, which collect adds in one snapshot.
func (s *Service) ServeRows(c *api.Call, collect func(v *db.View, add func(*Row) error) error) error {
	q := &request{Call: c, s: s}
	ask, err := q.readQuery()
	if err != nil {
		return err
	}
	release := func() {}
	if c.R.Header.Get("Depth") != "0" {
		if release, err = s.acquireListingSlot(c); err != nil {
			return err
		}
		defer release()
	}
	out := pendingResponse{dir: s.spool}
	defer func() { _ = out.close() }() // the file is gone already
	if err := s.viewNamed(c, func(v *db.View) error { return out.writeRows(v, ask, collect) }); err != nil {
		return err
	}
	release()
	return out.send(c.W, http.StatusMultiStatus)
}

const statusHead = `<d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" xmlns:oc="http://owncloud.org/ns" ` +
	`xmlns:nc="http://nextcloud.org/ns">`

func (q *query) appendRow(b []byte, r *Row) []byte {
	b = append(appendEscaped(append(b, "<d:response><d:href>"...), r.Href), "</d:href><d:propstat><d:prop>"...)
	for i := range r.Values {
		if v := &r.Values[i]; q.all || q.only || slices.Contains(q.names, v.Name) {
			b = q.appendValue(b, v)
		}
	}
	b = append(b, "</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>"...)
	begun := false
	for _, n := range q.names {
		if slices.ContainsFunc(r.Values, func(v Value) bool { return v.Name == n }) {
			continue
		}
		if !begun {
			b, begun = append(b, "<d:propstat><d:prop>"...), true
		}
		b = appendEmpty(b, n)
	}
	if begun {
		b = append(b, "</d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>"...)
	}
	return append(b, "</d:response>"...)
}

func (q *query) appendValue(b []byte, v *Value) []byte {
	if q.only || v.Text == "" && v.XML == "" {
		return appendEmpty(b, v.Name)
	}
	b, end := appendOpenTag(b, v.Name)
	if v.XML != "" {
		b = append(b, v.XML...)
	} else {
		b = appendEscaped(b, v.Text)
	}
	return append(append(append(b, "</"...), end...), '>')
}
