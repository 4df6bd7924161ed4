package connections

import (
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/office/editors"
	"anbar/app/office/editors/google"
)

// GoogleClient is this appliance as Google knows it, for people who edit documents there.
type GoogleClient struct {
	ClientID string `json:"client_id" doc:"empty for none"`
	Base     string `json:"base_url,omitempty" doc:"a server in place of Google, for tests; empty for Google"`
	SecretField
}

func (g *GoogleClient) origin() string { return g.client().Origin() }

func (g *GoogleClient) needsSecret() bool { return g.ClientID != "" }

func (g *GoogleClient) validate() error {
	wrong := fault.Fields{}
	trimAll(&g.ClientID, &g.Base)
	if g.ClientID == "" {
		*g = GoogleClient{SecretField: SecretField{RemoveSecret: true}}
		return nil
	}
	if !isShortLine(g.ClientID) || strings.ContainsAny(g.ClientID, " ") {
		wrong.Add("client_id", fault.InvalidValue)
	}
	if g.Base = strings.TrimRight(g.Base, "/"); g.Base != "" && (!google.IsBaseURL(g.Base) || !isShortLine(g.Base)) {
		wrong.Add("base_url", fault.InvalidValue)
	}
	checkSecret(&g.SecretField, wrong)
	return wrong.Err()
}

func (g *GoogleClient) client() *google.Client {
	return &google.Client{ID: g.ClientID, Secret: g.Secret, Base: g.Base}
}

// GoogleSetting is the client at Google that counts.
type GoogleSetting struct {
	Source   string       `json:"source" enum:"none,console"`
	Value    GoogleClient `json:"value"`
	Lost     bool         `json:"lost" doc:"it is not used: its secret has to be entered again"`
	Callback string       `json:"callback" doc:"address that has to be entered at Google as the one to redirect to"`
}

// GoogleTest is how the test of a client at Google went.
type GoogleTest struct {
	Passed bool                `json:"passed"`
	Legs   []editors.GoogleLeg `json:"legs" doc:"the last one failed unless all passed"`
}

func (s *Service) mountGoogle(r *api.Router, set func(call, does string) api.Op) {
	api.Handle(r, set("PUT /admin/settings/google", "Enter the client at Google with which people edit documents there"), s.handleSetGoogle)
	api.Handle(r, set("DELETE /admin/settings/google", "Forget the client at Google"), s.handleResetGoogle)
	api.Handle(r, api.Op{
		Call: "POST /admin/settings/google/test", Gate: api.Staff, Area: access.Settings, Event: "setting_test",
		Does:  "Ask Google whether it knows a client, which need not be saved, and whether its calls for documents answer",
		Fails: []*fault.Fault{fault.TooManyRequests},
	}, s.handleTestGoogle)
}

func (s *Service) handleSetGoogle(c *api.Call, in *GoogleClient) (*AdminConnections, error) {
	return s.saveSetting(c, googleName, &GoogleClient{}, in)
}

func (s *Service) handleResetGoogle(c *api.Call, _ *noInput) (*AdminConnections, error) {
	return s.resetSetting(c, googleName)
}

func (s *Service) handleTestGoogle(c *api.Call, in *GoogleClient) (*GoogleTest, error) {
	if _, err := s.prepareTest(c, googleName, &GoogleClient{}, in); err != nil {
		return nil, err
	}
	if in.ClientID == "" {
		return nil, fault.Field("client_id", fault.Required)
	}
	t := &GoogleTest{Legs: s.Editors.TryGoogle(c, in.client()), Passed: true}
	for _, l := range t.Legs {
		t.Passed = t.Passed && l.Passed
	}
	return t, nil
}
