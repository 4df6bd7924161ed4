package nextcloud

import (
	"net/http"
	"slices"
	"strconv"

	"anbar/app/access"
	"anbar/app/downloads"
	"anbar/app/fault"
	"anbar/app/files"
	"anbar/app/leases"
	"anbar/app/webdav"
	"anbar/db"
)

// The earlier versions of a file lie at versions/{number of the file}/{number of the version}.
// The newest one is no part of that list: it is the file.

const versionsTop = "versions"

func (s *Service) versions(a *asked) error {
	if len(a.rest) < 2 || len(a.rest) > 3 || a.rest[0] != versionsTop {
		return fault.InvalidID
	}
	file, version := db.NodeID(decimal(a.rest[1])), db.VersionID(0)
	if len(a.rest) == 3 {
		if version = db.VersionID(decimal(a.rest[2])); version == 0 {
			return fault.InvalidID
		}
	}
	switch {
	case a.R.Method == "PROPFIND":
		return s.Dav.List(a.Call, func(v *db.View, add func(*webdav.Row) error) error { return a.listVersions(v, file, version, add) })
	case version == 0:
	case a.R.Method == http.MethodGet, a.R.Method == http.MethodHead:
		return s.versionContent(a, file, version)
	case a.R.Method == "MOVE":
		return s.restoreVersion(a, file, version)
	}
	return fault.PermissionDenied
}

// fileByNumber loads a file that the person may read.
func fileByNumber(v *db.View, who access.Actor, id db.NodeID) (*access.Item, error) {
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

func (a *asked) listVersions(v *db.View, file db.NodeID, only db.VersionID, add func(*webdav.Row) error) error {
	it, err := fileByNumber(v, a.Who, file)
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
		if err := add(collection(a.path(versionsTop, a.rest[1]))); err != nil || a.depth() == "0" {
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

func (a *asked) versionRow(ver *db.Version, name string) *webdav.Row {
	at := ver.CreatedAt
	if !ver.ModifiedAt.IsZero() {
		at = ver.ModifiedAt
	}
	return &webdav.Row{
		Href:   a.path(versionsTop, a.rest[1], strconv.FormatInt(int64(ver.ID), 10)),
		Values: append(fileValues(ver.Size, ver.ContentType, ver.ID), modified(at), value("DAV:", "displayname", name)),
	}
}

func (s *Service) versionContent(a *asked, file db.NodeID, version db.VersionID) error {
	var f *downloads.FileVersion
	err := s.DB.View(a, func(v *db.View) error {
		it, err := fileByNumber(v, a.Who, file)
		if err != nil {
			return err
		}
		f, err = downloads.VersionOf(v, it, version)
		return err
	})
	if err != nil {
		return err
	}
	return s.Downloads.ServeFile(a.W, a.R, f, `"`+version.String()+`"`)
}

func (s *Service) restoreVersion(a *asked, file db.NodeID, version db.VersionID) error {
	to, err := a.destination()
	if err != nil {
		return err
	}
	if len(to) != 2 || to[0] != restoreTop {
		return fault.PermissionDenied
	}
	ref, err := s.refByNumber(a, file)
	if err != nil {
		return err
	}
	err = s.Files.RestoreVersion(a, a.Who, ref, version, func(v *db.View, it *access.Item) error {
		if err := leases.CheckFreeForProgram(v, a.Who, it.ID); err != nil {
			return err
		}
		return s.Dav.Unlocked(a.Call, v, it)
	})
	if err != nil {
		return err
	}
	return a.done(http.StatusCreated)
}

func (s *Service) refByNumber(a *asked, file db.NodeID) (ref files.Ref, err error) {
	err = s.DB.View(a, func(v *db.View) error {
		it, err := fileByNumber(v, a.Who, file)
		if err == nil {
			ref = files.Ref{Space: it.Space.ID, Directory: it.Parent, File: it.ID}
		}
		return err
	})
	return ref, err
}
