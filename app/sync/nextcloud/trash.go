package nextcloud

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/downloads"
	"anbar/app/drive/files"
	"anbar/app/sync/webdav"
	"anbar/db"
)

// The trash of an app is all trashes that the person may see, in one list. An item is named by
// its name and its number, because a trash holds many of one name.

const (
	trashTop   = "trash"
	restoreTop = "restore"
	trashMark  = ".d" // between the name and the number
)

func (s *Service) handleTrash(a *davRequest) error {
	if len(a.names) == 0 || a.names[0] != trashTop {
		return fault.InvalidID
	}
	inside := a.names[1:]
	switch a.R.Method {
	case "PROPFIND":
		return s.listTrash(a, inside)
	case http.MethodGet, http.MethodHead:
		return s.serveTrashed(a, inside)
	case http.MethodDelete:
		return s.purgeTrashed(a, inside)
	case "MOVE":
		return s.restoreTrashed(a, inside)
	}
	return fault.PermissionDenied
}

// loadTrashes returns the trashes that a person may do something to.
func loadTrashes(v *db.View, who access.Actor, verb access.Verb) ([]*access.Item, error) {
	spaces, err := access.Spaces(v, who)
	if err != nil {
		return nil, err
	}
	var all []*access.Item
	for i := range spaces {
		sp, _, err := access.SpaceRights(v, who, spaces[i].ID)
		if errors.Is(err, fault.InvalidID) {
			continue
		}
		if err != nil {
			return nil, err
		}
		some, err := loadSpaceTrashes(v, who, sp, verb)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// loadSpaceTrashes returns those of one workspace.
func loadSpaceTrashes(v *db.View, who access.Actor, sp *db.Space, verb access.Verb) (all []*access.Item, err error) {
	for _, root := range []db.NodeID{sp.MyTrash, sp.Trash} {
		it, err := access.TrashedNode(v, who, sp.ID, root, verb)
		switch {
		case err == nil:
			all = append(all, it)
		case !errors.Is(err, fault.InvalidID) && !errors.Is(err, fault.PermissionDenied) && !errors.Is(err, fault.PlanExpired):
			return nil, err
		}
	}
	return all, nil
}

// trashName is how an item of a trash is called in paths.
func trashName(n *db.Node) string { return fmt.Sprintf("%s%s%d", n.Name, trashMark, int64(n.ID)) }

// loadTrashed loads the item that names lead to.
func loadTrashed(v *db.View, who access.Actor, inside []string, verb access.Verb) (*access.Item, error) {
	if len(inside) == 0 {
		return nil, fault.InvalidID
	}
	i := strings.LastIndex(inside[0], trashMark)
	if i < 0 {
		return nil, fault.InvalidID
	}
	there, err := access.Anywhere(v, who, db.NodeID(parseNumber(inside[0][i+len(trashMark):])))
	if err != nil {
		return nil, err
	}
	if !there.InTrash() || len(there.Path) != 2 || trashName(there.Node) != inside[0] {
		return nil, fault.InvalidID
	}
	id := there.ID
	for _, name := range inside[1:] {
		n, err := v.ChildByName(id, name, names.Keys(name))
		if err != nil {
			return nil, toInvalidID(err)
		}
		id = n.ID
	}
	return access.TrashedNode(v, who, there.Space.ID, id, verb)
}

// trashListing is a listing of the trash.
type trashListing struct {
	*davRequest
	v      *db.View
	places *webdav.Places
	from   map[db.NodeID]string // where directories lie, with a slash at the end
	inside []string
	add    func(*webdav.Row) error
}

func (s *Service) listTrash(a *davRequest, inside []string) error {
	t, err := s.loadTree(a.Call, filesBase+a.Who.User.String()+"/")
	if err != nil {
		return err
	}
	return s.Dav.ServeRows(a.Call, func(v *db.View, add func(*webdav.Row) error) error {
		places, err := t.LoadPlaces(v, a.Who)
		if err != nil {
			return err
		}
		return (&trashListing{davRequest: a, v: v, places: places, from: map[db.NodeID]string{}, inside: inside, add: add}).writeRows()
	})
}

func (b *trashListing) writeRows() error {
	dirs, err := b.addTop()
	if err != nil || b.depth() == "0" {
		return err
	}
	for _, dir := range dirs {
		if err := b.addChildren(dir); err != nil {
			return err
		}
	}
	return nil
}

// addTop adds the row of what the path names, and returns the directories whose members the path shows.
func (b *trashListing) addTop() ([]*access.Item, error) {
	if len(b.inside) == 0 {
		if err := b.add(newCollectionRow(b.joinPath(trashTop))); err != nil {
			return nil, err
		}
		return loadTrashes(b.v, b.Who, access.Read)
	}
	it, err := loadTrashed(b.v, b.Who, b.inside, access.Read)
	if err != nil {
		return nil, err
	}
	if err := b.addRow(it.Node, b.inside); err != nil || it.Kind != db.Directory {
		return nil, err
	}
	return []*access.Item{it}, nil
}

func (b *trashListing) addChildren(dir *access.Item) error {
	p := files.Page{Sort: "created_at:-1", Limit: limits.DavPage}
	if dir.Parent == 0 {
		p.Sort = "trashed_at:-1"
	}
	for {
		all, info, err := files.Children(b.v, dir, p)
		if err != nil {
			return err
		}
		for i := range all {
			name := all[i].Name
			if len(b.inside) == 0 {
				name = trashName(&all[i])
			}
			if err := b.addRow(&all[i], append(b.inside[:len(b.inside):len(b.inside)], name)); err != nil {
				return err
			}
		}
		if info.Next == nil {
			return nil
		}
		p.Cursor = *info.Next
	}
}

func (b *trashListing) addRow(n *db.Node, inside []string) error {
	r := &webdav.Row{Href: b.joinPath(append([]string{trashTop}, inside...)...)}
	if n.Kind == db.Directory {
		r.Href += "/"
		r.Values = []webdav.Value{directoryTypeValue(), newValue(ocNS, "size", strconv.FormatInt(n.Size, 10))}
	} else {
		r.Values = fileValues(n.Size, n.ContentType, n.Version)
	}
	r.Values = append(r.Values, modifiedValue(n.ModifiedAt), newValue("DAV:", "displayname", n.Name), newValue(ncNS,
		"trashbin-filename", n.Name),
		newValue(ocNS, "fileid", strconv.FormatInt(int64(n.ID), 10)), newValue(ocNS, "id", strconv.FormatInt(int64(n.ID), 10)),
		newValue(ocNS, "permissions", "GD"), newValue(ncNS, "has-preview", strconv.FormatBool(n.Thumbnail == db.ThumbnailMade)))
	if !n.TrashedAt.IsZero() {
		from, err := b.findOrigin(n)
		if err != nil {
			return err
		}
		r.Values = append(r.Values, newValue(ncNS, "trashbin-deletion-time", strconv.FormatInt(n.TrashedAt.Unix(), 10)),
			newValue(ncNS, "trashbin-original-location", from+n.Name))
	}
	return b.add(r)
}

// findOrigin is where an item was in the tree of the person; empty when that is gone or hidden.
func (b *trashListing) findOrigin(n *db.Node) (string, error) {
	if from, known := b.from[n.TrashedFrom]; known {
		return from, nil
	}
	from := ""
	dir, err := access.Dir(b.v, b.Who, n.Space, n.TrashedFrom, access.Read)
	if err != nil && !errors.Is(err, fault.InvalidID) {
		return "", err
	}
	if err == nil {
		if names, shown := b.places.Of(dir); shown && len(names) > 0 {
			from = strings.Join(names, "/") + "/"
		}
	}
	b.from[n.TrashedFrom] = from
	return from, nil
}

func (s *Service) serveTrashed(a *davRequest, inside []string) error {
	f, err := db.Get(a, s.DB, func(v *db.View) (*downloads.FileVersion, error) {
		it, err := loadTrashed(v, a.Who, inside, access.Read)
		if err != nil {
			return nil, err
		}
		if it.Kind != db.File {
			return nil, fault.NotAFile
		}
		return downloads.VersionOf(v, it, 0)
	})
	if err != nil {
		return err
	}
	return s.Downloads.ServeToProgram(a.W, a.R, f, `"`+f.Version.String()+`"`)
}

// selectTrashed makes a selection of the item that names lead to.
func (s *Service) selectTrashed(a *davRequest, inside []string, verb access.Verb) (files.Selection, error) {
	var sel files.Selection
	err := s.DB.View(a, func(v *db.View) error {
		it, err := loadTrashed(v, a.Who, inside, verb)
		if err != nil {
			return err
		}
		sel.Space = it.Space.ID
		if it.Kind == db.Directory {
			sel.Directories = []db.NodeID{it.ID}
		} else {
			sel.Files = []db.NodeID{it.ID}
		}
		return nil
	})
	return sel, err
}

// purgeTrashed deletes an item forever, or all that the list shows and the person may delete.
func (s *Service) purgeTrashed(a *davRequest, inside []string) error {
	if len(inside) == 0 {
		return s.emptyTrashes(a)
	}
	sel, err := s.selectTrashed(a, inside, access.Delete)
	if err == nil {
		err = s.Trash.Purge(a, a.Who, sel)
	}
	if err != nil {
		return err
	}
	return a.writeStatus(http.StatusNoContent)
}

func (s *Service) emptyTrashes(a *davRequest) error {
	all, err := db.Get(a, s.DB, func(v *db.View) ([]*access.Item, error) { return loadTrashes(v, a.Who, access.Delete) })
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fault.PermissionDenied
	}
	began := time.Now()
	for _, bin := range all {
		if err := s.Trash.Empty(a, a.Who, bin.Space.ID, bin.ID, began, func(int) {}); err != nil {
			return err
		}
	}
	return a.writeStatus(http.StatusNoContent)
}

// restoreTrashed puts an item back to where it was. The name in the destination says nothing: an item
// gets its own, with a number when that is taken.
func (s *Service) restoreTrashed(a *davRequest, inside []string) error {
	to, err := a.parseDestination()
	if err != nil {
		return err
	}
	if len(to) != 2 || to[0] != restoreTop {
		return fault.PermissionDenied
	}
	sel, err := s.selectTrashed(a, inside, access.Update)
	if err == nil {
		_, _, err = s.Files.Restore(a, a.Who, sel, files.Choices{All: files.Rename})
	}
	if err != nil {
		return err
	}
	return a.writeStatus(http.StatusCreated)
}
