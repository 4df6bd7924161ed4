package links

import (
	"anbar/app/base/api"
	"anbar/app/base/names"
	"anbar/app/drive/downloads"
	"anbar/app/drive/files"
	"anbar/db"
)

// SharedFile is a file of a link as a visitor sees it.
type SharedFile struct {
	ID          db.NodeID        `json:"file_id"`
	Name        string           `json:"file_name"`
	ContentType string           `json:"content_type"`
	Size        int64            `json:"size"`
	ModifiedAt  api.Time         `json:"last_modified_at"`
	Preview     string           `json:"preview" enum:"image,video,audio,pdf,text,markdown,document,presentation,spreadsheet,archive,font,none"`
	URL         *string          `json:"url" doc:"downloads the file; null in a view-only link"`
	PreviewURL  *string          `json:"preview_url" doc:"shows the file in the browser; null when browsers cannot display it"`
	Thumbnail   *string          `json:"thumbnail_url" doc:"null when the file has none"`
	Lines       *string          `json:"lines_url" doc:"the first lines of a text, as plain text; null when the file has none"`
	Path        []files.PathStep `json:"path" doc:"in search results, the directories above it, from the item of the link; empty otherwise"`
}

// SharedDirectory is a directory of a link as a visitor sees it; size and count include
// everything below it.
type SharedDirectory struct {
	ID         db.NodeID        `json:"directory_id"`
	Name       string           `json:"name"`
	Size       int64            `json:"size"`
	Files      int64            `json:"files_count"`
	ModifiedAt api.Time         `json:"last_modified_at"`
	URL        *string          `json:"url" doc:"downloads the directory as an archive; null in a view-only link"`
	Path       []files.PathStep `json:"path" doc:"in search results, the directories above it, from the item of the link; empty otherwise"`
}

// SharedListing is one page of the items of a link or of a directory below them, directories
// first.
type SharedListing struct {
	Name        string            `json:"name"`
	Path        []files.PathStep  `json:"path" doc:"from the item of the link down to the directory; empty for the items of a selection"`
	URL         *string           `json:"url" doc:"downloads all of it as an archive; null in a view-only link"`
	Directories []SharedDirectory `json:"directories"`
	Files       []SharedFile      `json:"files"`
	PageInfo    api.PageInfo      `json:"page_info"`
}

// SharedMatches holds the results of a search in a link.
type SharedMatches struct {
	Directories []SharedDirectory `json:"directories"`
	Files       []SharedFile      `json:"files"`
	More        bool              `json:"more" doc:"there are more results"`
}

// visitorView writes nodes of a link for the holder of a token.
type visitorView struct {
	id, token string
	viewOnly  bool
}

func (w *visitorView) itemURL(item db.NodeID, name, more string) *string {
	u := contentURL(w.id, name, w.token)
	if item != 0 {
		u += "&item_id=" + item.String()
	}
	u += more
	return &u
}

func (w *visitorView) toFile(n *db.Node, path []files.PathStep) SharedFile {
	f := SharedFile{
		ID: n.ID, Name: n.Name, ContentType: n.ContentType, Size: n.Size, ModifiedAt: api.Time(n.ModifiedAt),
		Preview: downloads.PreviewKind(n.ContentType, n.Name), Path: path,
	}
	if !w.viewOnly {
		f.URL = w.itemURL(n.ID, n.Name, "")
	}
	if f.Preview != "none" {
		f.PreviewURL = w.itemURL(n.ID, n.Name, "&inline=1")
	}
	switch u := w.itemURL(n.ID, n.Name, "&thumbnail=1"); n.Thumbnail {
	case db.ThumbnailMade:
		f.Thumbnail = u
	case db.ThumbnailLines:
		f.Lines = u
	}
	return f
}

func (w *visitorView) toDirectory(n *db.Node, path []files.PathStep) SharedDirectory {
	return SharedDirectory{
		ID: n.ID, Name: n.Name, Size: n.Size, Files: n.Files, ModifiedAt: api.Time(n.ModifiedAt), URL: w.archiveURL(n.ID,
			n.Name), Path: path,
	}
}

// archiveURL is where a directory downloads as an archive.
func (w *visitorView) archiveURL(id db.NodeID, name string) *string {
	if w.viewOnly {
		return nil
	}
	return w.itemURL(id, name+".zip", "")
}

type walkIn struct {
	ID        string    `path:"download_id"`
	Directory db.NodeID `query:"directory_id" doc:"all items of the link when absent"`
	Sort      string    `query:"sort" doc:"name:1 by default, or size, last_modified_at, with :1 or :-1"`
	api.PageQuery
}

func (s *Service) handleListPublicDirectory(c *api.Call, in *walkIn) (*SharedListing, error) {
	setPrivateHeaders(c)
	req := ItemRequest{ID: in.ID, Token: visitorToken(c), ClientAddress: api.ClientAddress(c.R), Item: in.Directory}
	l, err := s.ListItems(c, req, files.Page{Sort: in.Sort, Cursor: in.Cursor, Number: in.Page, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	w := &visitorView{id: names.NormalizeSecret(in.ID), token: req.Token, viewOnly: l.ViewOnly}
	o := &SharedListing{Name: l.Name, Path: []files.PathStep{}, PageInfo: l.Info}
	if l.At != nil {
		o.URL = w.archiveURL(l.At.ID, l.Name)
		o.Path = (&files.ItemView{Item: l.At}).Steps()
	} else {
		o.URL = w.archiveURL(0, l.Name)
	}
	for i := range l.Nodes {
		if n := &l.Nodes[i]; n.Kind == db.Directory {
			o.Directories = append(o.Directories, w.toDirectory(n, nil))
		} else {
			o.Files = append(o.Files, w.toFile(n, nil))
		}
	}
	return o, nil
}

type findIn struct {
	ID        string    `path:"download_id"`
	Directory db.NodeID `query:"directory_id" doc:"searches this directory and below; all items of the link when absent"`
	Query     string    `query:"query" required:"true" doc:"words that all have to occur, at most 200 characters"`
}

func (s *Service) handleFindNames(c *api.Call, in *findIn) (*SharedMatches, error) {
	setPrivateHeaders(c)
	req := ItemRequest{ID: in.ID, Token: visitorToken(c), ClientAddress: api.ClientAddress(c.R), Item: in.Directory}
	found, err := s.SearchItems(c, req, in.Query)
	if err != nil {
		return nil, err
	}
	w := &visitorView{id: names.NormalizeSecret(in.ID), token: req.Token, viewOnly: found.ViewOnly}
	o := &SharedMatches{More: found.More}
	for _, it := range found.Items {
		way := (&files.ItemView{Item: it}).ParentSteps()
		if it.Kind == db.Directory {
			o.Directories = append(o.Directories, w.toDirectory(it.Node, way))
		} else {
			o.Files = append(o.Files, w.toFile(it.Node, way))
		}
	}
	return o, nil
}
