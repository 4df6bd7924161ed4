package editors

import (
	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

func (s *Service) mountGoogle(r *api.Router) {
	opens := []*fault.Fault{
		fault.GoogleOff, fault.EditedByAnother, fault.NotEditable, fault.DocumentMacros, fault.DocumentTooLarge, fault.PermissionDenied,
		fault.TooManyRequests,
	}
	away := []*fault.Fault{fault.GoogleReach, fault.GoogleBusy, fault.GoogleAnswer, fault.GoogleAccount}
	api.Handle(r, api.Op{
		Call: "POST /editor/google/create", Gate: api.Member, Status: 201,
		Does:  "Make an empty document to be edited at Google",
		Fails: append([]*fault.Fault{fault.QuotaExceeded, fault.TooManyFiles, fault.InvalidName}, opens...),
	}, s.handleCreateGoogle)
	api.Handle(r, api.Op{
		Call: "GET /editor/google" + inFile + "open", Gate: api.Member, Fails: opens,
		Does: "Edit a document at Google, with those who do already; takes the file as another editor does",
	}, s.handleOpenGoogle)
	api.Handle(r, api.Op{
		Call: "GET /editor/google/init/{editor_id}", Gate: api.Member,
		Does:  "Send the document to Google unless it is there, and let the caller in: the link, or where they connect their account",
		Fails: append([]*fault.Fault{fault.GoogleOff, fault.GoogleFull, fault.PermissionDenied}, away...),
	}, s.handleInitGoogle)
	api.Handle(r, api.Op{
		Call: "GET /editor/google/ping-open/{editor_id}", Gate: api.Member,
		Does: "Say that the document is still open, each 20 seconds; what changed at Google becomes a version. " +
			"After 404 it is closed: open it again",
		Fails: []*fault.Fault{fault.PermissionDenied},
	}, s.handlePingGoogle)
	api.Handle(r, api.Op{
		Call: "GET /editor/google/close/{editor_id}", Gate: api.Member,
		Does: "Close the document: it is fetched for the last time and deleted at Google when no one else has it open",
	}, s.handleCloseGoogle)
	api.Handle(r, api.Op{
		Call: "GET /editor/google/account", Gate: api.Member, Does: "The Google account that you edit documents with",
	}, s.handleGetGoogleAccount)
	api.Handle(r, api.Op{
		Call: "POST /editor/google/account/begin", Gate: api.Member, Fails: []*fault.Fault{fault.GoogleOff, fault.TooManyRequests},
		Does: "Begin to connect a Google account: the page of Google to go to",
	}, s.handleBeginGoogleAccount)
	api.Handle(r, api.Op{
		Call: "POST /editor/google/account", Gate: api.Member,
		Does: "Connect the Google account of these callback parameters",
		Fails: append([]*fault.Fault{
			fault.GoogleOff, fault.GoogleFailed, fault.GoogleScope, fault.GoogleClient, fault.GoogleInUse, fault.AuthenticationFailed,
			fault.ReauthenticationRequired,
		}, away...),
	}, s.handleLinkGoogleAccount)
	api.Handle(r, api.Op{
		Call: "DELETE /editor/google/account", Gate: api.Member, Status: 204,
		Does:  "Disconnect the Google account; its documents are fetched first",
		Fails: append([]*fault.Fault{fault.GoogleInUse, fault.ReauthenticationRequired}, away...),
	}, s.handleUnlinkGoogleAccount)
}

type googleCreateIn struct {
	Space     db.SpaceID `json:"space_id"`
	Directory db.NodeID  `json:"directory_id"`
	Type      string     `json:"file_type" enum:"docx,xlsx,pptx"`
	Name      string     `json:"name,omitempty" doc:"in the language when absent; it gets a number when it is taken"`
	Language  string     `json:"language,omitempty" enum:"fa,en" doc:"of the interface that it is made in; that of the account when absent"`
}

func (s *Service) handleCreateGoogle(c *api.Call, in *googleCreateIn) (*GoogleOpened, error) {
	err := s.DB.View(c, func(v *db.View) error {
		_, err := access.Dir(v, c.Who, in.Space, in.Directory, access.Create, access.FileSubject, access.Editor)
		return err
	})
	if err == nil {
		_, err = s.google.currentClient() // before there is a file
	}
	if err != nil {
		return nil, err
	}
	l, err := s.Create(c, c.Who, NewDocument{Space: in.Space, Directory: in.Directory, Ext: in.Type, Name: in.Name,
		Language: in.Language, Template: ""})
	if err != nil {
		return nil, err
	}
	return s.openGoogle(c, c.Who, Target{Space: in.Space, Directory: in.Directory, File: l.FileJSON().ID}, c.Origin().Device)
}

type googleOpenIn struct{ fileIn }

func (s *Service) handleOpenGoogle(c *api.Call, in *googleOpenIn) (*GoogleOpened, error) {
	return s.openGoogle(c, c.Who, in.target(), c.Origin().Device)
}

type googleIn struct {
	Editor db.GoogleID `path:"editor_id"`
}

func (s *Service) handleInitGoogle(c *api.Call, in *googleIn) (*GoogleStarted, error) {
	return s.startGoogle(c, c.Who, in.Editor)
}

func (s *Service) handlePingGoogle(c *api.Call, in *googleIn) (*GoogleState, error) {
	return s.pingGoogle(c, c.Who, in.Editor)
}

func (s *Service) handleCloseGoogle(c *api.Call, in *googleIn) (*GoogleClosed, error) {
	return s.closeGoogle(c, c.Who, in.Editor)
}

func (s *Service) handleGetGoogleAccount(c *api.Call, _ *api.None) (*GoogleAccount, error) {
	return s.loadGoogleAccount(c, c.Who)
}

// GooglePage is the page of Google where a person connects their account.
type GooglePage struct {
	URL string `json:"auth_url"`
}

func (s *Service) handleBeginGoogleAccount(c *api.Call, _ *api.None) (*GooglePage, error) {
	at, err := s.startGoogleLink(c, c.Who, "")
	return &GooglePage{at}, err
}

type googleLinkIn struct {
	Code  string `json:"code"`
	State string `json:"state"`
}

// GoogleLinked is an account that was connected.
type GoogleLinked struct {
	Email string `json:"email"`
	To    string `json:"redirect_to" doc:"page of this site to go on at; empty when it was begun in the settings"`
}

func (s *Service) handleLinkGoogleAccount(c *api.Call, in *googleLinkIn) (*GoogleLinked, error) {
	email, to, err := s.linkGoogle(c, c.Who, in.State, in.Code, c.Origin())
	if err != nil {
		return nil, err
	}
	return &GoogleLinked{email, to}, nil
}

func (s *Service) handleUnlinkGoogleAccount(c *api.Call, _ *api.None) (api.None, error) {
	return api.None{}, s.unlinkGoogle(c, c.Who, c.Origin())
}
