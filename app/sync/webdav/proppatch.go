package webdav

import (
	"encoding/xml"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/files"
	"anbar/db"
)

// patch is one property that a PROPPATCH sets or removes.
type patch struct {
	e      *element
	remove bool
	err    *davError
}

const win32NS = "urn:schemas-microsoft-com:"

func parsePatches(e *element) ([]*patch, error) {
	if e == nil || e.Name != davName("propertyupdate") {
		return nil, fault.BadRequest
	}
	var all []*patch
	for _, k := range e.Elements {
		remove := k.Name == davName("remove")
		if !remove && k.Name != davName("set") {
			continue
		}
		for _, list := range k.Elements {
			if list.Name != davName("prop") {
				continue
			}
			for _, p := range list.Elements {
				all = append(all, &patch{e: p, remove: remove})
			}
		}
	}
	if len(all) == 0 {
		return nil, fault.BadRequest
	}
	return all, nil
}

var errPatch = errors.New("webdav: a property cannot be set")

func (q *request) handleProppatch() error {
	body, err := q.readBody()
	if err != nil {
		return err
	}
	all, err := parsePatches(body)
	if err != nil {
		return err
	}
	var p *place
	err = q.s.updateNamed(q, func(tx *db.Tx) error {
		for _, one := range all {
			one.err = nil
		}
		var err error
		if p, err = q.findPatchable(tx.ReadOnly(), all); err != nil {
			return err
		}
		return q.applyPatches(tx, p.item, all)
	})
	if err != nil && !errors.Is(err, errPatch) {
		return err
	}
	return q.writePatchResult(p, all, err != nil)
}

// findPatchable finds what the properties belong to. It fails when a lock stands in their way.
func (q *request) findPatchable(v *db.View, all []*patch) (*place, error) {
	p, err := q.findExisting(v)
	if err != nil {
		return nil, err
	}
	if p.item == nil {
		return nil, fault.PermissionDenied
	}
	if q.isPersonal(all) {
		return p, nil
	}
	return p, q.checkLocks(v, p, lockScope{})
}

// isPersonal reports whether all patches are about the person and none about the item.
func (q *request) isPersonal(all []*patch) bool {
	known := map[xml.Name]bool{}
	for _, p := range q.tree.mergeProperties(q.s.properties) {
		known[p.Name] = p.Personal
	}
	return !slices.ContainsFunc(all, func(p *patch) bool { return !known[p.e.Name] })
}

// applyPatches does all of it, or returns errPatch and names what cannot be done.
func (q *request) applyPatches(tx *db.Tx, it *access.Item, all []*patch) error {
	failed := false
	for _, one := range all {
		err := q.applyPatch(tx, it, one)
		if err == nil {
			continue
		}
		if one.err = toDavError(err); one.err == nil {
			return err
		}
		failed = true
	}
	if failed {
		return errPatch
	}
	return nil
}

func (q *request) applyPatch(tx *db.Tx, it *access.Item, one *patch) error {
	name := one.e.Name
	for _, p := range q.tree.mergeProperties(q.s.properties) {
		if p.Name != name {
			continue
		}
		if p.Set == nil {
			return &davError{status: http.StatusForbidden, textID: textProtected, condition: "cannot-modify-protected-property"}
		}
		value := strings.TrimSpace(one.e.Text)
		if one.remove {
			value = ""
		}
		return p.Set(tx, q.Who, it, value)
	}
	if _, err := authorizeWrite(tx.ReadOnly(), q.Who, it); err != nil {
		return err
	}
	if name == (xml.Name{Space: win32NS, Local: "Win32LastModifiedTime"}) && !one.remove && it.Kind == db.File {
		if err := setModified(tx, q.Who, it, strings.TrimSpace(one.e.Text)); err != nil {
			return err
		}
	}
	return storeDeadProp(tx, it.ID, one)
}

// storeDeadProp keeps or forgets a property that the server does not know.
func storeDeadProp(tx *db.Tx, node db.NodeID, one *patch) error {
	prop := &db.DavProp{Node: node, NS: one.e.Name.Space, Name: one.e.Name.Local, Forgotten: one.remove}
	if !one.remove {
		prop.Value = string(appendElement(nil, one.e, ""))
	}
	if err := tx.PutDavProp(prop); err != nil {
		return err
	}
	if n, err := tx.DavPropsSize(node); err != nil || n > limits.DavProps {
		return errors.Join(err, errProps)
	}
	return nil
}

// statusLine is a status with its words.
func statusLine(status int) string { return strconv.Itoa(status) + " " + http.StatusText(status) }

// authorizeWrite loads an item whose content the actor may change.
func authorizeWrite(v *db.View, who access.Actor, it *access.Item) (*access.Item, error) {
	if it.Kind == db.Directory {
		return access.Node(v, who, it.Space.ID, it.ID, access.Create)
	}
	return access.Node(v, who, it.Space.ID, it.ID, access.Create, access.Version)
}

// setModified sets the time of a file as a program writes it. Directories have that of what lies in them.
func setModified(tx *db.Tx, who access.Actor, it *access.Item, value string) error {
	if it.Kind == db.Directory {
		return nil
	}
	at, err := http.ParseTime(value)
	if err != nil {
		at, err = time.Parse(time.RFC3339, value)
	}
	own := files.ContentTime(at)
	if err != nil || own.IsZero() {
		return fault.BadRequest
	}
	file, err := authorizeWrite(tx.ReadOnly(), who, it)
	if err != nil {
		return err
	}
	return files.SetModified(tx, who, file, own)
}

// writePatchResult answers what became of each property.
func (q *request) writePatchResult(p *place, all []*patch, failed bool) error {
	b := []byte(xmlHead + `<d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" xmlns:oc="http://owncloud.org/ns" ` +
		`xmlns:nc="http://nextcloud.org/ns"><d:response><d:href>`)
	b = append(appendEscaped(b, p.href()), "</d:href>"...)
	for _, one := range all {
		b = append(b, "<d:propstat><d:prop>"...)
		b = appendEmpty(b, one.e.Name)
		b = append(b, "</d:prop><d:status>HTTP/1.1 "...)
		switch {
		case one.err != nil:
			b = append(b, statusLine(one.err.status)...)
		case failed:
			b = append(b, statusLine(http.StatusFailedDependency)...)
		default:
			b = append(b, statusLine(http.StatusOK)...)
		}
		b = append(b, "</d:status>"...)
		if one.err != nil && one.err.condition != "" {
			b = append(append(append(b, "<d:error><d:"...), one.err.condition...), "/></d:error>"...)
		}
		b = append(b, "</d:propstat>"...)
	}
	return q.writeXML(http.StatusMultiStatus, append(b, "</d:response></d:multistatus>\n"...))
}
