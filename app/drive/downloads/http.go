package downloads

import (
	"errors"
	"net/url"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
)

const filePath = "/download/space/{space_id}/directory/{directory_id}/file/{file_id}"

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	gone := []*fault.Fault{fault.VersionNotFound}
	api.Handle(r, api.Op{Call: "GET " + filePath, Gate: api.Client, Does: "A signed URL to download the file", Fails: gone},
		s.handleCreateURL)
	api.Handle(r, api.Op{
		Call: "GET " + filePath + "/preview", Gate: api.Client,
		Does:  "A signed URL to show the file, and how to show it",
		Fails: gone,
	}, s.handleGetPreview)
	api.Stream(r, api.Op{
		Call: "GET " + filePath + "/direct", Gate: api.OptionalMember,
		Does: "The file's bytes; ranges work. Without a session only for a public file", Gives: "*/*", Ranges: true,
		Fails: gone,
	}, s.handleGetDirect)
	api.Stream(r, api.Op{
		Call: "GET " + filePath + "/block-sums", Gate: api.Client,
		Does:  "The sums of the blocks of a version of 16 MiB to 256 GiB, by which a client finds what of a changed file is here already",
		Gives: blockSumsType, Fails: []*fault.Fault{fault.VersionNotFound, fault.NotAFile, fault.NoBlockSums},
	}, s.handleGetBlockSums)
	api.Handle(r, api.Op{
		Call: "GET " + filePath + "/thumbnail", Gate: api.Client,
		Does:  "A signed URL of the file's small picture, or of a text's first lines",
		Fails: gone,
	}, s.handleGetThumbnail)
	api.Stream(r, api.Op{
		Call: "PUT " + filePath + "/thumbnail", Gate: api.Client,
		Does: "Give a video without a small picture one: a frame of it, 512 KiB at most", Status: 204, Takes: "image/jpeg",
		Fails: []*fault.Fault{fault.NotAVideo, fault.NotAPicture, fault.PosterExists, fault.PermissionDenied},
	}, s.handleSetPoster)
	api.Handle(r, api.Op{
		Call: "GET /download/thumbnails", Gate: api.Client,
		Does: "Signed URLs of the small pictures of many files, and of the first lines of texts",
	}, s.handleListThumbnails)
	api.Handle(r, api.Op{
		Call: "POST /download/zip", Gate: api.Client,
		Does: "A URL to download a selection as one archive; that of a root directory has a manifest.jsonl of its files", Status: 201,
		Fails: []*fault.Fault{fault.SelectionTooLarge},
	}, s.handleCreateZip)
	api.Handle(r, api.Op{
		Call: "POST /trash/batch-download", Gate: api.Client,
		Does: "A URL to download a selection from the trash as one archive", Status: 201,
		Fails: []*fault.Fault{fault.SelectionTooLarge},
	}, s.handleCreateTrashZip)
	api.Stream(r, api.Op{
		Call: "GET /download/content/{token}/{name}",
		Does: "The file of a signed URL; ranges work", Gives: "*/*", Ranges: true,
		Fails: []*fault.Fault{fault.LinkExpired, fault.DocumentUnreadable, fault.DocumentLocked},
	}, s.handleGetContent)
	api.Stream(r, api.Op{
		Call: "GET /download/zip/{token}/{name}",
		Does: "An archive of a selection; ranges work", Gives: "application/zip", Ranges: true,
		Fails: []*fault.Fault{fault.LinkExpired},
	}, s.handleGetZip)
}

type fileIn struct {
	Space     db.SpaceID `path:"space_id"`
	Directory db.NodeID  `path:"directory_id"`
	File      db.NodeID  `path:"file_id"`
}

func (in *fileIn) target() Target {
	return Target{Space: in.Space, Directory: in.Directory, File: in.File}
}

type linkIn struct {
	fileIn
	Version   db.VersionID `query:"version_id" doc:"the head version when absent"`
	ExpiresIn int          `query:"expires_in" doc:"seconds, 3600 when absent, a week at most"`
}

func (in *linkIn) target() Target {
	t := in.fileIn.target()
	t.Version = in.Version
	return t
}

// SignedURL is a URL that gives a file to its holder until it expires.
type SignedURL struct {
	URL       string   `json:"url"`
	ExpiresAt api.Time `json:"expires_at"`
}

