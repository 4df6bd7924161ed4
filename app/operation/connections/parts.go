package connections

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/identity/providers"
	"anbar/db"
)

// MailServer is the server that mails go out by.
type MailServer struct {
	Host string `json:"host"`
	Port int    `json:"port" doc:"0 for the usual one: 587, with tls 465, without 25"`
	TLS  string `json:"tls" enum:"starttls,tls,off"`
	User string `json:"user" doc:"empty to send without signing in"`
	From string `json:"from" doc:"Name <address>, or an address alone"`
	SecretField
}

const (
	maxText     = 500
	maxTemplate = 4000
	maxPort     = 65535
	maxScopes   = 20
)

var hostPattern = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\.?$|^[0-9A-Fa-f:]+:[0-9A-Fa-f:.]*$`)

func (m *MailServer) origin() string {
	return fmt.Sprint(m.TLS, " ", strings.ToLower(m.Host), " ", m.Port)
}

func (m *MailServer) needsSecret() bool { return m.User != "" }

func (m *MailServer) validate() error {
	wrong := fault.Fields{}
	trimAll(&m.Host, &m.User, &m.From)
	switch {
	case m.Host == "":
		wrong.Add("host", fault.Required)
	case len(m.Host) > maxText || !hostPattern.MatchString(m.Host):
		wrong.Add("host", fault.InvalidValue)
	}
	if m.Port < 0 || m.Port > maxPort {
		wrong.Add("port", fault.InvalidValue)
	}
	if !slices.Contains([]string{"starttls", "tls", "off"}, m.TLS) {
		wrong.Add("tls", fault.InvalidValue)
	}
	if !isShortLine(m.User) {
		wrong.Add("user", fault.InvalidValue)
	}
	checkSecret(&m.SecretField, wrong)
	if !isShortLine(m.From) || mail.CheckOptions(m.options()) != nil {
		wrong.Add("from", fault.InvalidValue)
	}
	return wrong.Err()
}

// options are those of the server alone.
func (m *MailServer) options() mail.Options {
	var o mail.Options
	m.applyTo(&o)
	return o
}

func (m *MailServer) applyTo(o *mail.Options) {
	o.Host, o.Port, o.TLS, o.User, o.Password, o.From, o.Entered = m.Host, m.Port, m.TLS, m.User, m.Secret, m.From, true
}

// configuredMail is what the configuration says.
func (s *Service) configuredMail() *MailServer {
	o := &s.Configured
	m := &MailServer{Host: o.Host, Port: o.Port, TLS: cmp.Or(o.TLS, "starttls"), User: o.User, From: o.From}
	m.Secret = o.Password
	return m
}

// SMSGateway is the service that text messages go out by.
type SMSGateway struct {
	Gateway string `json:"gateway" enum:"none,kavenegar,http"`
	URL     string `json:"url" doc:"may contain {to}, {international}, {text}, {code}, {from} and {key}"`
	Method  string `json:"method" enum:"POST,GET"`
	Body    string `json:"body" doc:"with the same places: JSON, or a form"`
	Header  string `json:"header" doc:"Name: value; the value may contain {key}"`
	From    string `json:"from" doc:"number that messages come from"`
	Taken   string `json:"taken" doc:"text in the answer for an accepted message; empty when the status alone decides"`
	SecretField
}

func (g *SMSGateway) origin() string { return g.Gateway + " " + originOf(g.URL) }

// originOf returns scheme, host and port of an address.
func originOf(address string) string {
	u, err := url.Parse(strings.NewReplacer("{", "%7B", "}", "%7D").Replace(address))
	if err != nil || u.Host == "" {
		return address
	}
	return u.Scheme + "://" + u.Host
}

func (g *SMSGateway) validate() error {
	trimAll(&g.URL, &g.Body, &g.Header, &g.From, &g.Taken)
	g.Method = cmp.Or(g.Method, "POST")
	if g.Gateway == "none" {
		*g = SMSGateway{Gateway: "none", Method: "POST", SecretField: SecretField{RemoveSecret: true}}
		return nil
	}
	if err := g.checkFields(); err != nil {
		return err
	}
	o := g.options()
	o.Key = cmp.Or(o.Key, "kept") // whether there is one is found with the stored one
	return toFieldFault(mail.CheckOptions(mail.Options{SMS: o}))
}

func (g *SMSGateway) checkFields() error {
	wrong := fault.Fields{}
	if g.Gateway != "kavenegar" && g.Gateway != "http" {
		wrong.Add("gateway", fault.InvalidValue)
	}
	if g.Method != "POST" && g.Method != "GET" {
		wrong.Add("method", fault.InvalidValue)
	}
	for field, text := range map[string]string{"url": g.URL, "header": g.Header, "from": g.From, "taken": g.Taken} {
		if !isShortLine(text) {
			wrong.Add(field, fault.InvalidValue)
		}
	}
	if len(g.Body) > maxTemplate {
		wrong.Add("body", fault.TooLong)
	}
	checkSecret(&g.SecretField, wrong)
	return wrong.Err()
}

func (g *SMSGateway) options() mail.SMS {
	if g.Gateway == "none" {
		return mail.SMS{}
	}
	return mail.SMS{
		Gateway: g.Gateway, URL: g.URL, Method: g.Method, Body: g.Body, Header: g.Header, Key: g.Secret, From: g.From,
		Taken: g.Taken, Entered: true,
	}
}

func (g *SMSGateway) needsSecret() bool {
	return g.Gateway == "kavenegar" || strings.Contains(g.URL+g.Body+g.Header, "{key}")
}

// configuredSMS is what the configuration says. Its templates may have a secret written into them,
// so they are not shown.
func (s *Service) configuredSMS() *SMSGateway {
	o := &s.Configured.SMS
	g := &SMSGateway{Gateway: cmp.Or(o.Gateway, "none"), Method: cmp.Or(o.Method, "POST"), From: o.From}
	if o.URL != "" {
		g.URL = originOf(o.URL)
	}
	g.Secret = o.Key
	return g
}

// Provider is an OpenID Connect provider that users sign in with.
type Provider struct {
	ID       string   `json:"-"`
	TitleFa  string   `json:"title_fa"`
	TitleEn  string   `json:"title_en"`
	Icon     string   `json:"icon" doc:"name of one that the user interface has; empty for none"`
	Issuer   string   `json:"issuer"`
	ClientID string   `json:"client_id"`
	Scopes   []string `json:"scopes" doc:"openid, email and profile when there are none"`
	Signup   bool     `json:"signup" doc:"its users may sign up in every sign-up mode"`
	SecretField

	secretErr error // the secret does not open
}

func (p *Provider) origin() string { return p.Issuer }

// needsSecret is false: some providers have clients without a secret.
func (p *Provider) needsSecret() bool { return false }

func (p *Provider) validate() error {
	wrong := fault.Fields{}
	trimAll(&p.TitleFa, &p.TitleEn, &p.Issuer, &p.ClientID)
	for field, text := range map[string]string{
		"title_fa": p.TitleFa, "title_en": p.TitleEn, "issuer": p.Issuer, "client_id": p.ClientID, "scopes": strings.Join(p.Scopes, " "),
	} {
		switch {
		case text == "" && field != "scopes":
			wrong.Add(field, fault.Required)
		case !isShortLine(text) || len(p.Scopes) > maxScopes:
			wrong.Add(field, fault.InvalidValue)
		}
	}
	checkSecret(&p.SecretField, wrong)
	if err := wrong.Err(); err != nil {
		return err
	}
	one := []providers.Config{p.config()}
	err := providers.Validate(one)
	p.Scopes = one[0].Scopes
	return toFieldFault(err)
}

func (p *Provider) config() providers.Config {
	return providers.Config{
		ID: p.ID, Title: providers.Title{Fa: p.TitleFa, En: p.TitleEn}, Icon: p.Icon, Issuer: p.Issuer, ClientID: p.ClientID,
		ClientSecret: p.Secret, Scopes: slices.Clone(p.Scopes), Signup: p.Signup, Entered: true,
	}
}

// configuredProvider is what the configuration says of a provider; nil when it has none of that id.
func (s *Service) configuredProvider(id string) *Provider {
	for i := range s.ProviderConfigs {
		if c := &s.ProviderConfigs[i]; c.ID == id {
			p := &Provider{
				ID: id, TitleFa: c.Title.Fa, TitleEn: c.Title.En, Icon: c.Icon, Issuer: c.Issuer, ClientID: c.ClientID,
				Scopes: slices.Clone(c.Scopes), Signup: c.Signup,
			}
			p.Secret = c.ClientSecret
			return p
		}
	}
	return nil
}

// providerEntry is a provider with where it comes from.
type providerEntry struct {
	Provider
	entered bool
}

// listProviderIDs lists the ids of all providers, those of the configuration first.
func (s *Service) listProviderIDs(v *db.View) ([]string, error) {
	names, err := v.StoredSettingNames(providerName)
	if err != nil {
		return nil, err
	}
	var ids []string
	for i := range s.ProviderConfigs {
		ids = append(ids, s.ProviderConfigs[i].ID)
	}
	for _, name := range names {
		if id := strings.TrimPrefix(name, providerName); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// listProviders lists all, those of the configuration first.
func (s *Service) listProviders(v *db.View) ([]providerEntry, error) {
	ids, err := s.listProviderIDs(v)
	if err != nil {
		return nil, err
	}
	var all []providerEntry
	for _, id := range ids {
		given := s.configuredProvider(id)
		one := providerEntry{Provider: Provider{ID: id}}
		if given != nil {
			one.Provider = *given
		}
		k, err := s.loadConnection(v, providerName+id, &one.Provider)
		if err != nil && k == nil {
			return nil, err
		}
		one.secretErr, one.entered = err, k != nil
		if k != nil || given != nil {
			all = append(all, one)
		}
	}
	return all, nil
}

// configOf returns a provider for use. Groups give roles in workspaces, so they stay a matter
// of the configuration, and of the issuer that it trusts.
func (s *Service) configOf(p *providerEntry) providers.Config {
	c := p.config()
	for i := range s.ProviderConfigs {
		if given := &s.ProviderConfigs[i]; given.ID == p.ID {
			if !p.entered {
				return *given
			}
			if given.Issuer == p.Issuer {
				c.GroupsClaim, c.Groups = given.GroupsClaim, given.Groups
			}
		}
	}
	return c
}

func trimAll(all ...*string) {
	for _, s := range all {
		*s = strings.TrimSpace(*s)
	}
}

// isShortLine reports whether a text is one short line.
func isShortLine(s string) bool {
	return len(s) <= maxText && !strings.ContainsFunc(s, unicode.IsControl)
}

func checkSecret(s *SecretField, wrong fault.Fields) {
	if len(s.Secret) > maxSecret || strings.ContainsFunc(s.Secret, unicode.IsControl) {
		wrong.Add("secret", fault.InvalidValue)
	}
}
