package nextcloud

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/boxes"
	"anbar/app/fault"
	"anbar/app/gate"
	"anbar/app/links"
	"anbar/db"
)

// A public link of an app is a link of ours to one item, and a "file drop" is an upload box.
// Apps keep the number of a share in 31 bits: it is a part of the hash of our id.

const (
	sharesCall  = "apps/files_sharing/api/v1/shares"
	publicLink  = 3
	mayRead     = 1
	mayDrop     = 4
	mayShareToo = 16 // which apps add at will
	maxShares   = 2000
	shareDay    = "2006-01-02"
	longestDrop = 6    // months
	sharesPage  = 1000 // at a time
)

// share is a link or a box.
type share struct {
	link *links.Link
	box  *boxes.Box
	item *access.Item
	path string
}

func (sh *share) terms() *db.Terms {
	if sh.link != nil {
		return &sh.link.Terms
	}
	return &sh.box.Terms
}

func shareNumber(id string) int64 {
	sum := sha256.Sum256([]byte(id))
	return int64(binary.BigEndian.Uint32(sum[:]) >> 1)
}

// shares answers the calls about shares; nil for a call that is none of them.
func (s *Service) shares(c *api.Call, call string) (*reply, error) {
	method, path, _ := strings.Cut(call, " ")
	rest, ok := strings.CutPrefix(path, sharesCall)
	if !ok || rest != "" && rest[0] != '/' {
		return nil, nil
	}
	if rest != "" {
		return s.oneShare(c, method, decimal(rest[1:]))
	}
	switch method {
	case http.MethodGet:
		return s.listShares(c)
	case http.MethodPost:
		return s.createShare(c)
	}
	return nil, nil
}

// oneShare answers the calls about one share.
func (s *Service) oneShare(c *api.Call, method string, number int64) (*reply, error) {
	sh, err := s.shareByNumber(c, number)
	if err != nil {
		return s.shareRefused(err)
	}
	switch method {
	case http.MethodGet:
		return answered([]any{s.shareTree(c, sh)}), nil
	case http.MethodPut:
		return s.changeShare(c, sh)
	case http.MethodDelete:
		return s.deleteShare(c, sh)
	}
	return nil, nil
}

func (s *Service) deleteShare(c *api.Call, sh *share) (*reply, error) {
	var err error
	if sh.link != nil {
		err = s.Links.Delete(c, c.Who, sh.link.Space, sh.link.ID)
	} else {
		err = s.Boxes.Delete(c, c.Who, sh.box.Space, sh.box.Node, sh.box.ID)
	}
	if err != nil {
		return s.shareRefused(err)
	}
	return answered([]any{}), nil
}

// shareRefused turns what a person did wrong into an answer.
func (s *Service) shareRefused(err error) (*reply, error) {
	var f *fault.Fault
	if !errors.As(err, &f) {
		return nil, err
	}
	status := f.Status
	if status == http.StatusUnprocessableEntity {
		status = http.StatusBadRequest
	}
	return failed(status, f.Message), nil
}

// sharesIn returns the links and boxes that the person may manage in a workspace, of the items that are wanted.
func (s *Service) sharesIn(ctx context.Context, who access.Actor, space db.SpaceID, wanted func(*access.Item) bool) ([]share, error) {
	var all []share
	for page := 1; page <= maxShares/sharesPage; page++ {
		some, info, err := s.Links.List(ctx, who, links.Query{Space: space, Paging: api.Paging{Page: page, Limit: sharesPage}})
		if err != nil {
			return nil, err
		}
		for i := range some {
			if l := &some[i]; len(l.Nodes) == 1 && len(l.Items) == 1 && wanted(l.Items[0]) {
				all = append(all, share{link: l, item: l.Items[0]})
			}
		}
		if info.Next == nil {
			break
		}
	}
	some, _, err := s.Boxes.List(ctx, who, boxes.Query{Space: space, Paging: api.Paging{Limit: sharesPage}})
	for i := range some {
		if b := &some[i]; b.Item != nil && wanted(b.Item) {
			all = append(all, share{box: b, item: b.Item})
		}
	}
	return all, err
}

