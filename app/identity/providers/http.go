package providers

import (
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/sessions"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	begins := []*fault.Fault{fault.ProviderUnavailable, fault.AuthenticationFailed, fault.TooManyRequests}
	ends := []*fault.Fault{
		fault.ProviderFailed, fault.GoogleFailed, fault.AuthenticationFailed, fault.ProviderUnavailable, fault.SignupClosed,
		fault.InvitationRequired, fault.TooManyRequests,
	}
	links := []*fault.Fault{
		fault.ReauthenticationRequired, fault.ProviderFailed, fault.GoogleFailed, fault.AuthenticationFailed, fault.ProviderUnavailable,
		fault.ProviderLinked, fault.IdentityUsed, fault.TooManyRequests,
	}
	api.Handle(r, api.Op{Call: "GET /accounts/providers", Does: "The providers to sign in with"}, s.handleList)
	api.Handle(r, api.Op{
		Call: "GET /accounts/providers/{provider}/login", Gate: api.OptionalMember,
		Does:  "Begin to sign in with a provider, or to connect one: the page to go to; sets a cookie",
		Fails: begins,
	}, s.handleBegin)
	api.Handle(r, api.Op{
		Call:  "POST /accounts/providers/{provider}/auth",
		Does:  "Sign in with a provider's callback parameters",
		Fails: ends,
	}, s.handleAuth)
	api.Handle(r, api.Op{
		Call: "POST /accounts/providers/{provider}/link", Gate: api.Member, Status: 204,
		Does:  "Connect the provider account of this callback",
		Fails: links,
	}, s.handleLink)
	api.Handle(r, api.Op{
		Call: "DELETE /accounts/providers/{provider}", Gate: api.Member,
		Does:  "Disconnect a provider",
		Fails: []*fault.Fault{fault.ReauthenticationRequired, fault.LastSignInMethod},
	}, s.handleUnlink)
	api.Handle(r, api.Op{
		Call: "GET /accounts/identities", Gate: api.Member,
		Does: "Your connected provider accounts",
	}, s.handleListIdentities)
	for _, named := range [][2]string{{"/arvan", "arvan"}, {"/accounts/google", "google"}} {
		path, id := named[0], named[1]
		api.Handle(r, api.Op{
			Call: "GET " + path + "/login", Gate: api.OptionalMember,
			Does:  "Begin to sign in with the provider of the id " + id,
			Fails: begins,
		}, func(c *api.Call, in *beginNamedIn) (*ProviderPage, error) {
			return s.handleBegin(c, &beginIn{Provider: id, Purpose: in.Purpose, To: in.To})
		})
		api.Handle(r, api.Op{
			Call:  "POST " + path + "/auth",
			Does:  "Sign in with the callback parameters of the provider with the id " + id,
			Fails: ends,
		}, func(c *api.Call, in *codeIn) (*ProviderLogin, error) {
			return s.handleAuth(c, &authIn{id, *in})
		})
	}
}

// ProviderView is a provider as the page of the login shows it.
type ProviderView struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Icon  string `json:"icon" doc:"name of an avatar of the user interface; empty for none"`
}

// ProviderList is the providers that one can sign in with.
type ProviderList struct {
	Providers []ProviderView `json:"providers"`
}

type listIn struct {
	Language string `query:"language" doc:"of the titles: fa, or en"`
}

func (s *Service) handleList(_ *api.Call, in *listIn) (*ProviderList, error) {
	l := &ProviderList{Providers: []ProviderView{}}
	for _, p := range *s.all.Load() {
		l.Providers = append(l.Providers, ProviderView{ID: p.ID, Title: p.Title.forLanguage(in.Language), Icon: p.Icon})
	}
	return l, nil
}

// ProviderPage is the provider's page to go to for signing in.
type ProviderPage struct {
	URL string `json:"url"`
}

