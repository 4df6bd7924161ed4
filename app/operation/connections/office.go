package connections

import (
	"net/http"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/outward"
	"anbar/app/office/editors"
	"anbar/app/office/editors/onlyoffice"

	"golang.org/x/net/http/httpguts"
)

// OfficeServer is a Document Server of ONLYOFFICE.
type OfficeServer struct {
	URL        string `json:"url" doc:"where browsers reach it; empty for none"`
	Internal   string `json:"internal_url" doc:"where this server reaches it; empty for the same"`
	Own        string `json:"own_url" doc:"where it reaches this server; empty for where users do"`
	Header     string `json:"header" doc:"that its tokens come in; empty for Authorization"`
	SkipVerify bool   `json:"skip_verify" doc:"its certificate is not checked"`
	SecretField
}

func (o *OfficeServer) origin() string {
	return originOf(o.URL) + " " + originOf(o.Internal)
}

func (o *OfficeServer) needsSecret() bool { return o.URL != "" }

func (o *OfficeServer) validate() error {
	wrong := fault.Fields{}
	trimAll(&o.URL, &o.Internal, &o.Own, &o.Header)
	if o.URL == "" {
		*o = OfficeServer{SecretField: SecretField{RemoveSecret: true}}
		return nil
	}
	checkOfficeAddresses(&o.URL, &o.Internal, &o.Own, wrong)
	if o.Header != "" && (!isShortLine(o.Header) || !httpguts.ValidHeaderFieldName(o.Header)) {
		wrong.Add("header", fault.InvalidValue)
	}
	o.Header = http.CanonicalHeaderKey(o.Header)
	checkSecret(&o.SecretField, wrong)
	return wrong.Err()
}

// checkOfficeAddresses checks the addresses of an office server of any kind. Documents go there, and what comes back becomes
// versions, so only a network of one's own may be without encryption.
func checkOfficeAddresses(office, internal, own *string, wrong fault.Fields) {
	for field, text := range map[string]*string{"url": office, "internal_url": internal, "own_url": own} {
		*text = strings.TrimRight(*text, "/")
		u, ok := outward.ParseAddress(*text)
		switch {
		case *text == "":
		case !ok || !isShortLine(*text):
			wrong.Add(field, fault.InvalidValue)
		case u.Scheme == "http" && !outward.IsLocal(u) && field != "own_url":
			wrong.Add(field, fault.OfficePlain)
		}
	}
}

// checkOrigin refuses an office server at the origin of this one: its scripts would run where browsers keep the tokens.
func (s *Service) checkOrigin(office string) error {
	u, ok := outward.ParseAddress(office)
	own, known := outward.ParseAddress(s.URL())
	if ok && known && outward.Origin(u) == outward.Origin(own) {
		return fault.Field("url", fault.OfficeBeside)
	}
	return nil
}

func (o *OfficeServer) server() *onlyoffice.Server {
	return &onlyoffice.Server{
		URL: o.URL, Internal: o.Internal, Own: o.Own, Header: o.Header, Secret: o.Secret, SkipVerify: o.SkipVerify,
	}
}

// OfficeSetting is the office server that counts.
type OfficeSetting struct {
	Source  string       `json:"source" enum:"none,console"`
	Value   OfficeServer `json:"value"`
	Lost    bool         `json:"lost" doc:"it is not used: its secret has to be entered again"`
	Reached string       `json:"reached_at" doc:"where users reach this server, and the office server too unless own_url says otherwise"`
}

// OfficeTest is how the test of an office server went.
type OfficeTest struct {
	Passed bool          `json:"passed"`
	Legs   []editors.Leg `json:"legs" doc:"the last one failed unless all passed"`
	Mixed  bool          `json:"mixed" doc:"users reach this server by HTTPS and the office server by HTTP: browsers refuse that"`
}

func (s *Service) mountOffice(r *api.Router, set func(call, does string) api.Op) {
	api.Handle(r, set("PUT /admin/settings/onlyoffice", "Enter the Document Server that edits documents"), s.handleSetOffice)
	api.Handle(r, set("DELETE /admin/settings/onlyoffice", "Forget the Document Server"), s.handleResetOffice)
	api.Handle(r, api.Op{
		Call: "POST /admin/settings/onlyoffice/test", Gate: api.Staff, Area: access.Settings, Event: "setting_test",
		Does:  "Ask a Document Server, which need not be saved, whether it is well, takes the secret and fetches files from here",
		Fails: []*fault.Fault{fault.TooManyRequests},
	}, s.handleTestOffice)
}

func (s *Service) handleSetOffice(c *api.Call, in *OfficeServer) (*AdminConnections, error) {
	if err := s.checkOrigin(in.URL); err != nil {
		return nil, err
	}
	return s.saveSetting(c, officeName, &OfficeServer{}, in)
}

func (s *Service) handleResetOffice(c *api.Call, _ *noInput) (*AdminConnections, error) {
	return s.resetSetting(c, officeName)
}

func (s *Service) handleTestOffice(c *api.Call, in *OfficeServer) (*OfficeTest, error) {
	if _, err := s.prepareTest(c, officeName, &OfficeServer{}, in); err != nil {
		return nil, err
	}
	if in.URL == "" {
		return nil, fault.Field("url", fault.Required)
	}
	t := &OfficeTest{Legs: s.Editors.TryOffice(c, in.server()), Passed: true}
	for _, l := range t.Legs {
		t.Passed = t.Passed && l.Passed
	}
	t.Mixed = strings.HasPrefix(s.URL(), "https:") && strings.HasPrefix(in.URL, "http:")
	return t, nil
}
