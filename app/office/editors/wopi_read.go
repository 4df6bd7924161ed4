package editors

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/drive/downloads"
	"anbar/db"
)

// WopiFile is the answer to CheckFileInfo.
type WopiFile struct {
	Name       string `json:"BaseFileName"`
	Owner      string `json:"OwnerId"`
	Size       int64  `json:"Size"`
	Version    string `json:"Version"`
	User       string `json:"UserId"`
	UserName   string `json:"UserFriendlyName"`
	ModifiedAt string `json:"LastModifiedTime" doc:"of the contents; comes back in X-COOL-WOPI-Timestamp"`
	Extension  string `json:"FileExtension"`

	CanWrite    bool `json:"UserCanWrite"`
	ReadOnly    bool `json:"ReadOnly"`
	NoRelative  bool `json:"UserCanNotWriteRelative" doc:"the person may not make files beside it"`
	CanRename   bool `json:"UserCanRename"`
	IsAnonymous bool `json:"IsAnonymousUser"`

	Locks         bool `json:"SupportsLocks"`
	GetLock       bool `json:"SupportsGetLock"`
	LongLocks     bool `json:"SupportsExtendedLockLength"`
	Update        bool `json:"SupportsUpdate"`
	Rename        bool `json:"SupportsRename"`
	Delete        bool `json:"SupportsDeleteFile"`
	CloseMessage  bool `json:"ClosePostMessage"`
	OwnerMayClose bool `json:"EnableOwnerTermination"`

	MessageOrigin string `json:"PostMessageOrigin"`
	EditURL       string `json:"HostEditUrl,omitempty"`
}

// SchemaName implements api.SchemaNamer.
func (WopiFile) SchemaName() string { return "WopiFile" }

// wopiDocument is the file of a request.
type wopiDocument struct {
	*downloads.FileVersion
	it        *access.Item
	savedAt   time.Time // when its contents came
	canEdit   bool
	canCreate bool
}

func (s *Service) loadWopiDocument(w *wopiCall) (*wopiDocument, error) {
	f := &wopiDocument{}
	err := s.DB.View(w, func(v *db.View) error {
		it, err := access.Node(v, w.who, w.p.Space, w.p.File, access.Read)
		if err != nil {
			return err
		}
		if it.Kind != db.File {
			return fault.NotAFile
		}
		f.it = it
		if f.FileVersion, err = downloads.VersionOf(v, it, w.p.Version); err != nil {
			return err
		}
		if f.savedAt, err = loadSaveTime(v, it, f.Version); err != nil {
			return err
		}
		if w.p.Key != "" {
			_, err := s.authorizeEdit(v, w.who, w.target())
			if f.canEdit = err == nil; err != nil && !isDenied(err) {
				return err
			}
		}
		_, err = access.Dir(v, w.who, w.p.Space, it.Parent, access.Create, access.FileSubject, access.Editor)
		if f.canCreate = err == nil; isDenied(err) {
			err = nil
		}
		return err
	})
	return f, err
}

// loadSaveTime is when the contents of a version came.
func loadSaveTime(v *db.View, it *access.Item, version db.VersionID) (time.Time, error) {
	ver, err := v.VersionOf(it.ID, version)
	if err != nil {
		return time.Time{}, err
	}
	return ver.CreatedAt, nil
}

// formatWopiTime is the form of times in the protocol.
func formatWopiTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

func (s *Service) handleWopiInfo(w *wopiCall) error {
	if w.p.Act == actWopiProbe {
		return api.WriteJSON(w.W, http.StatusOK, WopiFile{Name: "probe.docx", Owner: "probe", Version: "1", User: "probe", ReadOnly: true})
	}
	f, err := s.loadWopiDocument(w)
	if err != nil {
		return err
	}
	out := WopiFile{
		Name: f.it.Name, Owner: f.it.CreatedBy.String(), Size: f.Size, Version: f.Version.String(), User: w.p.User.String(),
		UserName: strings.TrimSpace(w.person.FirstName + " " + w.person.LastName), ModifiedAt: formatWopiTime(f.savedAt),
		CanWrite: f.canEdit, ReadOnly: !f.canEdit, NoRelative: !f.canCreate,
		Locks: true, GetLock: true, LongLocks: true, Update: true, CloseMessage: true, MessageOrigin: s.URL(),
	}
	if ext := extensionOf(f.it.Name); ext != "" {
		out.Extension = "." + ext
	}
	if f.canEdit {
		out.EditURL = s.wopiEditURL(w.p.Space, f.it.Parent, w.p.File)
	}
	return api.WriteJSON(w.W, http.StatusOK, out)
}

// wopiEditURL is where a person edits a file.
func (s *Service) wopiEditURL(space db.SpaceID, dir, file db.NodeID) string {
	return s.URL() + "/editor/onlyoffice?space=" + space.String() + "&directory=" + dir.String() + "&file=" + file.String()
}

func (s *Service) handleWopiGet(w *wopiCall) error {
	f, err := s.loadWopiDocument(w)
	if err != nil {
		return err
	}
	if most, err := strconv.ParseInt(w.R.Header.Get("X-WOPI-MaxExpectedSize"), 10, 64); err == nil && f.Size > most {
		return newWopiError(http.StatusPreconditionFailed, "the file is larger than expected")
	}
	w.W.Header().Set("X-WOPI-ItemVersion", f.Version.String())
	w.R.URL.RawQuery = "" // nothing of what it serves depends on the query
	return s.Downloads.ServeToBrowser(w.W, w.R, w.owner(), f.FileVersion, false)
}
