package app

import (
	"strings"

	"anbar/app/base/api"
	"anbar/app/base/server"
	"anbar/app/host"
	"anbar/db"
)

// Health is the answer of the health check.
type Health struct {
	Status   string   `json:"status"`
	Version  string   `json:"version"`
	Warnings []string `json:"warnings,omitempty" doc:"text_messages: the hourly limit of text messages is reached"`
}

// Setup holds the settings that a browser needs before sign-in.
type Setup struct {
	Needed    bool     `json:"needed"`
	Signup    string   `json:"signup" enum:"open,invited,closed"`
	Languages []string `json:"languages"`
	Product   string   `json:"product"`
	Version   string   `json:"version"`
	HTTPSCA   bool     `json:"https_ca"`
	Selling   bool     `json:"selling" doc:"whether plans are sold; before the set-up, what it proposes"`
	Google    bool     `json:"google" doc:"documents can be edited at Google"`
	Mail      bool     `json:"mail" doc:"mails go out; otherwise they wait until somebody sets it up"`
	SMS       bool     `json:"sms" doc:"text messages go out"`
	HTTPSPort string   `json:"https_port" doc:"port of HTTPS, when an internal authority signs it"`

	Fingerprint string   `json:"ca_fingerprint" doc:"SHA-256 of the certificate of the internal authority; empty without one"`
	Near        []string `json:"near" doc:"with an internal authority: addresses of the server in the networks that it is in"`

	Follows *Follows `json:"follows" doc:"at a standby: what it shows; null at the main server"`

	CopiesOf *CopiesFound `json:"copies_of" doc:"before the set-up: copies of another appliance at the backup target, which can be restored instead; null for none"`
}

// CopiesFound are the copies of another appliance at the backup target of one that nobody has set up.
type CopiesFound struct {
	Name  string   `json:"name"`
	Until api.Time `json:"until" nullable:"true" doc:"null when they are not complete"`
}

func (a *App) mountGeneral() {
	api.Handle(a.Router, api.Op{Call: "GET /health", Does: "Whether requests are served"}, func(*api.Call, *api.None) (Health, error) {
		h := Health{Status: "ok", Version: Version}
		if a.textsSpent.Load() {
			h.Warnings = append(h.Warnings, "text_messages")
		}
		return h, nil
	})
	api.Handle(a.Router, api.Op{
		Call: "GET /setup",
		Does: "Settings that a browser needs before sign-in",
	}, func(c *api.Call, _ *api.None) (*Setup, error) {
		needed, err := a.Accounts.NeedsSetup(c)
		internal := a.cfg.Mode() == string(server.Internal)
		s := &Setup{
			Needed: needed, Signup: a.settings.Current().Signup,
			Languages: []string{"fa", "en"}, Product: "Anbar", Version: Version, HTTPSCA: internal,
			Fingerprint: host.RootFingerprint(&a.cfg), Near: []string{}, Follows: a.follows(),
			Google: a.Editors.Google.Now() != nil, Mail: a.canReach(db.ByMail), SMS: a.canReach(db.BySMS),
		}
		if needed && a.backup.Runner != nil {
			if owner := a.backup.Runner.ForeignOwner(); owner != nil {
				s.CopiesOf = &CopiesFound{owner.Owner.Name, api.Time(owner.Until)}
			}
		}
		if internal {
			s.Near = host.NearURLs(&a.cfg, a.localName())
			s.HTTPSPort = a.cfg.ListenTLS[strings.LastIndex(a.cfg.ListenTLS, ":")+1:]
		}
		if s.Selling = a.cfg.Selling; !needed && err == nil {
			s.Selling, err = a.plans.IsSelling(c)
		}
		return s, err
	})
	a.ready.Mount(a.Router)
	a.front.Mount(a.Router)
	a.static.AllowReach(a.front.TrustOrigin)
}
