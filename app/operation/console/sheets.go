package console

import (
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/operation/backup"
	"anbar/app/operation/backup/seal"
	"anbar/db"
)

func (m *System) mountSheets(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "POST /admin/copies/sheet", Gate: api.Staff, Area: access.System, Event: "sheet_make", Status: 201,
		Does: "Make a recovery sheet. It is answered once, and counts when two of its groups are confirmed",
	}, m.handleMakeSheet)
	api.Handle(r, api.Op{
		Call: "POST /admin/copies/sheet/confirm", Gate: api.Staff, Area: access.System, Event: "sheet_confirm",
		Does:  "Have a new recovery sheet count, by two of its groups",
		Fails: []*fault.Fault{fault.InvalidID},
	}, m.handleConfirmSheet)
	api.Handle(r, api.Op{
		Call: "POST /admin/copies/sheet/check", Gate: api.Staff, Area: access.System, Event: "sheet_check",
		Does: "Note that somebody has the recovery sheet, by all of its letters",
	}, m.handleCheckSheet)
	api.Handle(r, api.Op{
		Call: "POST /admin/copies/reseal", Gate: api.Staff, Area: access.System, Event: "copies_reseal",
		Does:  "Have the copies sealed with the newest recovery sheet, from the next start of the server on",
		Fails: []*fault.Fault{fault.InvalidID},
	}, m.handleReseal)
}

// Copies is what the console does with the copies of the appliance.
type Copies struct {
	Sheets *backup.Sheets
	Name   string // of the appliance, for people

	// Reseal has the copies sealed anew. sealed reports that they are, restart that it begins with the next start.
	Reseal func(*api.Call) (sealed, restart bool, err error)
}

// AdminSheet is the recovery sheet that counts.
type AdminSheet struct {
	Name      string   `json:"name" doc:"as it is printed on the sheet"`
	Made      api.Time `json:"made_at"`
	Checked   api.Time `json:"checked_at" doc:"when somebody last showed that they have it"`
	Due       bool     `json:"due" doc:"that was more than a year ago"`
	Sealed    bool     `json:"sealed" doc:"the copies at the target are sealed with it"`
	Foreign   bool     `json:"foreign" doc:"those of this appliance are, and those of others that are there, too, are not: they stay"`
	Resealing bool     `json:"resealing" doc:"they are being sealed with it, and what was there before is still there"`
}

// AdminNewSheet is a recovery sheet that does not count yet.
type AdminNewSheet struct {
	Ticket    string     `json:"ticket" doc:"names it in the next call"`
	Name      string     `json:"name"`
	Lines     [][]string `json:"lines" doc:"the secret: groups of letters"`
	Code      string     `json:"code" doc:"the same as the text of a QR code"`
	Ask       []int      `json:"ask" doc:"numbers of the two groups that are asked back, from 0"`
	Appliance string     `json:"appliance"`
	Target    string     `json:"target" doc:"empty without one"`
	Made      api.Time   `json:"made_at"`
}

func (m *System) sheetOf(b *BackupState) (*AdminSheet, error) {
	k, err := m.Copies.Sheets.Current()
	if err != nil || k == nil {
		return nil, err
	}
	a := &AdminSheet{
		Name: seal.FormatID(k.ID), Made: api.Time(k.Made), Checked: api.Time(k.Checked), Due: k.IsDue(), Sealed: true,
	}
	for target := b; target != nil; target = target.Second {
		a.Sealed = a.Sealed && target.Sealed == k.ID && !target.Mixed
		a.Foreign = a.Foreign || target.Sealed == k.ID && target.Foreign
		a.Resealing = a.Resealing || target.Resealing
	}
	return a, nil
}

