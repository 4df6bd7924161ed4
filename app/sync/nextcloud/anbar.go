package nextcloud

import (
	"encoding/xml"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/sync/webdav"
	"anbar/db"
)

// anbarNS is the namespace of what only another appliance asks for, when it imports from here.
const anbarNS = "urn:anbar"

// customFields are the custom fields of an item with their types and values.
func (m *propertySet) customFields() *webdav.Property {
	p := newProperty(anbarNS, "fields", func(b []byte, e *webdav.Entry) ([]byte, bool) {
		if e.Node == nil || len(m.values[e.Node.ID]) == 0 {
			return b, false
		}
		for _, v := range m.values[e.Node.ID] {
			f := m.fieldDefs[v.Field]
			if f == nil {
				continue
			}
			b = append(appendAttribute(b, "<field title=", f.Title), ' ')
			b = append(appendAttribute(b, "type=", f.Type), '>')
			b = append(webdav.AppendText(b, v.Content), "</field>"...)
		}
		return b, true
	})
	p.Load = m.loadFields
	return p
}

func appendAttribute(b []byte, name, value string) []byte {
	var text strings.Builder
	_ = xml.EscapeText(&text, []byte(value)) // writing to memory does not fail
	return append(append(append(append(b, name...), '"'), text.String()...), '"')
}

func (m *propertySet) loadFields(v *db.View, _ access.Actor, page []*webdav.Entry) (err error) {
	var ids []db.NodeID
	spaces := map[db.SpaceID]bool{}
	for _, e := range page {
		if e.Node != nil && e.Item != nil && e.Item.Can(access.Read, access.EntityField) {
			ids = append(ids, e.Node.ID)
			spaces[e.Item.Space.ID] = true
		}
	}
	if m.values, err = v.FieldValuesOf(ids); err != nil || len(m.values) == 0 {
		return err
	}
	for id := range spaces {
		if err := m.loadFieldDefs(v, id); err != nil {
			return err
		}
	}
	return nil
}

// loadFieldDefs loads the fields of a workspace unless an earlier page did.
func (m *propertySet) loadFieldDefs(v *db.View, id db.SpaceID) error {
	if m.loaded[id] {
		return nil
	}
	all, err := v.FieldsOf(id)
	if err != nil {
		return err
	}
	if m.loaded == nil {
		m.loaded, m.fieldDefs = map[db.SpaceID]bool{}, map[db.FieldID]*db.Field{}
	}
	for i := range all {
		m.fieldDefs[all[i].ID] = &all[i]
	}
	m.loaded[id] = true
	return nil
}

// olderVersions is how many older contents a file has or had, so that nobody has to ask for those of a file without any.
func olderVersions() *webdav.Property {
	return newProperty(anbarNS, "versions", func(b []byte, e *webdav.Entry) ([]byte, bool) {
		if e.IsDirectory() {
			return b, false
		}
		return strconv.AppendInt(b, int64(max(0, e.Node.Number-1)), 10), true
	})
}

// isRestricted reports whether a link opens to less than everybody who has it, as long as it works: no app knows such a share.
func (sh *share) isRestricted() bool {
	return sh.link != nil && (sh.link.CountLimit > 0 || sh.link.Version != 0) || len(sh.terms().Emails) > 0
}

// expiresAt is the moment at which a share ends, of which apps know the day; nil for never.
func (sh *share) expiresAt() any {
	if t := sh.terms().ExpiresAt; !t.IsZero() {
		return t.UTC().Format(time.RFC3339)
	}
	return nil
}
