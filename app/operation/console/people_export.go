package console

import (
	"bufio"
	"context"
	"encoding/json"
	"io"

	"anbar/app/base/api"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// handleExportPerson writes what is known of a person: the profile with memberships, sessions and the
// names of tokens, browsers, invoices, and events, each line with its kind.
func (s *Service) handleExportPerson(c *api.Call, in *personIn) error {
	p, err := s.ExportPerson(c, staffOf(c, ""), in.User)
	if err != nil {
		return err
	}
	c.W.Header().Set("Content-Type", "application/jsonl")
	c.W.Header().Set("Content-Disposition", `attachment; filename="person.jsonl"`)
	w := bufio.NewWriter(c.W)
	if err := p(c, w); err != nil {
		return err
	}
	return w.Flush()
}

// loadExportLines returns the profile, the browsers and the invoices of a person.
func loadExportLines(v *db.View, id db.UserID) ([]exportLine, error) {
	p, err := loadPersonPage(v, id)
	if err != nil {
		return nil, err
	}
	lines := []exportLine{{"person", p}}
	devices, err := v.DevicesOf(id)
	if err != nil {
		return nil, err
	}
	for _, d := range devices {
		lines = append(lines, exportLine{"browser", browserLine{Name: d.Name, Address: d.Address, UsedAt: api.Time(d.UsedAt)}})
	}
	bills, _, err := v.InvoicesOfUser(id, db.Slice{Limit: maxInvoices})
	for _, b := range bills {
		lines = append(lines, exportLine{"invoice", invoiceLine{ID: b.ID, Number: b.Number, Total: b.Total,
			Currency: b.Currency, CreatedAt: api.Time(b.CreatedAt)}})
	}
	return lines, err
}

// ExportPerson records that staff export a person and returns what writes the lines.
func (s *Service) ExportPerson(ctx context.Context, by sessions.StaffAct, id db.UserID) (func(context.Context, io.Writer) error, error) {
	lines, err := db.Do(ctx, s.db, func(tx *db.Tx) (lines []exportLine, err error) {
		if lines, err = loadExportLines(tx.ReadOnly(), id); err != nil {
			return lines, err
		}
		return lines, s.audit.Record(tx, by.NewEvent(audit.PersonExported, id, audit.Detail{}))
	})
	return func(ctx context.Context, w io.Writer) error {
		out := json.NewEncoder(w)
		out.SetEscapeHTML(false)
		for _, l := range lines {
			if err := out.Encode(l); err != nil {
				return err
			}
		}
		return s.audit.WriteAll(ctx, id, w)
	}, err
}

const maxInvoices = 10_000

// exportLine is a line of the export of a person.
type exportLine struct {
	Kind string `json:"kind"` // person, browser, invoice
	Data any    `json:"data"`
}

type browserLine struct {
	Name    string   `json:"name"`
	Address string   `json:"address"`
	UsedAt  api.Time `json:"used_at"`
}

type invoiceLine struct {
	ID        string   `json:"payment_id"`
	Number    string   `json:"number"`
	Total     int64    `json:"total"`
	Currency  string   `json:"currency"`
	CreatedAt api.Time `json:"created_at"`
}
