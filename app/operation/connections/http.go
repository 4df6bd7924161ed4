package connections

import (
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/identity/audit"
	"anbar/app/identity/providers"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/settings/connections", Gate: api.Staff, Area: access.Settings,
		Does: "The mail server, the SMS gateway, the office server, the client at Google and the sign-in providers, without their secrets",
	}, s.handleListAll)
	set := func(call, does string) api.Op {
		return api.Op{Call: call, Gate: api.Staff, Area: access.Settings, Event: "setting_change", Does: does}
	}
	try := func(call, does string, fails ...*fault.Fault) api.Op {
		return api.Op{
			Call: call, Gate: api.Staff, Area: access.Settings, Event: "setting_test", Status: 204, Does: does,
			Fails: append(fails, fault.ConnectionName, fault.ConnectionOwn, fault.ConnectionRefused, fault.ConnectionTimeout,
				fault.ConnectionTLS, fault.ConnectionAnswer, fault.TooManyRequests),
		}
	}
	api.Handle(r, set("PUT /admin/settings/mail", "Enter a mail server, which goes before the one of the configuration"), s.handleSetMail)
	api.Handle(r, set("DELETE /admin/settings/mail", "Forget the entered mail server: the configuration counts again"), s.handleResetMail)
	api.Handle(r, try("POST /admin/settings/mail/test", "Send a mail to your own address by a mail server that need not be saved",
		fault.ConnectionLogin, fault.ConnectionSender, fault.ConnectionRecipient, fault.ConnectionMessage,
		fault.InvalidEmail), s.handleTestMail)
	api.Handle(r, set("PUT /admin/settings/sms", "Enter an SMS gateway, which goes before the one of the configuration"), s.handleSetSMS)
	api.Handle(r, set("DELETE /admin/settings/sms", "Forget the entered SMS gateway: the configuration counts again"), s.handleResetSMS)
	api.Handle(r, try("POST /admin/settings/sms/test", "Send a text message to your own number by a gateway that need not be saved",
		fault.ConnectionMessage, fault.NoOwnNumber), s.handleTestSMS)
	s.mountOffice(r, set)
	s.mountWopi(r, set)
	s.mountGoogle(r, set)
	api.Handle(r, set("PUT /admin/settings/providers/{id}", "Enter a provider; it goes before one of the configuration with that id"),
		s.handleSetProvider)
	api.Handle(r, set("DELETE /admin/settings/providers/{id}", "Forget an entered provider; one of the configuration counts again"),
		s.handleResetProvider)
	api.Handle(r, try("POST /admin/settings/providers/{id}/test", "Ask a provider, which need not be saved, for its metadata",
		fault.ConnectionIssuer), s.handleTestProvider)
}

// Where a connection comes from.
const (
	fromNowhere       = "none"
	fromConfiguration = "configuration"
	fromConsole       = "console"
)

// AdminConnections are the connections as staff see them.
type AdminConnections struct {
	Mail      MailSetting       `json:"mail"`
	SMS       SMSSetting        `json:"sms"`
	Office    OfficeSetting     `json:"onlyoffice"`
	WOPI      WopiSetting       `json:"wopi"`
	Google    GoogleSetting     `json:"google"`
	Providers []ProviderSetting `json:"providers"`
	Callback  string            `json:"callback" doc:"where a provider has to send users back to, with {id}"`
}

// MailSetting is the mail server that counts.
type MailSetting struct {
	Source  string     `json:"source" enum:"none,configuration,console"`
	Value   MailServer `json:"value"`
	Instead string     `json:"instead" doc:"the server of the configuration, which counts again without the entered one; empty for none"`
}

// SMSSetting is the SMS gateway that counts.
type SMSSetting struct {
	Source  string     `json:"source" enum:"none,configuration,console"`
	Value   SMSGateway `json:"value" doc:"of one of the configuration, the templates are left out"`
	Instead string     `json:"instead" doc:"the gateway of the configuration, which counts again without the entered one; empty for none"`
}