type beginIn struct {
	Provider string `path:"provider"`
	Purpose  string `query:"purpose" enum:"login,link" doc:"link to connect an account; login by default"`
	To       string `query:"redirect_to" doc:"path on this site to continue at; returned with the login"`
}

type beginNamedIn struct {
	Purpose string `query:"purpose" enum:"login,link" doc:"link to connect an account; login by default"`
	To      string `query:"redirect_to" doc:"path on this site to continue at; returned with the login"`
}

func (s *Service) handleBegin(c *api.Call, in *beginIn) (*ProviderPage, error) {
	if in.Purpose == "" {
		in.Purpose = forLogin
	}
	if _, err := s.findProvider(in.Provider); err != nil {
		return nil, err
	}
	page, err := s.Begin(c, c.Who, BeginRequest{Provider: in.Provider, Purpose: in.Purpose, To: in.To,
		Browser: s.setBrowserCookie(c), Address: c.Origin().Address})
	if err != nil {
		return nil, err
	}
	return &ProviderPage{page}, nil
}

type codeIn struct {
	Code   string `json:"code"`
	State  string `json:"state"`
	Issuer string `json:"iss,omitempty" doc:"the parameter iss, when the provider sent one back"`
}

func (in *codeIn) toCallback(c *api.Call) (callback, error) {
	wrong := fault.Fields{}
	if in.Code == "" {
		wrong.Add("code", fault.Required)
	}
	if in.State == "" {
		wrong.Add("state", fault.Required)
	}
	return callback{Code: in.Code, State: in.State, Issuer: in.Issuer, Browser: browserSecret(c.R)}, wrong.Err()
}

type authIn struct {
	Provider string `path:"provider"`
	codeIn
}

// ProviderLogin is a login with where the person wanted to go.
type ProviderLogin struct {
	sessions.LoginResult
	To string `json:"redirect_to" doc:"path on this site; empty for none"`
}

func (s *Service) handleAuth(c *api.Call, in *authIn) (*ProviderLogin, error) {
	r, err := in.toCallback(c)
	if err != nil {
		return nil, err
	}
	l, to, err := s.FinishLogin(c, in.Provider, r, c.Origin())
	if err != nil {
		return nil, err
	}
	return &ProviderLogin{*l, to}, nil
}

func (s *Service) handleLink(c *api.Call, in *authIn) (api.None, error) {
	r, err := in.toCallback(c)
	if err != nil {
		return api.None{}, err
	}
	return api.None{}, s.Link(c, c.Who, in.Provider, r, c.Origin())
}

type unlinkIn struct {
	Provider string `path:"provider"`
}

func (s *Service) handleUnlink(c *api.Call, in *unlinkIn) (api.None, error) {
	return api.None{}, s.identities.Unlink(c, c.Who, in.Provider, c.Origin())
}

// IdentityView is an account at a provider as its owner sees it.
type IdentityView struct {
	Provider  string   `json:"provider"`
	Title     string   `json:"title"`
	Email     string   `json:"email" doc:"as the provider tells it"`
	CreatedAt api.Time `json:"created_at"`
	LastUsed  api.Time `json:"last_used" nullable:"true"`
}

// IdentityList lists the connected provider accounts of a user.
type IdentityList struct {
	Identities []IdentityView `json:"identities"`
}

func (s *Service) handleListIdentities(c *api.Call, in *listIn) (*IdentityList, error) {
	rows, err := s.identities.List(c, c.Who)
	l := &IdentityList{Identities: []IdentityView{}}
	for _, i := range rows {
		title := i.Provider // of one that is not configured any more
		if p, err := s.findProvider(i.Provider); err == nil {
			title = p.Title.forLanguage(in.Language)
		}
		l.Identities = append(l.Identities, IdentityView{Provider: i.Provider, Title: title, Email: i.Email,
			CreatedAt: api.Time(i.CreatedAt), LastUsed: api.Time(i.UsedAt)})
	}
	return l, err
}
