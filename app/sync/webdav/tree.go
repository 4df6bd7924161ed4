package webdav

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/db"
)

// Tree is the directories and files that programs see below one address.
type Tree struct {
	Base       string // escaped path with a slash at both ends
	Root       func(v *db.View, who access.Actor) (*Root, error)
	Properties []*Property // beside those of WebDAV, or in their place
	ClampTimes bool        // times are told within those that sync apps take, see ClampTime
	// SetHeaders adds headers to the answer about an item that was made, changed or moved; nil for none.
	SetHeaders func(v *db.View, h http.Header, it *access.Item) error
	// Find looks for items, the best first; nil when the tree cannot be searched. What it finds is checked then.
	Find func(ctx context.Context, who access.Actor, w *SearchFilter) ([]Hit, error)
}

// Root is where a tree begins, or a directory that is shown within one.
type Root struct {
	ID              int64  // by which its name is remembered
	Name            string // within the tree; of a new one, the name that it would get
	Title           string
	Space           db.SpaceID
	Item            db.NodeID // 0 for one that only holds others
	TagCoversMounts bool      // its entity tag changes with what lies in its mounts
	Names           string    // under which the names of its mounts are remembered; empty when they are given
	// Mounts returns the directories shown in it; nil for none. Find returns one of them by its name, when that needs less; it
	// fails with ErrSeekAll when it cannot tell.
	Mounts func(v *db.View) ([]*Root, error)
	Find   func(v *db.View, name string) (*Root, error)
}

// mergeProperties are those of the tree.
func (t *Tree) mergeProperties(common []*Property) []*Property {
	all := slices.DeleteFunc(slices.Clone(common), func(p *Property) bool {
		return slices.ContainsFunc(t.Properties, func(own *Property) bool { return own.Name == p.Name })
	})
	return append(all, t.Properties...)
}

// unnamedError says that a directory is seen for the first time, and its name has to be remembered.
type unnamedError struct {
	user  db.UserID
	tree  string
	mount db.Mount
}

// Error implements error.
func (*unnamedError) Error() string { return "webdav: a directory has no name yet" }

// retryNaming calls do again when names were missing that are remembered now.
func (s *Service) retryNaming(ctx context.Context, do func() error) error {
	for {
		err := do()
		var u *unnamedError
		if !errors.As(err, &u) {
			return err
		}
		err = s.db.Update(ctx, func(tx *db.Tx) error { return tx.InsertMount(u.user, u.tree, u.mount) })
		if err != nil && !errors.Is(err, db.ErrExists) { // another request was first
			return err
		}
	}
}

func (s *Service) viewNamed(ctx context.Context, fn func(*db.View) error) error {
	return s.retryNaming(ctx, func() error { return s.db.View(ctx, fn) })
}

func (s *Service) updateNamed(ctx context.Context, fn func(*db.Tx) error) error {
	return s.updateNamedBy(ctx, s.db.Update, fn)
}

// updater runs a transaction that writes, such as Update of the database.
type updater func(context.Context, func(*db.Tx) error) error

func (s *Service) updateNamedBy(ctx context.Context, update updater, fn func(*db.Tx) error) error {
	return s.retryNaming(ctx, func() error { return update(ctx, fn) })
}

// loadMounts returns the directories shown in a root under the names that they have for good.
func (r *Root) loadMounts(v *db.View, who access.Actor) ([]*Root, error) {
	if r.Mounts == nil {
		return nil, nil
	}
	all, err := r.Mounts(v)
	if err != nil || r.Names == "" || len(all) == 0 {
		return all, err
	}
	known, err := v.MountsOf(who.User, r.Names)
	if err != nil {
		return nil, err
	}
	return r.applyNames(v, who, all, known)
}

// applyNames gives mounts the names that are known. It fails with an unnamedError for one that has none yet.
func (r *Root) applyNames(v *db.View, who access.Actor, all []*Root, known []db.Mount) ([]*Root, error) {
	byRoot := map[int64]string{}
	for _, m := range known {
		byRoot[m.Root] = m.Name
	}
	var named []*Root
	for _, m := range all {
		name, ok := byRoot[m.ID]
		if !ok && len(known) >= limits.DavMounts {
			continue
		}
		if !ok {
			return nil, r.newUnnamedError(v, who, m, known)
		}
		m.Name = name
		named = append(named, m)
	}
	return named, nil
}

// newUnnamedError returns the error that gives a mount without a name its own, next to the names that are known.
func (r *Root) newUnnamedError(v *db.View, who access.Actor, m *Root, known []db.Mount) error {
	keys := map[string]bool{}
	for _, k := range known {
		keys[names.Key(k.Name)] = true
	}
	free, err := r.findFreeName(v, m.Name, keys)
	if err != nil {
		return err
	}
	return &unnamedError{user: who.User, tree: r.Names, mount: db.Mount{Root: m.ID, Name: free.Text, Key: free.Key}}
}

// findFreeName numbers a wanted name until nothing in the root has it.
func (r *Root) findFreeName(v *db.View, wanted string, taken map[string]bool) (names.Name, error) {
	return names.FirstFree(names.Repair(wanted), func(n names.Name) (bool, error) {
		if taken[n.Key] || r.Item == 0 {
			return !taken[n.Key], nil
		}
		return files.IsNameFree(v, r.Item, n)
	})
}

