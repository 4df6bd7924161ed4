package nextcloud

import (
	"net/http"
	"slices"
	"strconv"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/drive/downloads"
	"anbar/app/drive/files"
	"anbar/app/drive/leases"
	"anbar/app/sync/webdav"
	"anbar/db"
)

// The earlier versions of a file lie at versions/{number of the file}/{number of the version}.
// The newest one is no part of that list: it is the file.

const versionsTop = "versions"

func (s *Service) handleVersions(a *davRequest) error {
	if len(a.names) < 2 || len(a.names) > 3 || a.names[0] != versionsTop {
		return fault.InvalidID
	}
	file, version := db.NodeID(parseNumber(a.names[1])), db.VersionID(0)
	if len(a.names) == 3 {
		if version = db.VersionID(parseNumber(a.names[2])); version == 0 {
			return fault.InvalidID
		}
	}
	switch {
	case a.R.Method == "PROPFIND":
		return s.Dav.ServeRows(a.Call, func(v *db.View, add func(*webdav.Row) error) error { return a.listVersions(v, file, version, add) })
	case version == 0:
	case a.R.Method == http.MethodGet, a.R.Method == http.MethodHead:
		return s.serveVersion(a, file, version)
	case a.R.Method == "MOVE":
		return s.restoreVersion(a, file, version)
	}
	return fault.PermissionDenied
}

// loadFileByNumber loads a file that the person may read.
func loadFileByNumber(v *db.View, who access.Actor, id db.NodeID) (*access.Item, error) {
	there, err := access.Anywhere(v, who, id)
	if err != nil {
		return nil, err
	}
	it, err := access.Node(v, who, there.Space.ID, id, access.Read)
	if err == nil && it.Kind != db.File {
		err = fault.InvalidID
	}
	return it, err
}

func (a *davRequest) listVersions(v *db.View, file db.NodeID, only db.VersionID, add func(*webdav.Row) error) error {
	it, err := loadFileByNumber(v, a.Who, file)
	if err != nil {
		return err
	}
	all, err := v.VersionsOf(it.ID)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(ver db.Version) bool { return ver.ID == it.Version || only != 0 && ver.ID != only })
	switch {
	case only == 0:
		if err := add(newCollectionRow(a.joinPath(versionsTop, a.names[1]))); err != nil || a.depth() == "0" {
			return err
		}
	case len(all) == 0:
		return fault.VersionNotFound
	}
	for i := range all {
		if err := add(a.versionRow(&all[i], it.Name)); err != nil {
			return err
		}
	}
	return nil
}

func (a *davRequest) versionRow(ver *db.Version, name string) *webdav.Row {
	at := ver.CreatedAt
	if !ver.ModifiedAt.IsZero() {
		at = ver.ModifiedAt
	}
	return &webdav.Row{
		Href:   a.joinPath(versionsTop, a.names[1], strconv.FormatInt(int64(ver.ID), 10)),
		Values: append(fileValues(ver.Size, ver.ContentType, ver.ID), modifiedValue(at), newValue("DAV:", "displayname", name)),
	}
}

func (s *Service) serveVersion(a *davRequest, file db.NodeID, version db.VersionID) error {
	f, err := db.Get(a, s.DB, func(v *db.View) (*downloads.FileVersion, error) {
		it, err := loadFileByNumber(v, a.Who, file)
		if err != nil {
			return nil, err
		}
		return downloads.VersionOf(v, it, version)
	})
	if err != nil {
		return err
	}
	return s.Downloads.ServeToProgram(a.W, a.R, f, `"`+version.String()+`"`)
}

func (s *Service) restoreVersion(a *davRequest, file db.NodeID, version db.VersionID) error {
	to, err := a.parseDestination()
	if err != nil {
		return err
	}
	if len(to) != 2 || to[0] != restoreTop {
		return fault.PermissionDenied
	}
	ref, err := s.findRef(a, file)
	if err != nil {
		return err
	}
	err = s.Files.RestoreVersion(a, a.Who, ref, version, func(v *db.View, it *access.Item) error {
		if err := leases.CheckFreeForProgram(v, a.Who, it.ID); err != nil {
			return err
		}
		return s.Dav.CheckItemLocks(a.Call, v, it) // also shared ones: an app cannot name the lock
	})
	if err != nil {
		return err
	}
	return a.writeStatus(http.StatusCreated)
}

func (s *Service) findRef(a *davRequest, file db.NodeID) (ref files.Ref, err error) {
	return db.Get(a, s.DB, func(v *db.View) (ref files.Ref, err error) {
		it, err := loadFileByNumber(v, a.Who, file)
		if err == nil {
			ref = files.Ref{Space: it.Space.ID, Directory: it.Parent, File: it.ID}
		}
		return ref, err
	})
}
