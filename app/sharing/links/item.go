package links

import (
	"context"

	"anbar/app/base/access"
	"anbar/app/drive/downloads"
	"anbar/db"
)

// LinkItem is a file or an archive that the holder of a token may download or view.
type LinkItem struct {
	File     *downloads.FileVersion // of a file; nil for an archive
	Name     string
	ViewOnly bool

	opening db.OpeningID
}

// LoadItem loads the file or archive of a request, under the current terms of the link.
func (s *Service) LoadItem(ctx context.Context, req ItemRequest) (*LinkItem, error) {
	var item *LinkItem
	err := s.withPass(ctx, req, func(v *db.View, l *db.Link, p *access.Pass) error {
		item = &LinkItem{Name: l.Title, ViewOnly: l.ViewOnly, opening: p.Token.Opening}
		if req.Item == 0 && len(p.Roots) > 1 {
			return nil
		}
		id := req.Item
		if id == 0 {
			id = p.Roots[0].ID
		}
		it, err := p.Item(v, id)
		if err != nil {
			return err
		}
		item.Name = it.Name
		if it.Kind != db.File {
			return nil
		}
		item.File, err = loadLinkedVersion(v, l, it)
		if err != nil {
			return err
		}
		item.File.Thumbnail, err = v.ThumbnailOf(item.File.Version, item.File.Hash)
		return err
	})
	return item, err
}
