package webdav

import (
	"encoding/xml"
	"net/http"
	"strconv"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/quota"
	"anbar/db"
)

// Entry is a file or a directory of which properties are asked.
type Entry struct {
	Node  *db.Node // nil for a directory that only holds mounts
	Item  *access.Item
	Root  *Root // of the tree or of a mount; nil for any other entry
	Space *db.Space
	Title string
	Href  string          // escaped
	Facts *db.DeviceFacts // about the newest version; nil without any
	More  map[any]any     // that properties of a tree load

	alone bool // the entries around it lie elsewhere
	list  *listing
	tag   string // of a root whose tag covers its mounts
	locks []db.DavLock
	dead  []db.DavProp
}

// IsDirectory reports whether the entry is one.
func (e *Entry) IsDirectory() bool { return e.Node == nil || e.Node.Kind == db.Directory }

// Property is one that the server knows.
type Property struct {
	Name xml.Name
	All  bool // "allprop" has it
	// Append writes the value as XML, and reports false when the entry has no such property.
	Append   func(b []byte, e *Entry) ([]byte, bool)
	Personal bool // it is about the person, so locks of the item do not stand in its way
	// Set changes it, to "" when it is removed; nil when programs cannot. It checks the right to do so.
	Set func(tx *db.Tx, who access.Actor, it *access.Item, value string) error
	// Load reads for all entries of a page what Append needs; nil for nothing.
	Load func(v *db.View, who access.Actor, page []*Entry) error
}

func davName(local string) xml.Name { return xml.Name{Space: davNS, Local: local} }

func appendTextValue(b []byte, s string) ([]byte, bool) { return appendEscaped(b, s), true }

func newLiveProp(name string, all bool, do func(b []byte, e *Entry) ([]byte, bool)) *Property {
	return &Property{Name: davName(name), All: all, Append: do}
}

// liveProperties are those of WebDAV.
func liveProperties() []*Property {
	modified := newLiveProp("getlastmodified", true, appendModified)
	modified.Load, modified.Set = LoadFacts, setModified
	locks := newLiveProp("lockdiscovery", true, appendLocks)
	locks.Load = loadLocks
	return []*Property{
		newLiveProp("resourcetype", true, appendResourceType),
		newLiveProp("displayname", true, func(b []byte, e *Entry) ([]byte, bool) { return appendTextValue(b, e.Title) }),
		newLiveProp("getcontentlength", true, appendContentLength),
		newLiveProp("getcontenttype", true, appendContentType),
		newLiveProp("getetag", true, appendETag),
		modified,
		newLiveProp("creationdate", true, appendCreationDate),
		newLiveProp("supportedlock", true, appendSupportedLock),
		locks,
		newLiveProp("quota-used-bytes", false, appendQuotaUsed),
		newLiveProp("quota-available-bytes", false, appendQuotaAvailable),
	}
}

func appendResourceType(b []byte, e *Entry) ([]byte, bool) {
	if e.IsDirectory() {
		b = append(b, "<d:collection/>"...)
	}
	return b, true
}

func appendContentLength(b []byte, e *Entry) ([]byte, bool) {
	if e.IsDirectory() {
		return b, false
	}
	return strconv.AppendInt(b, e.Node.Size, 10), true
}

func appendContentType(b []byte, e *Entry) ([]byte, bool) {
	if e.IsDirectory() {
		return appendTextValue(b, "httpd/unix-directory")
	}
	return appendTextValue(b, e.Node.ContentType)
}

func appendETag(b []byte, e *Entry) ([]byte, bool) {
	switch {
	case e.tag != "":
		return appendTextValue(b, e.tag)
	case e.Node == nil:
		return b, false
	case e.IsDirectory():
		return appendTextValue(b, e.list.era.directoryTag(e.Node, e.Space))
	}
	return appendTextValue(b, fileTag(e.Node))
}

func appendModified(b []byte, e *Entry) ([]byte, bool) {
	if e.Node == nil {
		return b, false
	}
	at := e.ModifiedAt()
	if e.list != nil {
		at = e.list.tree.reportedTime(at)
	}
	return appendTextValue(b, at.UTC().Format(http.TimeFormat))
}

func appendCreationDate(b []byte, e *Entry) ([]byte, bool) {
	if e.Node == nil {
		return b, false
	}
	return e.Node.CreatedAt.UTC().AppendFormat(b, time.RFC3339), true
}

const supportedLocks = "<d:lockentry><d:lockscope><d:exclusive/></d:lockscope><d:locktype><d:write/></d:locktype></d:lockentry>" +
	"<d:lockentry><d:lockscope><d:shared/></d:lockscope><d:locktype><d:write/></d:locktype></d:lockentry>"