func (m *System) handleMakeSheet(c *api.Call, _ *api.None) (*AdminNewSheet, error) {
	n := m.Copies.Sheets.Begin()
	name := seal.FormatID(n.Sheet.ID())
	err := m.DB.Update(c, func(tx *db.Tx) error { return m.recordEvent(tx, c, audit.SheetMade, audit.Detail{Name: name}) })
	if err != nil {
		return nil, err
	}
	a := &AdminNewSheet{
		Ticket: n.Ticket, Name: name, Code: n.Sheet.Code(), Ask: n.Groups[:], Appliance: m.Copies.Name,
		Target: m.Health.Backup().Target, Made: api.Time(n.Made),
	}
	for _, line := range n.Sheet.Lines() {
		a.Lines = append(a.Lines, line[:])
	}
	return a, nil
}

type confirmSheetIn struct {
	Ticket string   `json:"ticket"`
	Groups []string `json:"groups" doc:"the two that are asked back, in order"`
}

// SheetConfirmation says whether a sheet counts.
type SheetConfirmation struct {
	Confirmed bool `json:"confirmed"`
	Left      int  `json:"left" doc:"tries that are left; after the last one the sheet is void"`
}

func (m *System) handleConfirmSheet(c *api.Call, in *confirmSheetIn) (*SheetConfirmation, error) {
	if len(in.Groups) != 2 {
		return nil, fault.InvalidValue
	}
	k, left, err := m.Copies.Sheets.Confirm(in.Ticket, [2]string(in.Groups))
	if err != nil || k == nil {
		return &SheetConfirmation{Left: left}, err
	}
	err = m.DB.Update(c, func(tx *db.Tx) error {
		return m.recordEvent(tx, c, audit.SheetConfirmed, audit.Detail{Name: seal.FormatID(k.ID)})
	})
	return &SheetConfirmation{Confirmed: true, Left: left}, err
}

type checkSheetIn struct {
	Key string `json:"key" doc:"all letters of the sheet, in any form, or the text of its QR code"`
}

// SheetCheck says whether somebody has the sheet, or what is wrong with what they typed.
type SheetCheck struct {
	Known   bool   `json:"known" doc:"it is the sheet that counts"`
	Mistake string `json:"mistake" enum:",missing,short,long,letter,wrong,mixed,other" doc:"other: these are the letters of another sheet"`
	Line    int    `json:"line" doc:"where the mistake is, from 1; 0 for none"`
}

func (m *System) handleCheckSheet(c *api.Call, in *checkSheetIn) (*SheetCheck, error) {
	known, err := m.Copies.Sheets.Check(in.Key)
	var wrong *seal.SheetError
	if errors.As(err, &wrong) {
		return &SheetCheck{Mistake: string(wrong.Mistake), Line: wrong.Line}, nil
	}
	if err != nil {
		return nil, err
	}
	if !known {
		return &SheetCheck{Mistake: "other"}, nil
	}
	err = m.DB.Update(c, func(tx *db.Tx) error { return m.recordEvent(tx, c, audit.SheetChecked, audit.Detail{}) })
	return &SheetCheck{Known: true}, err
}

// ResealResult says when the copies are sealed.
type ResealResult struct {
	Sealed  bool `json:"sealed" doc:"they are already"`
	Restart bool `json:"restart" doc:"it begins with the next start of the server"`
}

func (m *System) handleReseal(c *api.Call, _ *api.None) (*ResealResult, error) {
	sealed, restart, err := m.Copies.Reseal(c)
	if err != nil || sealed {
		return &ResealResult{Sealed: sealed}, err
	}
	err = m.DB.Update(c, func(tx *db.Tx) error { return m.recordEvent(tx, c, audit.CopiesResealed, audit.Detail{}) })
	return &ResealResult{Restart: restart}, err
}

// addSheet adds that nobody showed the recovery sheet for a year.
func (m *System) addSheet(o *Overview) error {
	k, err := m.Copies.Sheets.Current()
	if err == nil && k != nil && k.IsDue() {
		o.addAttention("sheet_due", 0, k.Checked)
	}
	return err
}