// allShares returns the shares that the person made, in all workspaces.
func (s *Service) allShares(c *api.Call) ([]share, error) {
	spaces, err := s.searchable(c, c.Who)
	if err != nil {
		return nil, err
	}
	var all []share
	for id := range spaces {
		some, err := s.sharesIn(c, c.Who, id, func(*access.Item) bool { return true })
		if errors.Is(err, fault.InvalidID) || errors.Is(err, fault.PermissionDenied) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// place finds out where the items of shares lie, and leaves out those that the tree does not show.
func (s *Service) place(c *api.Call, all []share) ([]share, error) {
	var shown []share
	err := s.viewTree(c, func(v *db.View, at *placed) error {
		shown = shown[:0]
		for _, sh := range all {
			var err error
			if sh.path, err = at.path(v, sh.item); err != nil {
				return err
			}
			if sh.path != "" {
				shown = append(shown, sh)
			}
		}
		return nil
	})
	slices.SortFunc(shown, func(a, b share) int { return b.terms().CreatedAt.Compare(a.terms().CreatedAt) })
	return shown, err
}

func (s *Service) shareByNumber(c *api.Call, number int64) (*share, error) {
	all, err := s.allShares(c)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(sh share) bool { return shareNumber(sh.terms().ID) != number })
	if len(all) != 1 { // of two with one number neither is changed
		return nil, fault.InvalidID
	}
	if all, err = s.place(c, all); err != nil || len(all) == 0 {
		return nil, cmp.Or(err, error(fault.InvalidID))
	}
	return &all[0], nil
}

func (s *Service) itemAt(c *api.Call, path string) (*access.Item, error) {
	names, err := namesOf((&url.URL{Path: strings.Trim(path, "/")}).EscapedPath())
	if err != nil {
		return nil, err
	}
	var it *access.Item
	err = s.viewTree(c, func(v *db.View, at *placed) (err error) {
		it, err = at.tree.At(v, c.Who, names)
		return err
	})
	return it, err
}

// sharesAt returns the shares of the item at a path, or of what lies in the directory there.
func (s *Service) sharesAt(c *api.Call, path string, inside bool) ([]share, error) {
	it, err := s.itemAt(c, path)
	switch {
	case err != nil:
		return nil, err
	case !inside:
		return s.sharesIn(c, c.Who, it.Space.ID, func(of *access.Item) bool { return of.ID == it.ID })
	case it.Kind != db.Directory:
		return nil, fault.BadRequest
	}
	return s.sharesIn(c, c.Who, it.Space.ID, func(of *access.Item) bool { return of.Parent == it.ID })
}

func (s *Service) listShares(c *api.Call) (*reply, error) {
	q := c.R.URL.Query()
	var all []share
	var err error
	switch path := q.Get("path"); {
	case q.Get("shared_with_me") == "true": // what others share is in the tree already
	case path != "":
		all, err = s.sharesAt(c, path, q.Get("subfiles") == "true")
	default:
		all, err = s.allShares(c)
		all = slices.DeleteFunc(all, func(sh share) bool { return sh.terms().CreatedBy != c.Who.User })
	}
	if err == nil {
		all, err = s.place(c, all)
	}
	if err != nil {
		return s.shareRefused(err)
	}
	list := []any{}
	for i := range all {
		list = append(list, s.shareTree(c, &all[i]))
	}
	return answered(list), nil
}

// wantsDrop reads the permissions of a share: a file drop, or reading.
func wantsDrop(form url.Values, now bool) (bool, error) {
	said := form.Get("permissions")
	if said == "" {
		return now, nil
	}
	n, err := strconv.Atoi(said)
	if err != nil {
		return false, fault.BadRequest.Because(err)
	}
	switch n &^ mayShareToo {
	case mayRead:
		return false, nil
	case mayDrop:
		return true, nil
	}
	return false, fault.BadRequest // visitors change no files here
}

// draftOf reads the terms that a form names.
func draftOf(form url.Values) (gate.Draft, error) {
	var d gate.Draft
	if said, ok := form["password"]; ok {
		d.Password = api.Optional[string]{Set: true, Null: said[0] == "", Value: said[0]}
	}
	if label := form.Get("label"); label != "" {
		d.Title = api.Optional[string]{Set: true, Value: label}
	}
	if said, ok := form["expireDate"]; ok {
		d.ExpireAt = api.Optional[time.Time]{Set: true, Null: said[0] == ""}
		if said[0] != "" {
			day, err := time.Parse(shareDay, said[0][:min(len(said[0]), len(shareDay))])
			if err != nil {
				return d, fault.BadRequest.Because(err)
			}
			d.ExpireAt.Value = day.AddDate(0, 0, 1).Add(-time.Second) // the day is a part of it
		}
	}
	return d, nil
}

func viewOnly(form url.Values) api.Optional[bool] {
	said, ok := form["hideDownload"]
	return api.Optional[bool]{Set: ok, Value: ok && (said[0] == "true" || said[0] == "1")}
}

func (s *Service) createShare(c *api.Call) (*reply, error) {
	form, err := formOf(c)
	if err != nil {
		return s.shareRefused(err)
	}
	if form.Get("shareType") != strconv.Itoa(publicLink) {
		return failed(http.StatusForbidden, "Only public links can be made here"), nil
	}
	it, err := s.itemAt(c, form.Get("path"))
	if err != nil {
		return s.shareRefused(err)
	}
	sh, err := s.shareItem(c, it, form)
	if err != nil {
		return s.shareRefused(err)
	}
	made, err := s.place(c, []share{*sh})
	if err != nil || len(made) == 0 {
		return nil, cmp.Or(err, error(fault.InvalidID))
	}
	return answered(s.shareTree(c, &made[0])), nil
}

// shareItem makes the link or the upload box that a form describes.
func (s *Service) shareItem(c *api.Call, it *access.Item, form url.Values) (*share, error) {
	drop, err := wantsDrop(form, false)
	if err != nil {
		return nil, err
	}
	d, err := draftOf(form)
	if err != nil {
		return nil, err
	}
	if !d.Title.Set {
		d.Title = api.Optional[string]{Set: true, Value: cmp.Or(it.Name, it.Space.Title)}
	}
	sh := &share{item: it}
	if drop {
		sh.box, err = s.drop(c, it, d)
	} else {
		sh.link, err = s.link(c, it, links.Draft{Draft: d, ViewOnly: viewOnly(form)})
	}
	return sh, err
}

func (s *Service) link(c *api.Call, it *access.Item, d links.Draft) (*links.Link, error) {
	sel := links.Selection{Space: it.Space.ID, Directory: it.Parent}
	if it.Kind == db.Directory {
		sel.Directories = []db.NodeID{it.ID}
	} else {
		sel.Files = []db.NodeID{it.ID}
	}
	return s.Links.Create(c, c.Who, sel, d)
}

// drop makes an upload box. It always ends; the app need not say when.
func (s *Service) drop(c *api.Call, it *access.Item, d gate.Draft) (*boxes.Box, error) {
	if it.Kind != db.Directory {
		return nil, fault.NotADirectory
	}
	if !d.ExpireAt.Set || d.ExpireAt.Null {
		d.ExpireAt = api.Optional[time.Time]{Set: true, Value: time.Now().AddDate(0, longestDrop, 0)}
	}
	return s.Boxes.Create(c, c.Who, it.Space.ID, it.ID, boxes.Draft{Draft: d})
}

// changesOf reads the terms that a form changes. A link cannot become a box: the app makes another one.
func (sh *share) changesOf(form url.Values) (gate.Draft, error) {
	drop, err := wantsDrop(form, sh.box != nil)
	if err != nil {
		return gate.Draft{}, err
	}
	if drop != (sh.box != nil) {
		return gate.Draft{}, fault.BadRequest
	}
	return draftOf(form)
}

func (s *Service) changeShare(c *api.Call, sh *share) (*reply, error) {
	form, err := formOf(c)
	if err != nil {
		return s.shareRefused(err)
	}
	d, err := sh.changesOf(form)
	if err != nil {
		return s.shareRefused(err)
	}
	if sh.box != nil {
		sh.box, err = s.Boxes.Update(c, c.Who, sh.box.Space, sh.box.Node, sh.box.ID, boxes.Draft{Draft: d})
	} else {
		sh.link, err = s.Links.Update(c, c.Who, sh.link.Space, sh.link.ID, links.Draft{Draft: d, ViewOnly: viewOnly(form)})
	}
	if err != nil {
		return s.shareRefused(err)
	}
	return answered(s.shareTree(c, sh)), nil
}
