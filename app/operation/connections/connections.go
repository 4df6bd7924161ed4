// Package connections is the services outside that an appliance uses: its mail server, its SMS
// gateway, its office server, its client at Google, and the providers that users sign in with. What staff enter goes before what the
// configuration says, counts at once, and is kept with its history. Secrets are sealed, and no
// call answers them.
package connections

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/mail"
	"anbar/app/base/settings"
	"anbar/app/base/vault"
	"anbar/app/identity/audit"
	"anbar/app/identity/providers"
	"anbar/app/office/editors"
	"anbar/app/office/editors/google"
	"anbar/app/office/editors/onlyoffice"
	"anbar/app/office/editors/wopi"
	"anbar/db"
)

// The names under which connections are stored; a provider's has its id behind the point.
const (
	mailName     = "mail"
	smsName      = "sms"
	officeName   = "onlyoffice"
	wopiName     = "wopi"
	googleName   = "google"
	providerName = "provider."
)

// Options are what the service is made of.
type Options struct {
	DB              *db.DB
	Audit           *audit.Log
	Vault           *vault.Vault
	Mail            *mail.Service
	Providers       *providers.Service
	URL             func() string      // where users reach the appliance
	Configured      mail.Options       // by the configuration
	ProviderConfigs []providers.Config // the same
	Editors         *editors.Service
	Log             *slog.Logger
}

// Service is the connections of one appliance.
type Service struct {
	Options
	tests *limits.Limiter

	channels, signIn, office, wopi, google settings.CommitOrder // of what is applied
}

// New makes the service. Without Load the configuration counts.
func New(o Options) *Service {
	return &Service{Options: o, tests: limits.NewLimiter(limits.TestPause, limits.Tests)}
}

// connection is a connection as staff enter it.
type connection interface {
	validate() error
	origin() string // all that decides where its secret is sent
	needsSecret() bool
	secretField() *SecretField
}

// SecretField is the secret of a connection. It is only sent, and never answered.
type SecretField struct {
	Secret       string `json:"secret,omitempty" doc:"only sent, to replace the one before; needed again with another address"`
	HasSecret    bool   `json:"has_secret,omitempty" doc:"only answered"`
	RemoveSecret bool   `json:"remove_secret,omitempty" doc:"only sent: forget the secret"`
}

func (s *SecretField) secretField() *SecretField { return s }

const maxSecret = 500

// storedConnection is a connection as it is stored, and in the history.
type storedConnection struct {
	Value  json.RawMessage `json:"value"`
	Sealed []byte          `json:"sealed,omitempty"`
}

const noConnection = "null" // the configuration counts

// loadStored returns what staff entered, and its text; nil when the configuration counts.
func loadStored(v *db.View, name string) (*storedConnection, string, error) {
	text, err := v.StoredSetting(name)
	if errors.Is(err, db.ErrNotFound) {
		return nil, noConnection, nil
	}
	if err != nil {
		return nil, "", err
	}
	k, err := parseStored(text)
	return k, text, err
}

func parseStored(text string) (*storedConnection, error) {
	var k *storedConnection
	if err := json.Unmarshal([]byte(text), &k); err != nil {
		return nil, fmt.Errorf("read a stored connection: %w", err)
	}
	return k, nil
}

// loadConnection fills p with what counts for a name: what staff entered, else what the configuration
// gives, which p holds already. Its secret is in p.
func (s *Service) loadConnection(v *db.View, name string, p connection) (*storedConnection, error) {
	k, _, err := loadStored(v, name)
	if err != nil || k == nil {
		return nil, err
	}
	*p.secretField() = SecretField{}
	if err := json.Unmarshal(k.Value, p); err != nil {
		return nil, fmt.Errorf("read the connection %s: %w", name, err)
	}
	if len(k.Sealed) == 0 {
		return k, nil
	}
	p.secretField().Secret, err = s.Vault.Open(k.Sealed, name, p.origin())
	return k, err
}

// resolveRequiredSecret is settle, and refuses a connection that lacks a secret that it needs.
func (s *Service) resolveRequiredSecret(v *db.View, name string, now, next connection) (sealed []byte, err error) {
	sealed, err = s.resolveSecret(v, name, now, next)
	if err == nil && next.needsSecret() && len(sealed) == 0 {
		err = fault.Field("secret", fault.Required)
	}
	return sealed, err
}

