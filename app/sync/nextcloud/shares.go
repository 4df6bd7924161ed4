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

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/sharing/boxes"
	"anbar/app/sharing/gate"
	"anbar/app/sharing/links"
	"anbar/db"
)

// A public link of an app is a link of ours to one item, and a "file drop" is an upload box.
// Apps keep the number of a share in 31 bits: it is a part of the hash of our id.

const (
	sharesCall      = "apps/files_sharing/api/v1/shares"
	publicLink      = 3
	permissionRead  = 1
	permissionDrop  = 4
	permissionShare = 16 // which apps add at will
	maxShares       = 2000
	shareDay        = "2006-01-02"
	maxDropMonths   = 6    // months
	sharesPage      = 1000 // at a time
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

// routeShares answers the calls about shares; nil for a call that is none of them.
func (s *Service) routeShares(c *api.Call, call string) (*reply, error) {
	method, path, _ := strings.Cut(call, " ")
	rest, ok := strings.CutPrefix(path, sharesCall)
	if !ok || rest != "" && rest[0] != '/' {
		return nil, nil
	}
	if rest != "" {
		return s.routeShare(c, method, parseNumber(rest[1:]))
	}
	switch method {
	case http.MethodGet:
		return s.listShares(c)
	case http.MethodPost:
		return s.createShare(c)
	}
	return nil, nil
}

// routeShare answers the calls about one share.
func (s *Service) routeShare(c *api.Call, method string, number int64) (*reply, error) {
	sh, err := s.findShare(c, number)
	if err != nil {
		return s.toShareReply(err)
	}
	switch method {
	case http.MethodGet:
		return okReply([]any{s.renderShare(c, sh)}), nil
	case http.MethodPut:
		return s.updateShare(c, sh)
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
		return s.toShareReply(err)
	}
	return okReply([]any{}), nil
}

// toShareReply turns what a person did wrong into an answer.
func (s *Service) toShareReply(err error) (*reply, error) {
	var f *fault.Fault
	if !errors.As(err, &f) {
		return nil, err
	}
	status := f.Status
	if status == http.StatusUnprocessableEntity {
		status = http.StatusBadRequest
	}
	return errorReply(status, f.Message), nil
}

// loadSpaceShares returns the links and boxes that the person may manage in a workspace, of the items that are wanted.
func (s *Service) loadSpaceShares(ctx context.Context, who access.Actor, space db.SpaceID,
	wanted func(*access.Item) bool) ([]share, error) {
	var all []share
	for page := 1; page <= maxShares/sharesPage; page++ {
		some, info, err := s.Links.List(ctx, who, links.Query{Space: space, PageQuery: api.PageQuery{Page: page, Limit: sharesPage}})
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
	some, _, err := s.Boxes.List(ctx, who, boxes.Query{Space: space, PageQuery: api.PageQuery{Limit: sharesPage}})
	for i := range some {
		if b := &some[i]; b.Item != nil && wanted(b.Item) {
			all = append(all, share{box: b, item: b.Item})
		}
	}
	return all, err
}

// loadAllShares returns the shares that the person made, in all workspaces.
func (s *Service) loadAllShares(c *api.Call) ([]share, error) {
	spaces, err := s.listSearchRoots(c, c.Who)
	if err != nil {
		return nil, err
	}
	var all []share
	for id := range spaces {
		some, err := s.loadSpaceShares(c, c.Who, id, func(*access.Item) bool { return true })
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

// resolvePaths finds out where the items of shares lie, and leaves out those that the tree does not show.
func (s *Service) resolvePaths(c *api.Call, all []share) ([]share, error) {
	var shown []share
	err := s.viewTree(c, func(v *db.View, at *treeView) error {
		shown = shown[:0]
		for _, sh := range all {
			var err error
			if sh.path, err = at.pathOf(v, sh.item); err != nil {
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

func (s *Service) findShare(c *api.Call, number int64) (*share, error) {
	all, err := s.loadAllShares(c)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(sh share) bool { return shareNumber(sh.terms().ID) != number })
	if len(all) != 1 { // of two with one number neither is changed
		return nil, fault.InvalidID
	}
	if all, err = s.resolvePaths(c, all); err != nil || len(all) == 0 {
		return nil, cmp.Or(err, error(fault.InvalidID))
	}
	return &all[0], nil
}

func (s *Service) loadItem(c *api.Call, path string) (*access.Item, error) {
	names, err := splitNames((&url.URL{Path: strings.Trim(path, "/")}).EscapedPath())
	if err != nil {
		return nil, err
	}
	var it *access.Item
	err = s.viewTree(c, func(v *db.View, at *treeView) (err error) {
		it, err = at.tree.LoadItem(v, c.Who, names)
		return err
	})
	return it, err
}

// loadSharesAt returns the shares of the item at a path, or of what lies in the directory there.
func (s *Service) loadSharesAt(c *api.Call, path string, inside bool) ([]share, error) {
	it, err := s.loadItem(c, path)
	switch {
	case err != nil:
		return nil, err
	case !inside:
		return s.loadSpaceShares(c, c.Who, it.Space.ID, func(of *access.Item) bool { return of.ID == it.ID })
	case it.Kind != db.Directory:
		return nil, fault.BadRequest
	}
	return s.loadSpaceShares(c, c.Who, it.Space.ID, func(of *access.Item) bool { return of.Parent == it.ID })
}

func (s *Service) listShares(c *api.Call) (*reply, error) {
	q := c.R.URL.Query()
	var all []share
	var err error
	switch path := q.Get("path"); {
	case q.Get("shared_with_me") == "true": // what others share is in the tree already
	case path != "":
		all, err = s.loadSharesAt(c, path, q.Get("subfiles") == "true")
	default:
		all, err = s.loadAllShares(c)
		all = slices.DeleteFunc(all, func(sh share) bool { return sh.terms().CreatedBy != c.Who.User })
	}
	if err == nil {
		all, err = s.resolvePaths(c, all)
	}
	if err != nil {
		return s.toShareReply(err)
	}
	list := []any{}
	for i := range all {
		list = append(list, s.renderShare(c, &all[i]))
	}
	return okReply(list), nil
}

// parseDrop reads the permissions of a share: a file drop, or reading.
func parseDrop(form url.Values, now bool) (bool, error) {
	said := form.Get("permissions")
	if said == "" {
		return now, nil
	}
	n, err := strconv.Atoi(said)
	if err != nil {
		return false, fault.BadRequest.Because(err)
	}
	switch n &^ permissionShare {
	case permissionRead:
		return false, nil
	case permissionDrop:
		return true, nil
	}
	return false, fault.BadRequest // visitors change no files here
}

// parseTerms reads the terms that a form names.
func parseTerms(form url.Values) (gate.TermsInput, error) {
	var d gate.TermsInput
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

func parseViewOnly(form url.Values) api.Optional[bool] {
	said, ok := form["hideDownload"]
	return api.Optional[bool]{Set: ok, Value: ok && (said[0] == "true" || said[0] == "1")}
}

func (s *Service) createShare(c *api.Call) (*reply, error) {
	form, err := readForm(c)
	if err != nil {
		return s.toShareReply(err)
	}
	if form.Get("shareType") != strconv.Itoa(publicLink) {
		return errorReply(http.StatusForbidden, "Only public links can be made here"), nil
	}
	it, err := s.loadItem(c, form.Get("path"))
	if err != nil {
		return s.toShareReply(err)
	}
	sh, err := s.createLinkOrBox(c, it, form)
	if err != nil {
		return s.toShareReply(err)
	}
	made, err := s.resolvePaths(c, []share{*sh})
	if err != nil || len(made) == 0 {
		return nil, cmp.Or(err, error(fault.InvalidID))
	}
	return okReply(s.renderShare(c, &made[0])), nil
}

// createLinkOrBox makes the link or the upload box that a form describes.
func (s *Service) createLinkOrBox(c *api.Call, it *access.Item, form url.Values) (*share, error) {
	drop, err := parseDrop(form, false)
	if err != nil {
		return nil, err
	}
	d, err := parseTerms(form)
	if err != nil {
		return nil, err
	}
	if !d.Title.Set {
		d.Title = api.Optional[string]{Set: true, Value: cmp.Or(it.Name, it.Space.Title)}
	}
	sh := &share{item: it}
	if drop {
		sh.box, err = s.createBox(c, it, d)
	} else {
		sh.link, err = s.createLink(c, it, links.LinkInput{TermsInput: d, ViewOnly: parseViewOnly(form)})
	}
	return sh, err
}

func (s *Service) createLink(c *api.Call, it *access.Item, d links.LinkInput) (*links.Link, error) {
	sel := links.Selection{Space: it.Space.ID, Directory: it.Parent}
	if it.Kind == db.Directory {
		sel.Directories = []db.NodeID{it.ID}
	} else {
		sel.Files = []db.NodeID{it.ID}
	}
	return s.Links.Create(c, c.Who, sel, d)
}

// createBox makes an upload box. It always ends; the app need not say when.
func (s *Service) createBox(c *api.Call, it *access.Item, d gate.TermsInput) (*boxes.Box, error) {
	if it.Kind != db.Directory {
		return nil, fault.NotADirectory
	}
	if !d.ExpireAt.Set || d.ExpireAt.Null {
		d.ExpireAt = api.Optional[time.Time]{Set: true, Value: time.Now().AddDate(0, maxDropMonths, 0)}
	}
	return s.Boxes.Create(c, c.Who, it.Space.ID, it.ID, boxes.BoxInput{TermsInput: d})
}

// parseChanges reads the terms that a form changes. A link cannot become a box: the app makes another one.
func (sh *share) parseChanges(form url.Values) (gate.TermsInput, error) {
	drop, err := parseDrop(form, sh.box != nil)
	if err != nil {
		return gate.TermsInput{}, err
	}
	if drop != (sh.box != nil) {
		return gate.TermsInput{}, fault.BadRequest
	}
	return parseTerms(form)
}

func (s *Service) updateShare(c *api.Call, sh *share) (*reply, error) {
	form, err := readForm(c)
	if err != nil {
		return s.toShareReply(err)
	}
	d, err := sh.parseChanges(form)
	if err != nil {
		return s.toShareReply(err)
	}
	if sh.box != nil {
		sh.box, err = s.Boxes.Update(c, c.Who, sh.box.Space, sh.box.Node, sh.box.ID, boxes.BoxInput{TermsInput: d})
	} else {
		sh.link, err = s.Links.Update(c, c.Who, sh.link.Space, sh.link.ID, links.LinkInput{TermsInput: d, ViewOnly: parseViewOnly(form)})
	}
	if err != nil {
		return s.toShareReply(err)
	}
	return okReply(s.renderShare(c, sh)), nil
}
