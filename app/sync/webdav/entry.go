package webdav

import (
	"encoding/xml"
	"strings"

	"anbar/db"
)

// appendEntry writes one entry.
func (l *listing) appendEntry(b []byte, e *Entry) []byte {
	b = append(append(append(b, "<d:response><d:href>"...), strings.ReplaceAll(e.Href, "&", "&amp;")...), "</d:href>"...)
	b = append(b, "<d:propstat><d:prop>"...)
	if l.all || l.only {
		for _, p := range l.order {
			if l.only || p.All {
				b, _ = l.appendProperty(b, e, p)
			}
		}
		for i := range e.dead {
			b = l.appendDeadProp(b, &e.dead[i])
		}
	}
	b, missing := l.appendNamed(b, e)
	b = append(b, "</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>"...)
	if len(missing) > 0 && !l.minimal {
		b = append(b, "<d:propstat><d:prop>"...)
		for _, n := range missing {
			b = appendEmpty(b, n)
		}
		b = append(b, "</d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>"...)
	}
	return append(b, "</d:response>"...)
}

// appendNamed writes the properties that are asked for by name, without those written for "allprop", and returns the names that the
// entry does not have.
func (l *listing) appendNamed(b []byte, e *Entry) (_ []byte, missing []xml.Name) {
	for _, n := range l.names {
		if p := l.known[n]; p != nil && !(l.all && p.All) {
			var has bool
			if b, has = l.appendProperty(b, e, p); !has {
				missing = append(missing, n)
			}
			continue
		} else if p != nil || l.all {
			continue
		}
		if d := e.findDeadProp(n); d != nil {
			b = l.appendDeadProp(b, d)
			continue
		}
		missing = append(missing, n)
	}
	return b, missing
}

func (e *Entry) findDeadProp(n xml.Name) *db.DavProp {
	for i := range e.dead {
		if e.dead[i].NS == n.Space && e.dead[i].Name == n.Local {
			return &e.dead[i]
		}
	}
	return nil
}

func (l *listing) appendDeadProp(b []byte, p *db.DavProp) []byte {
	if l.only {
		return appendEmpty(b, xml.Name{Space: p.NS, Local: p.Name})
	}
	return append(b, p.Value...)
}

// appendProperty writes a property that the entry has.
func (l *listing) appendProperty(b []byte, e *Entry, p *Property) ([]byte, bool) {
	begin := len(b)
	b, end := appendOpenTag(b, p.Name)
	inner := len(b)
	b, has := p.Append(b, e)
	switch {
	case !has:
		return b[:begin], false
	case l.only:
		return appendEmpty(b[:begin], p.Name), true
	case len(b) == inner:
		return append(b[:inner-1], "/>"...), true
	}
	return append(append(append(b, "</"...), end...), '>'), true
}

// prefixes are the namespaces that every answer declares.
var prefixes = map[string]string{davNS: "d:", "http://owncloud.org/ns": "oc:", "http://nextcloud.org/ns": "nc:"}

// appendOpenTag begins an element and returns the name for its end.
func appendOpenTag(b []byte, n xml.Name) ([]byte, string) {
	if prefix, ok := prefixes[n.Space]; ok {
		return append(append(append(append(b, '<'), prefix...), n.Local...), '>'), prefix + n.Local
	}
	b = append(append(b, '<'), n.Local...)
	if n.Space != "" {
		b = append(appendEscaped(append(b, ` xmlns="`...), n.Space), '"')
	}
	return append(b, '>'), n.Local
}

func appendEmpty(b []byte, n xml.Name) []byte {
	b, _ = appendOpenTag(b, n)
	return append(b[:len(b)-1], "/>"...)
}