// resolveSecret finds the secret that a new connection has: the one that was sent, or the one of now
// when it goes to the same address. now is filled with what counts, and next with its secret.
func (s *Service) resolveSecret(v *db.View, name string, now, next connection) (sealed []byte, err error) {
	k, err := s.loadConnection(v, name, now)
	lost := err != nil && k != nil // the key of the appliance is another one by now
	if err != nil && !lost {
		return nil, err
	}
	had, in := now.secretField().Secret, next.secretField()
	switch {
	case in.Secret != "" && (in.Secret != had || now.origin() != next.origin()):
	case in.RemoveSecret, in.Secret == "" && had == "" && !lost:
		in.Secret = ""
		return nil, nil
	case lost || now.origin() != next.origin():
		return nil, fault.Field("secret", fault.Required)
	case k != nil:
		in.Secret = had
		return k.Sealed, nil
	default:
		in.Secret = had
	}
	return s.Vault.Seal(in.Secret, name, next.origin()), nil
}

// saveConnection stores a connection with its history, and lets it count when the transaction has
// committed. Without a change nothing is stored, and false is returned.
func (s *Service) saveConnection(tx *db.Tx, by db.UserID, name string, now, next connection) (bool, error) {
	sealed, err := s.resolveRequiredSecret(tx.ReadOnly(), name, now, next)
	if err != nil {
		return false, err
	}
	*next.secretField() = SecretField{}
	value, err := json.Marshal(next)
	if err != nil {
		return false, fmt.Errorf("write the connection %s: %w", name, err)
	}
	after, err := json.Marshal(storedConnection{value, sealed})
	if err != nil {
		return false, fmt.Errorf("write the connection %s: %w", name, err)
	}
	return s.storeChange(tx, by, name, string(after))
}

// resetConnection lets the configuration count again.
func (s *Service) resetConnection(tx *db.Tx, by db.UserID, name string) (bool, error) {
	return s.storeChange(tx, by, name, noConnection)
}

// orderOf returns the order in which changes of a connection begin to count.
func (s *Service) orderOf(name string) *settings.CommitOrder {
	switch {
	case strings.HasPrefix(name, providerName):
		return &s.signIn
	case name == officeName:
		return &s.office
	case name == wopiName:
		return &s.wopi
	case name == googleName:
		return &s.google
	}
	return &s.channels
}

// storeChange keeps a connection, or nothing.
func (s *Service) storeChange(tx *db.Tx, by db.UserID, name, after string) (bool, error) {
	_, before, err := loadStored(tx.ReadOnly(), name)
	if err != nil || before == after {
		return false, err
	}
	if err := tx.PutStoredSetting(&db.SettingChange{Name: name, User: by, Before: before, After: after}); err != nil {
		return false, err
	}
	next, err := s.loadActive(tx.ReadOnly())
	if err != nil {
		return false, err
	}
	if err := providers.Validate(next.list); err != nil {
		return false, toFieldFault(err)
	}
	order := s.orderOf(name)
	turn := order.Next()
	tx.AfterCommit(func() { order.Apply(turn, func() { s.apply(next, order) }) })
	return true, nil
}

// Undo puts a connection back to what it was before a change, with the secret that it had then.
func (s *Service) Undo(tx *db.Tx, by db.UserID, c *db.SettingChange) (bool, error) {
	k, err := parseStored(c.Before)
	if err != nil || k == nil {
		changed := false
		if err == nil {
			changed, err = s.resetConnection(tx, by, c.Name)
		}
		return changed, err
	}
	p, err := s.newConnection(c.Name)
	if err == nil {
		err = json.Unmarshal(k.Value, p)
	}
	if err != nil {
		return false, err
	}
	if len(k.Sealed) > 0 {
		if _, err := s.Vault.Open(k.Sealed, c.Name, p.origin()); err != nil {
			return false, errors.Join(fault.Field("secret", fault.Required), err)
		}
	}
	return s.storeChange(tx, by, c.Name, c.Before)
}