// ProviderSetting is a provider that users may sign in with.
type ProviderSetting struct {
	ID      string   `json:"id"`
	Source  string   `json:"source" enum:"configuration,console"`
	Value   Provider `json:"value"`
	Instead string   `json:"instead" doc:"the issuer in the configuration, which counts again without the entered one; empty for none"`
	Lost    bool     `json:"lost" doc:"it is not used: its secret has to be entered again"`
}

type noInput struct{}

func sourceOf(k *storedConnection, given string) string {
	switch {
	case k != nil:
		return fromConsole
	case given != "":
		return fromConfiguration
	}
	return fromNowhere
}

// redact leaves of a secret only that there is one.
func (s *SecretField) redact() { *s = SecretField{HasSecret: s.Secret != ""} }

func (s *Service) handleListAll(c *api.Call, _ *noInput) (*AdminConnections, error) {
	l := &AdminConnections{Providers: []ProviderSetting{}, Callback: s.URL() + "/callback/login/{id}"}
	err := s.DB.View(c, func(v *db.View) error {
		m, t := s.configuredMail(), s.configuredSMS()
		k, err := s.loadConnection(v, mailName, m)
		if err != nil && k == nil {
			return err
		}
		l.Mail = MailSetting{Source: sourceOf(k, s.Configured.Host), Value: *m, Instead: s.Configured.Host}
		k, err = s.loadConnection(v, smsName, t)
		if err != nil && k == nil {
			return err
		}
		l.SMS = SMSSetting{Source: sourceOf(k, s.Configured.SMS.Gateway), Value: *t, Instead: s.Configured.SMS.Gateway}
		o := &OfficeServer{}
		k, err = s.loadConnection(v, officeName, o)
		if err != nil && k == nil {
			return err
		}
		l.Office = OfficeSetting{Source: sourceOf(k, ""), Value: *o, Lost: err != nil, Reached: s.URL()}
		w := &WopiServer{}
		if k, err = s.loadConnection(v, wopiName, w); err != nil {
			return err
		}
		l.WOPI = WopiSetting{Source: sourceOf(k, ""), Value: *w, Reached: s.URL()}
		g := &GoogleClient{}
		k, err = s.loadConnection(v, googleName, g)
		if err != nil && k == nil {
			return err
		}
		l.Google = GoogleSetting{Source: sourceOf(k, ""), Value: *g, Lost: err != nil, Callback: s.URL() + "/callback/google"}
		all, err := s.listProviders(v)
		for i := range all {
			one := ProviderSetting{ID: all[i].ID, Source: fromConfiguration, Value: all[i].Provider, Lost: all[i].secretErr != nil}
			if given := s.configuredProvider(one.ID); given != nil {
				one.Instead = given.Issuer
			}
			if all[i].entered {
				one.Source = fromConsole
			}
			one.Value.redact()
			l.Providers = append(l.Providers, one)
		}
		return err
	})
	l.Mail.Value.redact()
	l.SMS.Value.redact()
	l.Office.Value.redact()
	l.Google.Value.redact()
	return l, err
}

// saveSetting stores a connection for a member of staff.
func (s *Service) saveSetting(c *api.Call, name string, now, next connection) (*AdminConnections, error) {
	if err := next.validate(); err != nil {
		return nil, err
	}
	return s.updateSetting(c, name, func(tx *db.Tx) (bool, error) { return s.saveConnection(tx, c.Who.User, name, now, next) })
}

func (s *Service) resetSetting(c *api.Call, name string) (*AdminConnections, error) {
	return s.updateSetting(c, name, func(tx *db.Tx) (bool, error) { return s.resetConnection(tx, c.Who.User, name) })
}

func (s *Service) updateSetting(c *api.Call, name string, do func(*db.Tx) (bool, error)) (*AdminConnections, error) {
	err := s.DB.Update(c, func(tx *db.Tx) error {
		changed, err := do(tx)
		if err != nil || !changed {
			return err
		}
		return s.recordEvent(tx, c, audit.SettingChanged, name)
	})
	if err != nil {
		return nil, err
	}
	return s.handleListAll(c, nil)
}

func (s *Service) recordEvent(tx *db.Tx, c *api.Call, action audit.Action, name string) error {
	return s.Audit.Record(tx, audit.Event{Action: action, User: c.Who.User, From: c.Origin(), Detail: audit.Detail{Name: name}})
}