func appendSupportedLock(b []byte, e *Entry) ([]byte, bool) {
	if e.Node != nil {
		b = append(b, supportedLocks...)
	}
	return b, true
}

func appendQuotaUsed(b []byte, e *Entry) ([]byte, bool) {
	if !e.IsDirectory() || e.Space == nil {
		return b, false
	}
	return strconv.AppendInt(b, e.Space.StorageUsed, 10), true
}

func appendQuotaAvailable(b []byte, e *Entry) ([]byte, bool) {
	if !e.IsDirectory() || e.Space == nil {
		return b, false
	}
	return strconv.AppendInt(b, quota.FreeBytes(e.Space, e.list.diskFree), 10), true
}

// ModifiedAt is when the content was changed, on the device that it came from if that said so. A directory changes with
// everything below it.
func (e *Entry) ModifiedAt() time.Time {
	switch {
	case e.IsDirectory() && e.Node.Tree != 0:
		return db.NodeID(e.Node.Tree).Time()
	case e.Facts != nil && !e.Facts.ModifiedAt.IsZero():
		return e.Facts.ModifiedAt
	}
	return e.Node.ModifiedAt
}

// LoadFacts loads what devices said about the newest versions of the files of a page.
func LoadFacts(v *db.View, _ access.Actor, page []*Entry) error {
	byID := make(map[db.VersionID]*Entry, len(page))
	var ids []db.VersionID
	for _, e := range page {
		if !e.IsDirectory() && e.Facts == nil {
			byID[e.Node.Version] = e
			ids = append(ids, e.Node.Version)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	all, err := v.DeviceFactsOf(ids)
	for i := range all {
		byID[all[i].Version].Facts = &all[i]
	}
	return err
}

// lockableNodes returns the nodes whose locks may hold for the entries of a page.
func lockableNodes(page []*Entry) (nodes []db.NodeID) {
	for i, e := range page {
		if e.Node == nil {
			continue
		}
		nodes = append(nodes, e.Node.ID)
		if e.Item != nil && (i == 0 || e.Root != nil || e.alone) { // the others lie in the same directory
			nodes = append(nodes, e.Item.Steps()...)
		}
	}
	return nodes
}

// loadLocks loads the locks of a page: those of its entries, and the deep ones of the directories around them.
func loadLocks(v *db.View, _ access.Actor, page []*Entry) error {
	all, err := listLocks(v, lockableNodes(page))
	if err != nil || len(all) == 0 {
		return err
	}
	by := map[db.NodeID][]db.DavLock{}
	for _, l := range all {
		by[l.Node] = append(by[l.Node], l)
	}
	for _, e := range page {
		if e.Node == nil {
			continue
		}
		for _, step := range e.Item.Steps() {
			for _, l := range by[step] {
				if l.Deep || step == e.Node.ID {
					e.locks = append(e.locks, l)
				}
			}
		}
	}
	return nil
}

func appendLocks(b []byte, e *Entry) ([]byte, bool) {
	for i := range e.locks {
		l := &e.locks[i]
		at := e.Href
		if l.Node != e.Node.ID {
			at = e.list.hrefOf(l.Node, e)
		}
		b = appendLock(b, l, at, e.list.now, l.User == e.list.who.User || e.Item != nil && e.Item.CanOrganize())
	}
	return b, true
}

// appendLock describes a lock. Its token goes to those alone who may end it: the person who has it, and who manages the files.
func appendLock(b []byte, l *db.DavLock, root string, now time.Time, ends bool) []byte {
	scope, depth := "exclusive", "0"
	if l.Shared {
		scope = "shared"
	}
	if l.Deep {
		depth = "infinity"
	}
	b = append(b, "<d:activelock><d:locktype><d:write/></d:locktype><d:lockscope><d:"+scope+"/></d:lockscope>"...)
	b = append(b, "<d:depth>"+depth+"</d:depth>"...)
	if l.Owner != "" {
		b = append(append(append(b, "<d:owner>"...), l.Owner...), "</d:owner>"...)
	}
	b = append(b, "<d:timeout>Second-"...)
	b = strconv.AppendInt(b, max(1, int64(l.ExpiresAt.Sub(now).Round(time.Second)/time.Second)), 10)
	b = append(b, "</d:timeout>"...)
	if ends {
		b = append(appendEscaped(append(b, "<d:locktoken><d:href>"...), l.Token), "</d:href></d:locktoken>"...)
	}
	return append(appendEscaped(append(b, "<d:lockroot><d:href>"...), root), "</d:href></d:lockroot></d:activelock>"...)
}
