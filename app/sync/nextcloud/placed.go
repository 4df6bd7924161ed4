package nextcloud

import (
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/sync/webdav"
	"anbar/db"
)

// treeView is the tree of the caller while a request reads.
type treeView struct {
	tree   *webdav.Tree
	places *webdav.Places // nil until it is asked for
	who    access.Actor
}

// viewTree runs fn in a snapshot.
func (s *Service) viewTree(c *api.Call, fn func(v *db.View, at *treeView) error) error {
	t, err := s.loadTree(c, filesBase+c.Who.User.String()+"/")
	if err != nil {
		return err
	}
	return s.Dav.View(c, func(v *db.View) error { return fn(v, &treeView{tree: t, who: c.Who}) })
}

// pathOf returns where an item lies, such as "/Team/plan.txt"; empty when the tree does not show it.
func (p *treeView) pathOf(v *db.View, it *access.Item) (string, error) {
	if p.places == nil {
		var err error
		if p.places, err = p.tree.LoadPlaces(v, p.who); err != nil {
			return "", err
		}
	}
	names, shown := p.places.Of(it)
	if !shown {
		return "", nil
	}
	return "/" + strings.Join(names, "/"), nil
}
