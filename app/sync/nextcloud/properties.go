package nextcloud

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"anbar/app/base/access"
	"anbar/app/drive/files"
	"anbar/app/drive/thumbnails"
	"anbar/app/sync/webdav"
	"anbar/db"
)

const (
	ocNS = "http://owncloud.org/ns"
	ncNS = "http://nextcloud.org/ns"
)

// propertySet are what the properties of one answer have in common.
type propertySet struct {
	origin    string // of the address that the app uses
	install   string
	restored  string
	favorites map[db.NodeID]bool
	people    map[db.UserID]db.Person
	values    map[db.NodeID][]db.FieldValue
	fieldDefs map[db.FieldID]*db.Field
	loaded    map[db.SpaceID]bool // whose titles are there
}

// The numbers of directories that only hold mounts. No item has them.
const (
	numberOfTop    = 1
	numberOfShared = 2
)

// numberOf is the number of an entry; apps keep it as the identity of the file.
func numberOf(e *webdav.Entry) int64 {
	switch {
	case e.Node != nil:
		return int64(e.Node.ID)
	case e.Root != nil && e.Root.Names == mountNames:
		return numberOfTop
	}
	return numberOfShared
}

// fileID is the number with the id of the installation, which apps keep apart by it.
func (m *propertySet) fileID(number int64) string { return fmt.Sprintf("%019d", number) + m.install }

func (m *propertySet) loadInstall(v *db.View, _ access.Actor, _ []*webdav.Entry) (err error) {
	if m.install == "" {
		m.install, err = v.Install()
	}
	return err
}

// setFileID tells the identity of an item in the answer about it.
func (m *propertySet) setFileID(v *db.View, h http.Header, it *access.Item) error {
	if err := m.loadInstall(v, access.Actor{}, nil); err != nil {
		return err
	}
	h.Set("OC-FileId", m.fileID(int64(it.ID)))
	return nil
}

type appendFunc = func(b []byte, e *webdav.Entry) ([]byte, bool)

func newProperty(space, name string, do appendFunc) *webdav.Property {
	return &webdav.Property{Name: xml.Name{Space: space, Local: name}, Append: do}
}

// properties are those that apps ask for beside WebDAV's.
func (m *propertySet) properties() []*webdav.Property {
	id := newProperty(ocNS, "id", func(b []byte, e *webdav.Entry) ([]byte, bool) { return append(b, m.fileID(numberOf(e))...), true })
	id.Load = m.loadInstall
	length := newProperty("DAV:", "getcontentlength", func(b []byte, e *webdav.Entry) ([]byte, bool) { return appendSize(b, e), true })
	length.All = true
	sums := newProperty(ocNS, "checksums", appendSums)
	sums.Load = webdav.LoadFacts
	return []*webdav.Property{
		id, length, sums, m.fingerprint(), m.favorite(), m.ownerID(), m.ownerName(), m.customFields(), olderVersions(),
		newProperty(ocNS, "fileid", func(b []byte, e *webdav.Entry) ([]byte, bool) { return strconv.AppendInt(b, numberOf(e), 10), true }),
		newProperty(ocNS, "size", func(b []byte, e *webdav.Entry) ([]byte, bool) { return appendSize(b, e), true }),
		newProperty(ocNS, "permissions", func(b []byte, e *webdav.Entry) ([]byte, bool) {
			return append(b,
				permissionLetters(e)...), true
		}),
		newProperty(ocNS, "privatelink", func(b []byte, e *webdav.Entry) ([]byte, bool) {
			return strconv.AppendInt(append(webdav.AppendText(b, m.origin), "/index.php"+itemPage...), numberOf(e), 10), e.Node != nil
		}),
		newProperty(ncNS, "has-preview", func(b []byte, e *webdav.Entry) ([]byte, bool) {
			return strconv.AppendBool(b, e.Node != nil && thumbnails.HasPicture(e.Node)), true
		}),
	}
}

