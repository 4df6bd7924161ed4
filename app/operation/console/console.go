// Package console is the console of staff at /admin: what they may see and change of an
// appliance. Staff never see the contents of a workspace.
package console

import (
	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/identity/accounts"
	"anbar/app/identity/audit"
	"anbar/app/sales/plans"
	"anbar/app/sharing/workspaces"
	"anbar/db"
)

// Service is the console of one appliance.
type Service struct {
	db         *db.DB
	accounts   *accounts.Service
	workspaces *workspaces.Service
	plans      *plans.Service
	audit      *audit.Log
}

// New makes the service.
func New(d *db.DB, a *accounts.Service, w *workspaces.Service, p *plans.Service, events *audit.Log) *Service {
	return &Service{db: d, accounts: a, workspaces: w, plans: p, audit: events}
}

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/rights", Gate: api.Staff, Area: access.Overview, Does: "The areas of the console that you may read and change",
	}, s.handleListRights)
	s.mountPeople(r)
	s.mountWorkspaces(r)
	s.mountFind(r)
}

// StaffRights are the areas of the console that a member of staff may read and change.
type StaffRights struct {
	Role    string   `json:"role" enum:"administrator,support,finance,auditor"`
	Reads   []string `json:"reads" doc:"areas: overview, people, workspaces, tickets, money, outbox, system, settings, audit"`
	Changes []string `json:"changes"`
}

func (s *Service) handleListRights(c *api.Call, _ *struct{}) (*StaffRights, error) {
	r := &StaffRights{Role: string(c.Who.Staff), Reads: []string{}, Changes: []string{}}
	for _, a := range access.Areas {
		if c.Who.CanStaff(a, false) {
			r.Reads = append(r.Reads, string(a))
		}
		if c.Who.CanStaff(a, true) {
			r.Changes = append(r.Changes, string(a))
		}
	}
	return r, nil
}
