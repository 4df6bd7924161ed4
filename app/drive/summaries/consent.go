package summaries

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// Offer says whether a model may write about a document.
type Offer struct {
	State string `json:"status" enum:"off,plan,owner,rights,ready" doc:"no endpoint; not in the plan; not allowed by the owner; not allowed to the caller"`
	Host  string `json:"host" doc:"to which the text of the file goes"`
	Model string `json:"model"`
}

// SchemaName implements api.SchemaNamer.
func (Offer) SchemaName() string { return "SummaryOffer" }

func (s *Service) loadOffer(v *db.View, who access.Actor, d *document) (*Offer, error) {
	e, host, err := s.loadEndpoint(v)
	if err != nil || e == nil || !d.isReadable() || d.isTable() {
		return &Offer{State: "off"}, err
	}
	o := &Offer{State: "ready", Host: host, Model: e.Model}
	_, mine := findDocument(v, who, Target{Space: d.space.ID, File: d.file}, Endpoint)
	switch {
	case d.space.Terms.Summaries == summarize:
		o.State = "plan"
	case d.space.SummariesHost != host:
		o.State = "owner"
	case errors.Is(mine, fault.PermissionDenied):
		o.State = "rights"
	case mine != nil:
		return nil, mine
	}
	return o, nil
}

// SendPolicy is whether texts of a workspace's files may be sent to the endpoint.
type SendPolicy struct {
	Host    string `json:"host" doc:"of the endpoint; empty when no model writes summaries here"`
	Model   string `json:"model"`
	Allowed bool   `json:"allowed"`
	Plan    string `json:"ai_agent" enum:"disabled,summarize,full"`
	Mine    bool   `json:"may_change" doc:"only the owner may"`
}

// SchemaName implements api.SchemaNamer.
func (SendPolicy) SchemaName() string { return "SummarySending" }

func (s *Service) readSendPolicy(v *db.View, who access.Actor, id db.SpaceID) (*SendPolicy, *db.Space, error) {
	sp, err := access.Space(v, who, id, access.Read, access.Workspace)
	if err != nil {
		return nil, nil, err
	}
	e, host, err := s.loadEndpoint(v)
	if err != nil {
		return nil, nil, err
	}
	r := &SendPolicy{Host: host, Plan: sp.Terms.Summaries, Mine: sp.Owner == who.User, Allowed: host != "" && sp.SummariesHost == host}
	if r.Plan == "" {
		r.Plan = "full"
	}
	if e != nil {
		r.Model = e.Model
	}
	return r, sp, nil
}

// LoadSendPolicy returns whether texts of a workspace's files may be sent out.
func (s *Service) LoadSendPolicy(ctx context.Context, who access.Actor, id db.SpaceID) (*SendPolicy, error) {
	return db.Get(ctx, s.DB, func(v *db.View) (r *SendPolicy, err error) {
		r, _, err = s.readSendPolicy(v, who, id)
		return r, err
	})
}

// AllowSending lets texts of a workspace's files be sent to the endpoint, or no longer. Only the owner may, who names the host:
// a permission for one host is none for the next.
func (s *Service) AllowSending(ctx context.Context, who access.Actor, from api.Origin, id db.SpaceID, host string) (*SendPolicy, error) {
	return db.Do(ctx, s.DB, func(tx *db.Tx) (r *SendPolicy, err error) {
		var sp *db.Space
		if r, sp, err = s.readSendPolicy(tx.ReadOnly(), who, id); err != nil {
			return r, err
		}
		if !r.Mine {
			return r, fault.PermissionDenied
		}
		if _, err := access.Space(tx.ReadOnly(), who, id, access.Update, access.Workspace); err != nil {
			return r, err
		}
		if host != "" && host != r.Host {
			return r, fault.SummariesOff
		}
		if sp.SummariesHost == host {
			return r, nil
		}
		if err := sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
			return r, err
		}
		r.Allowed = host != ""
		return r, errors.Join(tx.UpdateSpaceSummaries(id, host), s.Audit.Record(tx, audit.Event{
			Action: audit.SpaceSummaries, User: who.User, From: from,
			Detail: audit.Detail{Name: sp.Title, Method: host, Space: id.String()},
		}))
	})
}