func (s *Service) handleCreateURL(c *api.Call, in *linkIn) (*SignedURL, error) {
	if in.ExpiresIn < 0 || in.ExpiresIn > int(maxURLLife/time.Second) {
		return nil, fault.Field("expires_in", fault.InvalidValue)
	}
	l, _, err := s.CreateURL(c, c.Who, in.target(), time.Duration(in.ExpiresIn)*time.Second, false)
	if err != nil {
		return nil, err
	}
	s.recordUse(c.Who, in.File)
	return &SignedURL{l.URL, api.Time(l.ExpiresAt)}, nil
}

// PreviewResult says how to show a file.
type PreviewResult struct {
	SignedURL
	Kind        string       `json:"kind" enum:"image,video,audio,pdf,text,markdown,document,presentation,spreadsheet,archive,font,none"`
	ContentType string       `json:"content_type"`
	Size        int64        `json:"size"`
	Name        string       `json:"name"`
	Version     db.VersionID `json:"version_id"`
}

func (s *Service) handleGetPreview(c *api.Call, in *linkIn) (*PreviewResult, error) {
	l, f, err := s.CreateURL(c, c.Who, in.target(), 0, true)
	if err != nil {
		return nil, err
	}
	s.recordUse(c.Who, in.File)
	return &PreviewResult{SignedURL: SignedURL{l.URL, api.Time(l.ExpiresAt)}, Kind: PreviewKind(f.Type, f.Name),
		ContentType: f.Type, Size: f.Size, Name: f.Name, Version: f.Version}, nil
}

type directIn struct {
	fileIn
	Version string `query:"version_id" doc:"the head version when absent"`
}

func (s *Service) handleGetDirect(c *api.Call, in *directIn) error {
	g := urlClaims{Target: in.target()}
	if g.Target.Version.UnmarshalText([]byte(in.Version)) != nil {
		return fault.VersionNotFound
	}
	f, b, err := s.openSignedFile(c.R, c.Who, &g)
	if errors.Is(err, fault.LinkExpired) && c.Who.User == 0 {
		return fault.AuthenticationFailed
	}
	if errors.Is(err, fault.LinkExpired) {
		return fault.InvalidID
	}
	if err != nil {
		return err
	}
	s.recordUse(c.Who, g.Target.File)
	return s.serveRenditionOrBlob(c.W, c.R, c.Owner(), f, b, false)
}

// ThumbnailResult is the small picture of a file or the first lines of a text, as far as they are made.
type ThumbnailResult struct {
	URL       *string  `json:"url"`
	ExpiresAt api.Time `json:"expires_at" nullable:"true"`
	Status    string   `json:"status" enum:"ready,lines,pending,none" doc:"lines: the URL gives the first lines of a text, as plain text"`
}

func (s *Service) handleGetThumbnail(c *api.Call, in *linkIn) (*ThumbnailResult, error) {
	l, f, err := s.CreateURL(c, c.Who, in.target(), 0, true)
	if err != nil {
		return nil, err
	}
	switch f.Thumbnail.State {
	case db.ThumbnailWanted:
		return &ThumbnailResult{Status: "pending"}, nil
	case db.ThumbnailMade, db.ThumbnailLines:
		to := in.target()
		to.Version = f.Version
		g := urlClaimsOf(c.Who, to, l.ExpiresAt.Unix())
		g.Inline, g.Thumbnail = true, true
		u := g.url(s.key, "thumbnail")
		status := "ready"
		if f.Thumbnail.State == db.ThumbnailLines {
			status = "lines"
		}
		return &ThumbnailResult{URL: &u, ExpiresAt: api.Time(l.ExpiresAt), Status: status}, nil
	}
	return &ThumbnailResult{Status: "none"}, nil
}

type thumbnailsIn struct {
	Space db.SpaceID `query:"space_id" required:"true"`
	Files string     `query:"file_ids" required:"true" doc:"ids with commas between them, 200 at most"`
}

// ThumbnailURL is the small picture of one file, or the first lines of a text.
type ThumbnailURL struct {
	File db.NodeID `json:"file_id"`
	URL  string    `json:"url"`
}

