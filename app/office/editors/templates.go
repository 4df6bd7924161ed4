package editors

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/app/drive/files"
	"anbar/app/drive/leases"
	"anbar/db"
)

// Templates are the documents that new ones of a workspace begin with.
type Templates struct {
	Folder *access.Item // nil when none is chosen, and for those who may not read it
	Files  []db.Node
}

// ListTemplates lists the templates of a workspace that the caller may read.
func (s *Service) ListTemplates(ctx context.Context, who access.Actor, space db.SpaceID) (*Templates, error) {
	l := &Templates{}
	err := s.DB.View(ctx, func(v *db.View) (err error) {
		if _, _, err = access.SpaceRights(v, who, space); err != nil {
			return err
		}
		if l.Folder, err = loadTemplatesFolder(v, who, space); err != nil || l.Folder == nil || !l.Folder.CanReadFiles() {
			return err
		}
		l.Files, err = v.FilesOfTypes(l.Folder.ID, s.templateExtensions(), limits.Templates)
		return err
	})
	return l, err
}

// loadTemplatesFolder loads the folder of templates; nil without one that the caller may read. A folder that was deleted, or moved
// into another workspace or into a My Drive, is none any more.
func loadTemplatesFolder(v *db.View, who access.Actor, space db.SpaceID) (*access.Item, error) {
	id, err := v.TemplatesOf(space)
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	it, err := access.Dir(v, who, space, id, access.Read)
	switch {
	case isDenied(err), errors.Is(err, fault.InvalidID):
		return nil, nil
	case err != nil:
		return nil, err
	case it.IsInDrive():
		return nil, nil
	}
	return it, nil
}

// templateExtensions are the extensions of the documents that a new one can begin with: those of new documents, and those that an
// editor edits as they are.
func (s *Service) templateExtensions() []string {
	var all []string
	for i := range formats {
		if s.canStartFrom(&formats[i]) {
			all = append(all, formats[i].ext)
		}
	}
	return all
}

func (s *Service) canStartFrom(f *format) bool {
	if f.macros || f.native {
		return !f.macros
	}
	for _, via := range allEngines {
		if p := s.connectedProvider(via); via != leases.Google && p != nil && p.CanEdit(f.ext) {
			return true
		}
	}
	return false
}

// SetTemplates chooses the folder of templates of a workspace, one of its shared files; 0 for none.
func (s *Service) SetTemplates(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID) error {
	return s.DB.Update(ctx, func(tx *db.Tx) error {
		v := tx.ReadOnly()
		sp, err := access.Space(v, who, space, access.Update, access.Workspace)
		if err != nil {
			return err
		}
		before, err := loadTemplatesFolder(v, who, space)
		if err != nil {
			return err
		}
		var after *access.Item
		if dir != 0 {
			if after, err = access.Dir(v, who, space, dir, access.Read); err != nil {
				return err
			}
			if after.IsInDrive() || after.Parent == 0 {
				return fault.Field("directory_id", fault.InvalidValue)
			}
		}
		if err := tx.PutTemplates(space, dir); err != nil || before == nil && dir == 0 || before != nil && before.ID == dir {
			return err
		}
		return activity.RecordEntry(tx, activity.Entry{
			Who: who, Space: sp, Kind: "workspace", Target: int64(sp.ID), Name: sp.Title, Action: activity.WorkspaceTemplates,
			Before: folderDetail(before), After: folderDetail(after),
		})
	})
}

func folderDetail(it *access.Item) *activity.Detail {
	if it == nil {
		return nil
	}
	return &activity.Detail{Name: it.Name, Path: activity.Path(it.Path[:len(it.Path)-1])}
}

// CopyRequest is how a document begins with a copy of another one.
type CopyRequest struct {
	Target           // whose current version is copied
	To     db.NodeID // the directory of the copy; 0 for that of the file, or My Drive for those who may not add to that
	Name   string    // of the copy; that of the file when empty
}

// CopyDocument copies a document, to be edited.
func (s *Service) CopyDocument(ctx context.Context, who access.Actor, st CopyRequest) (*files.ItemView, error) {
	return db.Do(ctx, s.DB, func(tx *db.Tx) (*files.ItemView, error) {
		v := tx.ReadOnly()
		src, err := access.File(v, who, st.Space, st.Directory, st.File, access.Read)
		if err != nil {
			return nil, err
		}
		f := formatOf(src.Name, src.ContentType)
		if f == nil || !s.canStartFrom(f) {
			return nil, fault.NotEditable
		}
		dst, err := s.loadCopyDirectory(v, who, st)
		if err != nil {
			return nil, err
		}
		name := st.Name
		if name == "" {
			name = src.Name
		}
		if formatByExtension(extensionOf(name)) != f {
			name += "." + f.ext
		}
		n, err := names.Parse(name)
		if err != nil {
			return nil, toNameFault("name", err)
		}
		node, err := files.CopyFile(tx, who, src, dst, n)
		if err != nil {
			return nil, err
		}
		return files.Load(v, who, st.Space, node.ID)
	})
}

// loadCopyDirectory loads the directory that a copy goes into.
func (s *Service) loadCopyDirectory(v *db.View, who access.Actor, st CopyRequest) (*access.Item, error) {
	to := st.To
	if to == 0 {
		to = st.Directory
	}
	dst, err := access.Dir(v, who, st.Space, to, access.Create, access.FileSubject, access.Editor)
	if st.To != 0 || !errors.Is(err, fault.PermissionDenied) && !errors.Is(err, fault.InvalidID) {
		return dst, err
	}
	sp, my := access.Space(v, who, st.Space, access.Read, access.Workspace)
	if my != nil || sp.MyRoot == 0 {
		return nil, err
	}
	return access.Dir(v, who, st.Space, sp.MyRoot, access.Create, access.FileSubject, access.Editor)
}