func appendSize(b []byte, e *webdav.Entry) []byte {
	if e.Node == nil {
		return append(b, '0')
	}
	return strconv.AppendInt(b, e.Node.Size, 10)
}

func appendSums(b []byte, e *webdav.Entry) ([]byte, bool) {
	if e.Facts == nil || e.Facts.Sums == "" {
		return b, false
	}
	return append(append(append(b, "<oc:checksum>"...), e.Facts.Sums...), "</oc:checksum>"...), true
}

// fingerprint changes when the server was restored from a backup.
func (m *propertySet) fingerprint() *webdav.Property {
	p := newProperty(ocNS, "data-fingerprint", func(b []byte, e *webdav.Entry) ([]byte, bool) {
		return append(b, m.restored...), e.Root != nil && e.Root.Names == mountNames
	})
	p.Load = func(v *db.View, _ access.Actor, _ []*webdav.Entry) (err error) {
		m.restored, err = v.LastRestoreID()
		return err
	}
	return p
}

// permissionLetters are what the person may do, in the letters of the apps: G read, R share, D delete, N rename, V move, W write a
// file, C and K make files and directories in a directory.
func permissionLetters(e *webdav.Entry) string {
	var b strings.Builder
	may := func(letter string, can bool) {
		if can {
			b.WriteString(letter)
		}
	}
	it := e.Item
	if it == nil {
		return "G"
	}
	may("R", it.Can(access.Create, access.DownloadLink))
	may("G", true)
	if e.Root == nil {
		may("D", it.Can(access.Delete))
		may("N", it.Can(access.Rename))
		may("V", it.Can(access.Move))
	}
	if !e.IsDirectory() {
		may("W", it.Can(access.Create, access.Version))
		return b.String()
	}
	may("C", it.Can(access.Create, access.FileSubject))
	may("K", it.Can(access.Create, access.Directory))
	return b.String()
}

func (m *propertySet) favorite() *webdav.Property {
	p := newProperty(ocNS, "favorite", func(b []byte, e *webdav.Entry) ([]byte, bool) {
		if e.Node != nil && m.favorites[e.Node.ID] {
			return append(b, '1'), true
		}
		return append(b, '0'), true
	})
	p.Load = m.loadFavorites
	p.Personal = true
	p.Set = func(tx *db.Tx, who access.Actor, it *access.Item, value string) error {
		return files.SetFavorite(tx, who, it, value == "1" || value == "true")
	}
	return p
}

func (m *propertySet) loadFavorites(v *db.View, who access.Actor, page []*webdav.Entry) error {
	var ids []db.NodeID
	for _, e := range page {
		if e.Node != nil {
			ids = append(ids, e.Node.ID)
		}
	}
	all, err := v.FavoritesAmong(who.User, ids)
	m.favorites = make(map[db.NodeID]bool, len(all))
	for _, id := range all {
		m.favorites[id] = true
	}
	return err
}

func entryOwner(e *webdav.Entry) db.UserID {
	if e.Node == nil {
		return 0
	}
	return e.Node.CreatedBy
}

func (m *propertySet) ownerID() *webdav.Property {
	return newProperty(ocNS, "owner-id", func(b []byte, e *webdav.Entry) ([]byte, bool) {
		return append(b, entryOwner(e).String()...), entryOwner(e) != 0
	})
}

func (m *propertySet) ownerName() *webdav.Property {
	p := newProperty(ocNS, "owner-display-name", func(b []byte, e *webdav.Entry) ([]byte, bool) {
		person, known := m.people[entryOwner(e)]
		return webdav.AppendText(b, strings.TrimSpace(person.FirstName+" "+person.LastName)), known
	})
	p.Load = func(v *db.View, _ access.Actor, page []*webdav.Entry) (err error) {
		var ids []db.UserID
		for _, e := range page {
			if entryOwner(e) != 0 {
				ids = append(ids, entryOwner(e))
			}
		}
		m.people, err = v.People(ids)
		return err
	}
	return p
}