// ThumbnailList is the small pictures of files and the first lines of texts.
type ThumbnailList struct {
	Thumbnails []ThumbnailURL `json:"thumbnails"`
}

const maxThumbnails = 200

func (s *Service) handleListThumbnails(c *api.Call, in *thumbnailsIn) (*ThumbnailList, error) {
	var ids []db.NodeID
	for part := range strings.SplitSeq(in.Files, ",") {
		var id db.NodeID
		if id.UnmarshalText([]byte(part)) != nil || len(ids) == maxThumbnails {
			return nil, fault.Field("file_ids", fault.InvalidValue)
		}
		ids = append(ids, id)
	}
	urls, err := s.SignThumbnailURLs(c, c.Who, in.Space, ids)
	l := &ThumbnailList{Thumbnails: []ThumbnailURL{}}
	for _, id := range ids {
		if u := urls[id]; u != "" {
			l.Thumbnails = append(l.Thumbnails, ThumbnailURL{id, u})
		}
	}
	return l, err
}

type zipIn struct {
	Space       db.SpaceID  `json:"space_id"`
	Files       []db.NodeID `json:"file_ids,omitempty"`
	Directories []db.NodeID `json:"directory_ids,omitempty"`
	Name        string      `json:"name,omitempty"`
}

// ZipResult is an archive that can be downloaded.
type ZipResult struct {
	SignedURL
	Size  int64  `json:"size"`
	Files int    `json:"files"`
	Name  string `json:"name"`
}

func (s *Service) handleCreateZip(c *api.Call, in *zipIn) (*ZipResult, error) {
	return s.createZipResult(c, in, false)
}

func (s *Service) handleCreateTrashZip(c *api.Call, in *zipIn) (*ZipResult, error) {
	return s.createZipResult(c, in, true)
}

func (s *Service) createZipResult(c *api.Call, in *zipIn, trashed bool) (*ZipResult, error) {
	z, a, err := s.CreateZip(c, c.Who, in.Space, append(in.Files, in.Directories...), in.Name, trashed)
	if err != nil {
		return nil, err
	}
	u := "/api/download/zip/" + z.ID + "/" + url.PathEscape(z.Name)
	return &ZipResult{SignedURL: SignedURL{u, api.Time(z.ExpiresAt)}, Size: a.Size(), Files: a.Files, Name: z.Name}, nil
}

type contentIn struct {
	Token string `path:"token"`
	Side  string `query:"side" doc:"of a small picture: 96, 320 or 512 pixels on the longer edge, 512 when absent"`

	// Of a document, which serveRendition reads.
	Rendition string `query:"form" doc:"a form of a document as JSON, not its bytes: blocks, sheet (a page of it), cell (that has words), comments (of a docx)"`
	Sheet     string `query:"sheet" doc:"of the form sheet: its number from 1, the one shown first when absent"`
	First     string `query:"first" doc:"of the form sheet: the first row, from 1"`
	Rows      string `query:"rows" doc:"of the form sheet: how many, at most 5000"`
	Find      string `query:"find" doc:"of the form cell: the words"`
}

func (s *Service) handleGetContent(c *api.Call, in *contentIn) error {
	g, err := parseClaims(s.key, in.Token, time.Now())
	if err != nil {
		return err
	}
	who := access.Actor{User: g.User, Session: g.Session}
	err = s.db.View(c, func(v *db.View) (err error) {
		who, err = authorizeHolder(v, who, g.Token)
		return err
	})
	if err != nil {
		return err
	}
	if g.Thumbnail {
		f, err := s.findSignedFile(c, who, g)
		if err != nil {
			return err
		}
		return s.ServeThumbnail(c.W, c.R, f, in.Side)
	}
	f, b, err := s.openSignedFile(c.R, who, g)
	if err != nil {
		return err
	}
	return s.serveRenditionOrBlob(c.W, c.R, limits.Owner{Person: int64(g.User)}, f, b, g.Inline)
}

type getZipIn struct {
	Token string `path:"token"`
}

func (s *Service) handleGetZip(c *api.Call, in *getZipIn) error {
	z, a, err := s.openZip(c.R, in.Token)
	if err != nil {
		return err
	}
	return serveArchive(c.W, c.R, z.Name, a)
}
