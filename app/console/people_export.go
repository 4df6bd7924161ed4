package console

import (
	"bufio"
	"context"
	"encoding/json"
	"io"

	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/app/sessions"
	"anbar/db"
)

// handleExportPerson writes what is known of a person: the profile with memberships, sessions and the
// names of tokens, browsers, invoices, and events, each line with its kind.
func (s *Service) handleExportPerson(c *api.Call) error {
	var id db.UserID
	if id.UnmarshalText([]byte(c.R.PathValue("user_id"))) != nil {
		return fault.InvalidID
	}
	p, err := s.Export(c, by(c, ""), id)
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

// linesOf returns the profile, the browsers and the invoices of a person.
func linesOf(v *db.View, id db.UserID) ([]line, error) {
	p, err := personPage(v, id)
	if err != nil {
		return nil, err
	}
	lines := []line{{"person", p}}
	devices, err := v.DevicesOf(id)
	if err != nil {
		return nil, err
	}
	for _, d := range devices {
		lines = append(lines, line{"browser", browser{d.Name, d.Address, api.Time(d.UsedAt)}})
	}
	bills, _, err := v.InvoicesOfUser(id, db.Slice{Limit: maxBills})
	for _, b := range bills {
		lines = append(lines, line{"invoice", bill{b.ID, b.Number, b.Total, b.Currency, api.Time(b.CreatedAt)}})
	}
	return lines, err
}

// Export records that staff export a person and returns what writes the lines.
func (s *Service) Export(ctx context.Context, by sessions.Staff, id db.UserID) (func(context.Context, io.Writer) error, error) {
	var lines []line
	err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
		if lines, err = linesOf(tx.ReadOnly(), id); err != nil {
			return err
		}
		return s.audit.Record(tx, by.NewEvent(audit.PersonExported, id, audit.Detail{}))
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

const maxBills = 10_000

// line is a line of the export of a person.
type line struct {
	Kind string `json:"kind"` // person, browser, invoice
	Data any    `json:"data"`
}

type browser struct {
	Name    string   `json:"name"`
	Address string   `json:"address"`
	UsedAt  api.Time `json:"used_at"`
}

type bill struct {
	ID        string   `json:"payment_id"`
	Number    string   `json:"number"`
	Total     int64    `json:"total"`
	Currency  string   `json:"currency"`
	CreatedAt api.Time `json:"created_at"`
}