// prepareTest prepares a test: it checks what was sent, finds the secret by the rules of saving, and
// records the test. The caller is returned.
func (s *Service) prepareTest(c *api.Call, name string, now, next connection) (*db.User, error) {
	if err := next.validate(); err != nil {
		return nil, err
	}
	if err := s.tests.Allow(c.Who.User.String()); err != nil {
		return nil, err
	}
	return db.Do(c, s.DB, func(tx *db.Tx) (u *db.User, err error) {
		if _, err := s.resolveRequiredSecret(tx.ReadOnly(), name, now, next); err != nil {
			return nil, err
		}
		if u, err = tx.UserByID(c.Who.User); err != nil {
			return u, err
		}
		return u, s.recordEvent(tx, c, audit.SettingTested, name)
	})
}

func (s *Service) handleSetMail(c *api.Call, in *MailServer) (*AdminConnections, error) {
	return s.saveSetting(c, mailName, s.configuredMail(), in)
}

func (s *Service) handleResetMail(c *api.Call, _ *noInput) (*AdminConnections, error) {
	return s.resetSetting(c, mailName)
}

// testMessage is the message of a test.
func (s *Service) testMessage(u *db.User) mail.Message {
	return mail.Message{
		Language: u.Language, Kind: mail.Test, Data: mail.Data{URL: s.URL(), Who: strings.TrimSpace(u.FirstName + " " + u.LastName)},
	}
}

func (s *Service) handleTestMail(c *api.Call, in *MailServer) (api.None, error) {
	u, err := s.prepareTest(c, mailName, s.configuredMail(), in)
	if err != nil {
		return api.None{}, err
	}
	o := s.Configured
	in.applyTo(&o)
	m := s.testMessage(u)
	m.To = u.Email
	return api.None{}, mail.SendTest(c, o, m)
}

func (s *Service) handleSetSMS(c *api.Call, in *SMSGateway) (*AdminConnections, error) {
	return s.saveSetting(c, smsName, s.configuredSMS(), in)
}

func (s *Service) handleResetSMS(c *api.Call, _ *noInput) (*AdminConnections, error) {
	return s.resetSetting(c, smsName)
}

func (s *Service) handleTestSMS(c *api.Call, in *SMSGateway) (api.None, error) {
	u, err := s.prepareTest(c, smsName, s.configuredSMS(), in)
	switch {
	case err != nil:
		return api.None{}, err
	case in.Gateway == "none":
		return api.None{}, fault.Field("gateway", fault.InvalidValue)
	case u.Mobile == "" || !u.MobileValidated:
		return api.None{}, fault.NoOwnNumber
	}
	m := s.testMessage(u)
	m.Mobile = u.Mobile
	return api.None{}, mail.SendTest(c, mail.Options{SMS: in.options()}, m)
}

type providerIn struct {
	ID string `path:"id"`
	Provider
}

// loadConfiguredOrEmpty is what the configuration says of a provider, or one that has only an id.
func (s *Service) loadConfiguredOrEmpty(id string) *Provider {
	if p := s.configuredProvider(id); p != nil {
		return p
	}
	return &Provider{ID: id}
}

func (s *Service) handleSetProvider(c *api.Call, in *providerIn) (*AdminConnections, error) {
	in.Provider.ID = in.ID
	return s.saveSetting(c, providerName+in.ID, s.loadConfiguredOrEmpty(in.ID), &in.Provider)
}

type idIn struct {
	ID string `path:"id"`
}

func (s *Service) handleResetProvider(c *api.Call, in *idIn) (*AdminConnections, error) {
	return s.resetSetting(c, providerName+in.ID)
}

func (s *Service) handleTestProvider(c *api.Call, in *providerIn) (api.None, error) {
	in.Provider.ID = in.ID
	if _, err := s.prepareTest(c, providerName+in.ID, s.loadConfiguredOrEmpty(in.ID), &in.Provider); err != nil {
		return api.None{}, err
	}
	return api.None{}, providers.Probe(c, in.config())
}
