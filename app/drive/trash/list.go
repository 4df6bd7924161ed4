package trash

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/app/drive/activity"
	"anbar/app/drive/files"
	"anbar/db"
)

// Deletion holds the trash data of an item. It is empty for items inside a trashed
// directory.
type Deletion struct {
	TrashedAt         api.Time    `json:"trashed_at" nullable:"true"`
	TrashedBy         *api.Person `json:"trashed_by"`
	OriginalPath      *string     `json:"original_path" doc:"of the directory that a restore returns it to; null when that is gone"`
	OriginalDirectory db.NodeID   `json:"original_directory_id" nullable:"true"`
	RemovedAt         api.Time    `json:"removed_at" nullable:"true" doc:"when it is deleted forever"`
	DaysLeft          *int        `json:"days_left"`
}

// TrashedFile is a file in the trash.
type TrashedFile struct {
	files.File
	Deletion
}

// TrashedDirectory is a directory in the trash.
type TrashedDirectory struct {
	files.Directory
	Deletion
}

// TrashListing is one page of a trash, or of a directory in it.
type TrashListing struct {
	Directory   files.Directory    `json:"directory"`
	Path        []files.PathStep   `json:"path"`
	Files       []TrashedFile      `json:"files"`
	Directories []TrashedDirectory `json:"directories"`
	PageInfo    api.PageInfo       `json:"page_info"`
	DirsTotal   int64              `json:"directories_total" doc:"directories among page_info.total; they come first"`
	ListedAt    api.Time           `json:"listed_at" doc:"the moment of the list, for a selection of all of it"`
}

// List reads a page of a trash, or of a directory in it.
func (s *Service) List(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, p files.Page) (*TrashListing, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*TrashListing, error) {
		it, err := access.TrashedNode(v, who, space, dir, access.Read)
		if err != nil {
			return nil, err
		}
		if it.Kind != db.Directory {
			return nil, fault.NotADirectory
		}
		return loadListing(v, who, it, p)
	})
}

func loadListing(v *db.View, who access.Actor, it *access.Item, p files.Page) (*TrashListing, error) {
	if p.Sort == "" {
		p.Sort = "created_at:-1"
		if it.Parent == 0 {
			p.Sort = "trashed_at:-1"
		}
	}
	all, info, err := files.Children(v, it, p)
	if err != nil {
		return nil, err
	}
	shown, err := files.PresentChildren(v, it, all)
	if err != nil {
		return nil, err
	}
	d, err := newDescriber(v, who, it.Space, all)
	if err != nil {
		return nil, err
	}
	rules := it.ItemRules(access.Trash)
	l := &TrashListing{
		Directory: shown.DirectoryJSON(), Path: shown.Steps(), Files: []TrashedFile{}, Directories: []TrashedDirectory{}, PageInfo: info,
		DirsTotal: it.ChildDirs, ListedAt: api.Time(v.Now),
	}
	for i := range all {
		n := &all[i]
		deleted, err := d.describe(n)
		if err != nil {
			return nil, err
		}
		if n.Kind == db.Directory {
			l.Directories = append(l.Directories, TrashedDirectory{shown.ChildDirectory(n, rules), deleted})
		} else {
			l.Files = append(l.Files, TrashedFile{shown.ChildFile(n, rules), deleted})
		}
	}
	return l, nil
}

// describer looks up the trash data of the items of a page.
type describer struct {
	v      *db.View
	who    access.Actor
	space  *db.Space
	people map[db.UserID]db.Person
	paths  map[db.NodeID]*string
}

func newDescriber(v *db.View, who access.Actor, space *db.Space, all []db.Node) (*describer, error) {
	var ids []db.UserID
	for i := range all {
		if all[i].TrashedBy != 0 {
			ids = append(ids, all[i].TrashedBy)
		}
	}
	people, err := v.People(ids)
	return &describer{v: v, who: who, space: space, people: people, paths: map[db.NodeID]*string{}}, err
}

func (d *describer) describe(n *db.Node) (Deletion, error) {
	if n.TrashedAt.IsZero() {
		return Deletion{}, nil
	}
	removed := n.TrashedAt.Add(time.Duration(quota.RestoreDays(d.space)) * day)
	left := max(0, int(math.Ceil(removed.Sub(d.v.Now).Hours()/24)))
	del := Deletion{TrashedAt: api.Time(n.TrashedAt), OriginalDirectory: n.TrashedFrom, RemovedAt: api.Time(removed), DaysLeft: &left}
	if p, ok := d.people[n.TrashedBy]; ok {
		person := api.PersonOf(p)
		del.TrashedBy = &person
	}
	path, known := d.paths[n.TrashedFrom]
	if !known {
		var err error
		if path, err = d.findPath(n.TrashedFrom, 0); err != nil {
			return del, err
		}
	}
	del.OriginalPath = path
	return del, nil
}

const maxTraceDepth = 64

// findPath is the way to a directory in words, or when it is in the trash itself the
// way to where it is put back; nil when the asker sees neither.
func (d *describer) findPath(id db.NodeID, depth int) (*string, error) {
	if path, known := d.paths[id]; known || depth > maxTraceDepth {
		return path, nil
	}
	path, err := d.tracePath(id, depth)
	if err == nil {
		d.paths[id] = path
	}
	return path, err
}

func (d *describer) tracePath(id db.NodeID, depth int) (*string, error) {
	dir, err := access.Dir(d.v, d.who, d.space.ID, id, access.Read)
	if err == nil {
		words := activity.Path(dir.Path)
		return &words, nil
	}
	if !errors.Is(err, fault.InvalidID) {
		return nil, err
	}
	gone, err := access.TrashedNode(d.v, d.who, d.space.ID, id, access.Read)
	if errors.Is(err, fault.InvalidID) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	above, err := d.findPath(cmp.Or(gone.TrashedFrom, gone.Parent), depth+1)
	if above == nil || err != nil {
		return nil, err
	}
	words := strings.TrimSuffix(*above, "/") + "/" + gone.Name
	return &words, nil
}
