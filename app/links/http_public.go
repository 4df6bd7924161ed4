package links

import (
	"net/http"
	"net/url"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/downloads"
	"anbar/app/fault"
	"anbar/app/gate"
	"anbar/db"
)

// private keeps the secret of the address from other sites and from memories of
// answers.
func private(c *api.Call) {
	c.W.Header().Set("Referrer-Policy", "no-referrer")
	c.W.Header().Set("X-Robots-Tag", "noindex, nofollow")
}

type lookIn struct {
	ID string `path:"download_id"`
}

func (s *Service) look(c *api.Call, in *lookIn) (*SharedLink, error) {
	private(c)
	f, err := s.Look(c, in.ID, api.Address(c.R))
	if err != nil {
		return nil, err
	}
	return doorView(f), nil
}

type openIn struct {
	ID       string `path:"download_id"`
	Password string `json:"password,omitempty"`
	Email    string `json:"email,omitempty"`
	Code     string `json:"code,omitempty"`
}

func (s *Service) open(c *api.Call, in *openIn) (*SharedGrant, error) {
	private(c)
	given := gate.Credentials{Password: in.Password, Email: in.Email, Code: in.Code, Address: api.Address(c.R)}
	g, err := s.Open(c, in.ID, given, c.R.RemoteAddr)
	if err != nil {
		return nil, err
	}
	name := g.Name
	if g.Kind != OneFile {
		name += ".zip"
	}
	u := "/api/download/share-link/" + in.ID + "/content/" + url.PathEscape(name) + "?token=" + g.Token
	o := &SharedGrant{URL: u, Token: g.Token, ExpiresAt: api.Time(g.ExpiresAt), Link: *faceView(g.PublicLink)}
	if g.shown() {
		inline := u + "&inline=1"
		o.PreviewURL = &inline
	}
	return o, nil
}

// shown reports whether a browser can display the file of the link.
func (f *PublicLink) shown() bool {
	return f.File != nil && downloads.Kind(f.File.Type, f.File.Name) != "none"
}

func (s *Service) content(c *api.Call) error {
	private(c)
	token := c.R.Header.Get("X-Download-Token")
	q := c.R.URL.Query()
	if token == "" {
		token = q.Get("token")
	}
	o, err := s.Granted(c, c.R.PathValue("download_id"), token, api.Address(c.R))
	if err != nil {
		return err
	}
	inline := q.Get("inline") == "1"
	if o.ViewOnly && !(inline && o.shown()) {
		return fault.ViewOnly
	}
	w := &completionWriter{ResponseWriter: c.W}
	if o.File != nil {
		err = s.downloads.Serve(w, c.R, o.File, inline)
	} else {
		err = s.downloads.ServeMany(w, c.R, c.Owner(), "link "+o.Link.ID, o.Name,
			func(v *db.View) ([]*access.Item, error) { return access.ForLink(v, o.Link) })
	}
	if err != nil {
		return err
	}
	if c.R.Method == http.MethodGet && w.finished() {
		return s.finished(c, o)
	}
	return nil
}