// newConnection returns a connection of the kind that has that name.
func (s *Service) newConnection(name string) (connection, error) {
	switch id, isProvider := strings.CutPrefix(name, providerName); {
	case name == mailName:
		return &MailServer{}, nil
	case name == smsName:
		return &SMSGateway{}, nil
	case name == officeName:
		return &OfficeServer{}, nil
	case name == wopiName:
		return &WopiServer{}, nil
	case name == googleName:
		return &GoogleClient{}, nil
	case isProvider:
		return &Provider{ID: id}, nil
	}
	return nil, fault.InvalidID
}

// Load lets count what staff entered.
func (s *Service) Load(ctx context.Context) error {
	now, err := db.Get(ctx, s.DB, func(v *db.View) (*activeConfig, error) { return s.loadActive(v) })
	if err == nil {
		s.apply(now, &s.channels)
		s.apply(now, &s.signIn)
		s.apply(now, &s.office)
		s.apply(now, &s.wopi)
		s.apply(now, &s.google)
	}
	return err
}

// activeConfig is all that counts.
type activeConfig struct {
	mail mail.Options
	list []providers.Config

	office *onlyoffice.Server // nil for none
	wopi   *wopi.Server       // nil for none
	google *google.Client     // the same
}

// apply lets count what an order is about.
func (s *Service) apply(c *activeConfig, order *settings.CommitOrder) {
	switch order {
	case &s.signIn:
		s.Providers.Replace(c.list)
		return
	case &s.office:
		s.Editors.Office.Replace(c.office)
		return
	case &s.wopi:
		s.Editors.WOPI.Replace(c.wopi)
		return
	case &s.google:
		s.Editors.Google.Replace(c.google)
		return
	}
	if err := s.Mail.Reload(c.mail); err != nil { // it was checked, but a file of roots may be gone
		s.Log.Error("the entered mail server or SMS gateway cannot be used", "error", err)
	}
}

// loadActive finds what counts. A connection whose secret does not open is not used.
func (s *Service) loadActive(v *db.View) (*activeConfig, error) {
	c := &activeConfig{mail: s.Configured}
	m, t := s.configuredMail(), s.configuredSMS()
	switch k, err := s.loadConnection(v, mailName, m); {
	case err != nil && k == nil:
		return nil, err
	case err != nil:
		s.logLost(mailName, err)
		c.mail.Host = ""
	case k != nil:
		m.applyTo(&c.mail)
	}
	switch k, err := s.loadConnection(v, smsName, t); {
	case err != nil && k == nil:
		return nil, err
	case err != nil:
		s.logLost(smsName, err)
		c.mail.SMS = mail.SMS{}
	case k != nil:
		c.mail.SMS = t.options()
	}
	o := &OfficeServer{}
	switch k, err := s.loadConnection(v, officeName, o); {
	case err != nil && k == nil:
		return nil, err
	case err != nil:
		s.logLost(officeName, err)
	case k != nil && o.URL != "":
		c.office = o.server()
	}
	w := &WopiServer{}
	if k, err := s.loadConnection(v, wopiName, w); err != nil {
		return nil, err
	} else if k != nil && w.URL != "" {
		c.wopi = w.server()
	}
	g := &GoogleClient{}
	switch k, err := s.loadConnection(v, googleName, g); {
	case err != nil && k == nil:
		return nil, err
	case err != nil:
		s.logLost(googleName, err)
	case k != nil && g.ClientID != "":
		c.google = g.client()
	}
	all, err := s.listProviders(v)
	for i := range all {
		if all[i].secretErr != nil {
			s.logLost(providerName+all[i].ID, all[i].secretErr)
			continue
		}
		c.list = append(c.list, s.configOf(&all[i]))
	}
	return c, err
}

func (s *Service) logLost(name string, err error) {
	s.Log.Error("a connection is not used: its secret has to be entered again", "connection", name, "error", err)
}

// toFieldFault answers with the field that is wrong.
func toFieldFault(err error) error {
	var ofMail *mail.FieldError
	var ofProvider *providers.FieldError
	if errors.As(err, &ofMail) {
		return fault.Field(ofMail.Field, fault.InvalidValue)
	}
	if errors.As(err, &ofProvider) {
		return fault.Field(strings.Replace(ofProvider.Field, "title", "title_fa", 1), fault.InvalidValue)
	}
	return err
}