// loadItem returns the directory or the file that a root shows; nil for one that only holds mounts.
func (r *Root) loadItem(v *db.View, who access.Actor) (*access.Item, error) {
	if r.Item == 0 {
		return nil, nil
	}
	return access.Node(v, who, r.Space, r.Item, access.Read)
}

// findMount returns the mount of that name; nil for none.
func (r *Root) findMount(v *db.View, who access.Actor, name string) (*Root, error) {
	if r.Find != nil {
		m, err := r.Find(v, name)
		if !errors.Is(err, ErrSeekAll) {
			return m, err
		}
	}
	if r.Mounts == nil {
		return nil, nil
	}
	if r.Names != "" {
		// Most names are not those of mounts, and that is known without asking what the actor may see.
		known, err := v.MountsOf(who.User, r.Names)
		if err != nil || len(known) > 0 && !slices.ContainsFunc(known, func(m db.Mount) bool { return m.Name == name }) {
			return nil, err
		}
	}
	all, err := r.loadMounts(v, who)
	for _, m := range all {
		if m.Name == name {
			return m, nil
		}
	}
	return nil, err
}

// ErrSeekAll says that a mount has to be sought among all of them.
var ErrSeekAll = errors.New("webdav: no mount has a name yet")

// newDrivesTree is the tree at /dav/: a directory for each workspace, named by its id.
func newDrivesTree() *Tree {
	return &Tree{Base: "/dav/", Root: func(_ *db.View, who access.Actor) (*Root, error) {
		return &Root{
			Title:  "Anbar",
			Mounts: func(v *db.View) ([]*Root, error) { return loadDrives(v, who) },
			Find: func(v *db.View, name string) (*Root, error) {
				var id db.SpaceID
				if id.UnmarshalText([]byte(name)) != nil || id == 0 {
					return nil, nil
				}
				r, err := LoadDrive(v, who, id)
				if errors.Is(err, fault.InvalidID) {
					return nil, nil
				}
				return r, err
			},
		}, nil
	}}
}

// loadDrives returns the workspaces that the actor belongs to, and those in which they are a guest.
func loadDrives(v *db.View, who access.Actor) ([]*Root, error) {
	ids, err := listDriveIDs(v, who)
	if err != nil {
		return nil, err
	}
	var all []*Root
	for _, id := range ids {
		r, err := LoadDrive(v, who, id)
		if errors.Is(err, fault.InvalidID) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

func listDriveIDs(v *db.View, who access.Actor) ([]db.SpaceID, error) {
	spaces, err := access.Spaces(v, who)
	if err != nil {
		return nil, err
	}
	var ids []db.SpaceID
	for i := range spaces {
		ids = append(ids, spaces[i].ID)
	}
	guesting, err := v.GuestRolesOf(who.User)
	if err != nil {
		return nil, err
	}
	for _, g := range guesting {
		if !slices.Contains(ids, g.Space) {
			ids = append(ids, g.Space)
		}
	}
	return ids, nil
}

// LoadDrive is the root of a workspace: its shared files, and in them the My Drive of the actor and what others share with them.
func LoadDrive(v *db.View, who access.Actor, id db.SpaceID) (*Root, error) {
	sp, _, err := access.SpaceRights(v, who, id)
	if err != nil {
		return nil, err
	}
	tops, err := access.ReadableRoots(v, who, id)
	if err != nil {
		return nil, err
	}
	r := &Root{ID: int64(id), Name: id.String(), Title: sp.Title, Space: id, Names: "dav:" + id.String()}
	if tops[sp.Root] {
		r.Item = sp.Root
	}
	r.Mounts = func(v *db.View) ([]*Root, error) { return r.loadDriveMounts(v, who, sp, tops) }
	return r, nil
}

// loadDriveMounts returns the My Drive of the actor in a workspace and the directory of what others share with them.
func (r *Root) loadDriveMounts(v *db.View, who access.Actor, sp *db.Space, tops map[db.NodeID]bool) ([]*Root, error) {
	u, err := v.UserByID(who.User)
	if err != nil {
		return nil, err
	}
	var all []*Root
	if sp.MyRoot != 0 && tops[sp.MyRoot] {
		name := translate(u.Language, textMyDrive)
		all = append(all, &Root{ID: int64(sp.MyRoot), Name: name, Title: name, Space: r.Space, Item: sp.MyRoot})
	}
	shared, err := ListShared(v, who, sp, tops)
	if err != nil || len(shared) == 0 {
		return all, err
	}
	name := translate(u.Language, textShared)
	return append(all, &Root{
		Name: name, Title: name, Space: r.Space, Names: r.Names + ":shared",
		Mounts: func(*db.View) ([]*Root, error) { return shared, nil },
	}), nil
}

// ListShared returns the items that others share with the actor in a workspace, beside what they read in it anyway.
func ListShared(v *db.View, who access.Actor, sp *db.Space, tops map[db.NodeID]bool) ([]*Root, error) {
	var all []*Root
	for id := range tops {
		if id == sp.Root || id == sp.MyRoot {
			continue
		}
		it, err := access.Node(v, who, sp.ID, id, access.Read)
		if errors.Is(err, fault.InvalidID) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(it.Path[:len(it.Path)-1], func(a db.Ancestor) bool { return tops[a.ID] }) {
			all = append(all, &Root{ID: int64(id), Name: it.Name, Title: it.Name, Space: sp.ID, Item: id})
		}
	}
	slices.SortFunc(all, func(a, b *Root) int { return int(min(max(a.ID-b.ID, -1), 1)) })
	return all, nil
}
