package links

import (
	"context"

	"anbar/app/access"
	"anbar/app/downloads"
	"anbar/db"
)

// Granted is a file or an archive that the holder of a token may download or view.
type Granted struct {
	Found    *downloads.Found // of a file; nil for an archive
	Name     string
	ViewOnly bool

	opening db.OpeningID
}

// Granted loads the file or archive of a request, under the current terms of the link.
func (s *Service) Granted(ctx context.Context, a ItemRequest) (*Granted, error) {
	var g *Granted
	err := s.visit(ctx, a, func(v *db.View, l *db.Link, p *access.Pass) error {
		g = &Granted{Name: l.Title, ViewOnly: l.ViewOnly, opening: p.Grant.Opening}
		if a.Item == 0 && len(p.Roots) > 1 {
			return nil
		}
		id := a.Item
		if id == 0 {
			id = p.Roots[0].ID
		}
		it, err := p.Item(v, id)
		if err != nil {
			return err
		}
		if g.Name = it.Name; it.Kind != db.File {
			return nil
		}
		if g.Found, err = content(v, l, it); err == nil {
			g.Found.Thumbnail, err = v.ThumbnailOf(g.Found.Version, g.Found.Hash)
		}
		return err
	})
	return g, err
}
