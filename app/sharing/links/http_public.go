package links

import (
	"net/http"
	"net/url"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/downloads"
	"anbar/app/sharing/gate"
)

// setPrivateHeaders keeps the secret of the address from other sites and from search engines.
func setPrivateHeaders(c *api.Call) {
	c.W.Header().Set("Referrer-Policy", "no-referrer")
	c.W.Header().Set("X-Robots-Tag", "noindex, nofollow")
}

type lookIn struct {
	ID string `path:"download_id"`
}

func (s *Service) handleGetPublic(c *api.Call, in *lookIn) (*SharedLink, error) {
	setPrivateHeaders(c)
	page, err := s.LoadPublicLink(c, in.ID, api.ClientAddress(c.R))
	if err != nil {
		return nil, err
	}
	return toPublicView(page), nil
}

type openIn struct {
	ID       string `path:"download_id"`
	Password string `json:"password,omitempty"`
	Email    string `json:"email,omitempty"`
	Code     string `json:"code,omitempty"`
}

func (s *Service) handleOpen(c *api.Call, in *openIn) (*SharedGrant, error) {
	setPrivateHeaders(c)
	given := gate.Credentials{Password: in.Password, Email: in.Email, Code: in.Code, ClientAddress: api.ClientAddress(c.R)}
	opened, err := s.Open(c, in.ID, given, c.R.RemoteAddr)
	if err != nil {
		return nil, err
	}
	name := opened.Name
	if opened.Kind != OneFile {
		name += ".zip"
	}
	u := contentURL(opened.ID, name, opened.Token)
	o := &SharedGrant{URL: u, Token: opened.Token, ExpiresAt: api.Time(opened.TokenExpiresAt), Link: *toOpenView(opened.PublicLink)}
	if isDisplayable(opened.File) {
		inline := u + "&inline=1"
		o.PreviewURL = &inline
	}
	return o, nil
}

func contentURL(id, name, token string) string {
	return "/api/download/share-link/" + id + "/content/" + url.PathEscape(name) + "?token=" + token
}

// isDisplayable reports whether a browser can display the file of a link.
func isDisplayable(f *downloads.FileVersion) bool {
	return f != nil && downloads.PreviewKind(f.Type, f.Name) != "none"
}

// visitorToken returns the token of a visitor, from a header or the query.
func visitorToken(c *api.Call) string {
	if token := c.R.Header.Get("X-Download-Token"); token != "" {
		return token
	}
	return c.R.URL.Query().Get("token")
}

type contentIn struct {
	ID        string `path:"download_id"`
	Token     string `query:"token" doc:"the token, unless X-Download-Token carries it"`
	Inline    string `query:"inline" doc:"1 to show the file in the browser, where its type is safe"`
	Item      string `query:"item_id" doc:"only this file or directory of the link"`
	Thumbnail string `query:"thumbnail" doc:"1 for the small picture of a file, or the first lines of a text"`
	Side      string `query:"side" doc:"of the small picture: 96, 320 or 512 pixels on the longer edge, 512 when absent"`
}

func (s *Service) handleGetContent(c *api.Call, in *contentIn) error {
	setPrivateHeaders(c)
	req := ItemRequest{ID: names.NormalizeSecret(in.ID), Token: visitorToken(c), ClientAddress: api.ClientAddress(c.R)}
	if req.Item.UnmarshalText([]byte(in.Item)) != nil {
		return fault.InvalidID
	}
	item, err := s.LoadItem(c, req)
	if err != nil {
		return err
	}
	if in.Thumbnail == "1" {
		if item.File == nil {
			return fault.InvalidID
		}
		return s.downloads.ServeThumbnail(c.W, c.R, item.File, in.Side)
	}
	inline := in.Inline == "1"
	if item.ViewOnly && !(inline && isDisplayable(item.File)) {
		return fault.ViewOnly
	}
	w := &completionWriter{ResponseWriter: c.W}
	if item.File != nil {
		err = s.downloads.ServeToBrowser(w, c.R, c.Owner(), item.File, inline)
	} else {
		err = s.downloads.ServeArchive(w, c.R, c.Owner(), "link "+req.ID+" "+req.Item.String(), item.Name, s.itemLoader(req))
	}
	if err != nil {
		return err
	}
	// A preview of a file in a directory is no download, and a rendition for a viewer is none.
	if c.R.Method == http.MethodGet && w.isComplete() && !(inline && req.Item != 0) && c.R.URL.Query().Get("form") == "" {
		return s.recordFinished(c, item.opening)
	}
	return nil
}
