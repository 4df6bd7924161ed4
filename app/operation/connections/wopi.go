package connections

import (
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/office/editors"
	"anbar/app/office/editors/wopi"
)

// WopiServer is an office server that speaks WOPI.
type WopiServer struct {
	URL        string `json:"url" doc:"where browsers reach it; empty for none"`
	Internal   string `json:"internal_url" doc:"where this server reaches it; empty for the same"`
	Own        string `json:"own_url" doc:"where it reaches this server; empty for where users do"`
	SkipVerify bool   `json:"skip_verify" doc:"its certificate is not checked"`

	noSecret SecretField
}

func (o *WopiServer) origin() string { return originOf(o.URL) + " " + originOf(o.Internal) }

func (o *WopiServer) needsSecret() bool { return false }

// secretField implements part. It has none: the keys that it signs with are public.
func (o *WopiServer) secretField() *SecretField { return &o.noSecret }

func (o *WopiServer) validate() error {
	wrong := fault.Fields{}
	trimAll(&o.URL, &o.Internal, &o.Own)
	if o.URL == "" {
		*o = WopiServer{}
		return nil
	}
	checkOfficeAddresses(&o.URL, &o.Internal, &o.Own, wrong)
	return wrong.Err()
}

func (o *WopiServer) server() *wopi.Server {
	return &wopi.Server{URL: o.URL, Internal: o.Internal, Own: o.Own, SkipVerify: o.SkipVerify}
}

// WopiSetting is the office server that counts.
type WopiSetting struct {
	Source  string     `json:"source" enum:"none,console"`
	Value   WopiServer `json:"value"`
	Reached string     `json:"reached_at" doc:"where users reach this server, and the office server too unless own_url says otherwise"`
}

// WopiTest is how the test of an office server went.
type WopiTest struct {
	Passed  bool          `json:"passed"`
	Legs    []editors.Leg `json:"legs" doc:"the last one failed unless all passed"`
	Checked bool          `json:"access_checked" doc:"false when the server cannot tell whether it reaches this one"`
	Mixed   bool          `json:"mixed" doc:"users reach this server by HTTPS and the office server by HTTP: browsers refuse that"`
}

func (s *Service) mountWopi(r *api.Router, set func(call, does string) api.Op) {
	api.Handle(r, set("PUT /admin/settings/wopi", "Enter the office server that edits documents by WOPI"), s.handleSetWopi)
	api.Handle(r, set("DELETE /admin/settings/wopi", "Forget that office server"), s.handleResetWopi)
	api.Handle(r, api.Op{
		Call: "POST /admin/settings/wopi/test", Gate: api.Staff, Area: access.Settings, Event: "setting_test",
		Does:  "Ask an office server that speaks WOPI, which need not be saved, what it can do and whether it reaches this server",
		Fails: []*fault.Fault{fault.TooManyRequests},
	}, s.handleTestWopi)
}

func (s *Service) handleSetWopi(c *api.Call, in *WopiServer) (*AdminConnections, error) {
	if err := s.checkOrigin(in.URL); err != nil {
		return nil, err
	}
	return s.saveSetting(c, wopiName, &WopiServer{}, in)
}

func (s *Service) handleResetWopi(c *api.Call, _ *noInput) (*AdminConnections, error) {
	return s.resetSetting(c, wopiName)
}

func (s *Service) handleTestWopi(c *api.Call, in *WopiServer) (*WopiTest, error) {
	if _, err := s.prepareTest(c, wopiName, &WopiServer{}, in); err != nil {
		return nil, err
	}
	if in.URL == "" {
		return nil, fault.Field("url", fault.Required)
	}
	t := &WopiTest{Passed: true}
	t.Legs, t.Checked = s.Editors.TryWopi(c, in.server())
	for _, l := range t.Legs {
		t.Passed = t.Passed && l.Passed
	}
	t.Mixed = strings.HasPrefix(s.URL(), "https:") && strings.HasPrefix(in.URL, "http:")
	return t, nil
}
