package nextcloud

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/sync/webdav"
	"anbar/db"
)

const (
	mountNames  = "files"        // under which the names of the directories in a person's tree are remembered
	sharedNames = "files:shared" // and those in "Shared with me"
)

// loadRoot is the top of a person's tree: their My Drive in one workspace, and in it every other root that they may see.
func loadRoot(v *db.View, who access.Actor, home db.SpaceID) (*webdav.Root, error) {
	r := &webdav.Root{Title: product, Names: mountNames, TagCoversMounts: true}
	if home != 0 {
		sp, tops, err := loadReadable(v, who, home)
		if err != nil {
			return nil, err
		}
		if sp != nil && sp.MyRoot != 0 && tops[sp.MyRoot] {
			r.Space, r.Item = home, sp.MyRoot
		}
	}
	r.Mounts = func(v *db.View) ([]*webdav.Root, error) { return loadMounts(v, who, home) }
	r.Find = func(v *db.View, name string) (*webdav.Root, error) { return findMount(v, who, r, name) }
	return r, nil
}

// loadReadable loads a workspace with the tops of what the person reads in it; nil when they read nothing.
func loadReadable(v *db.View, who access.Actor, id db.SpaceID) (*db.Space, map[db.NodeID]bool, error) {
	sp, _, err := access.SpaceRights(v, who, id)
	if errors.Is(err, fault.InvalidID) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	tops, err := access.ReadableRoots(v, who, id)
	return sp, tops, err
}

// findMount returns the mount of that name. Most names are none, and are found so without loading the workspaces.
func findMount(v *db.View, who access.Actor, r *webdav.Root, name string) (*webdav.Root, error) {
	known, err := v.MountsOf(who.User, mountNames)
	if err != nil {
		return nil, err
	}
	if len(known) == 0 {
		return nil, webdav.ErrSeekAll
	}
	at := slices.IndexFunc(known, func(m db.Mount) bool { return m.Name == name })
	if at < 0 {
		return nil, nil
	}
	all, err := r.Mounts(v)
	for _, m := range all {
		if m.ID == known[at].Root {
			m.Name = name
			return m, nil
		}
	}
	return nil, err
}

// loadMounts returns all roots beside the My Drive at the top.
func loadMounts(v *db.View, who access.Actor, home db.SpaceID) ([]*webdav.Root, error) {
	ids, err := listSpaceIDs(v, who)
	if err != nil {
		return nil, err
	}
	u, err := v.UserByID(who.User)
	if err != nil {
		return nil, toInvalidID(err)
	}
	var all, shared []*webdav.Root
	for _, id := range ids {
		sp, tops, err := loadReadable(v, who, id)
		if err != nil {
			return nil, err
		}
		if sp == nil {
			continue
		}
		all = append(all, spaceRoots(sp, tops, id == home, u.Language)...)
		some, err := webdav.ListShared(v, who, sp, tops)
		if err != nil {
			return nil, err
		}
		shared = append(shared, some...)
	}
	if len(shared) == 0 {
		return all, nil
	}
	name := webdav.SharedWithMeName(u.Language)
	return append(all, &webdav.Root{
		Name: name, Title: name, Names: sharedNames, TagCoversMounts: true,
		Mounts: func(*db.View) ([]*webdav.Root, error) { return shared, nil },
	}), nil
}

// spaceRoots returns the roots of a workspace that are mounted at the top. The My Drive of the home workspace is the top itself.
func spaceRoots(sp *db.Space, tops map[db.NodeID]bool, home bool, language string) (all []*webdav.Root) {
	if tops[sp.Root] {
		all = append(all, newMount(sp, sp.Root, sp.Title))
	}
	if !home && sp.MyRoot != 0 && tops[sp.MyRoot] {
		all = append(all, newMount(sp, sp.MyRoot, sp.Title+" — "+webdav.MyDriveName(language)))
	}
	return all
}

// listSpaceIDs returns the workspaces of a person and those in which they are a guest, the oldest first.
func listSpaceIDs(v *db.View, who access.Actor) ([]db.SpaceID, error) {
	spaces, err := access.Spaces(v, who)
	if err != nil {
		return nil, err
	}
	guesting, err := v.GuestRolesOf(who.User)
	if err != nil {
		return nil, err
	}
	var ids []db.SpaceID
	for i := range spaces {
		ids = append(ids, spaces[i].ID)
	}
	for _, g := range guesting {
		ids = append(ids, g.Space)
	}
	slices.SortFunc(ids, cmp.Compare)
	return slices.Compact(ids), nil
}

func newMount(sp *db.Space, id db.NodeID, title string) *webdav.Root {
	return &webdav.Root{ID: int64(id), Name: toDirectoryName(title), Title: title, Space: sp.ID, Item: id}
}

const maxTitle = 120 // bytes of a title that becomes a name, so that it can be numbered

// unportable are the characters of names that desktop apps leave out, because Windows has none.
const unportable = `:?*"<>|`

// toDirectoryName makes a name of a title that every system can have.
func toDirectoryName(title string) string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(unportable, r) {
			return '-'
		}
		return r
	}, title)
	for len(name) > maxTitle {
		runes := []rune(name)
		name = string(runes[:len(runes)-1])
	}
	n, err := names.Parse(strings.Trim(name, ". "))
	if err != nil {
		return "Workspace"
	}
	return n.Text
}
