package audit

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

// Mount declares the calls.
func (l *Log) Mount(r *api.Router) {
	api.Handle(r, api.Op{Call: "GET /accounts/audit", Gate: api.Member, Does: "The security events of your account, newest first"},
		l.handleListOwn)
	api.Stream(r, api.Op{
		Call: "GET /accounts/audit/export", Gate: api.Member,
		Does: "The security events of your account, oldest first, one JSON object per line", Gives: jsonLines,
	}, l.handleExportOwn)
	api.Handle(r, api.Op{
		Call: "GET /admin/audit", Gate: api.Staff, Area: access.AuditLog, Does: "The security events of all accounts, newest first",
	}, l.handleListAll)
	api.Handle(r, api.Op{
		Call: "GET /admin/events", Gate: api.Staff, Area: access.People,
		Does: "The events of all accounts that may be an attack, newest first; the total counts 10,000 at most",
	}, l.handleListAlarms)
	api.Stream(r, api.Op{
		Call: "GET /admin/audit/export", Gate: api.Staff, Area: access.AuditLog,
		Does: "The whole audit log, oldest first, one JSON object per line, with the hash over it and all events before", Gives: jsonLines,
	}, l.handleExportAll)
	api.Handle(r, api.Op{
		Call: "GET /admin/audit/check", Gate: api.Staff, Area: access.AuditLog, Does: "Check the hash chain of the audit log",
	}, l.handleCheckChain)
}

const jsonLines = "application/jsonl"

// AuditEvent is an event of the audit log.
type AuditEvent struct {
	Number  int64         `json:"number"`
	At      api.Time      `json:"at"`
	Action  Action        `json:"action"`
	User    *AuditAccount `json:"user" doc:"the account that the event concerns; null for none"`
	By      *AuditAccount `json:"by" doc:"the account that caused it; null for the server itself, or for an unknown caller"`
	Address string        `json:"address"`
	Device  string        `json:"device"`
	Detail  AuditDetail   `json:"detail"`
	Hash    string        `json:"hash,omitempty" doc:"SHA-256 of the hash before and of this event, in hexadecimal"`
}

// AuditDetail holds the further data of an event.
type AuditDetail Detail

// AuditAccount is an account that an event concerns, or that caused it. The name is empty
// when the account was deleted.
type AuditAccount struct {
	ID    db.UserID `json:"_id"`
	Name  string    `json:"name"`
	Email string    `json:"email,omitempty"`
}

// AuditList is a page of the audit log.
type AuditList struct {
	Events   []AuditEvent `json:"events"`
	PageInfo api.PageInfo `json:"page_info"`
}

type ownIn struct {
	api.PageQuery
}

func (l *Log) handleListOwn(c *api.Call, in *ownIn) (*AuditList, error) {
	return l.listEvents(c, db.AuditFilter{User: c.Who.User}, in.PageQuery, true)
}

// ListFor returns a part of the events of an account, newest first, as staff see them.
func (l *Log) ListFor(c *api.Call, user db.UserID, p api.PageQuery) (*AuditList, error) {
	return l.listEvents(c, db.AuditFilter{User: user}, p, false)
}

type allIn struct {
	api.PageQuery
	Number int64     `query:"number" doc:"of one event"`
	User   string    `query:"user_id" doc:"id, email address or mobile number"`
	Action string    `query:"action"`
	From   time.Time `query:"from"`
	To     time.Time `query:"to"`
}

func (l *Log) handleListAll(c *api.Call, in *allIn) (*AuditList, error) {
	f := db.AuditFilter{Number: in.Number, Action: in.Action, From: in.From, To: in.To}
	return l.listFound(c, f, in.User, in.PageQuery)
}

// listFound lists events for staff, of one account when its id or login is not empty.
func (l *Log) listFound(c *api.Call, f db.AuditFilter, login string, p api.PageQuery) (*AuditList, error) {
	if login != "" {
		var err error
		if f.User, err = l.resolveAccount(c, login); err != nil {
			return nil, err
		}
	}
	return l.listEvents(c, f, p, false)
}

type alarmsIn struct {
	api.PageQuery
	User   string `query:"user_id" doc:"id, email address or mobile number"`
	Action string `query:"action" doc:"one of them; all when empty"`
}

func (l *Log) handleListAlarms(c *api.Call, in *alarmsIn) (*AuditList, error) {
	if in.Action != "" && !db.IsAlarm(in.Action) {
		return nil, fault.Field("action", fault.InvalidValue)
	}
	return l.listFound(c, db.AuditFilter{Action: in.Action, Alarms: true}, in.User, in.PageQuery)
}

// resolveAccount reads an id or a login.
func (l *Log) resolveAccount(c *api.Call, s string) (db.UserID, error) {
	var id db.UserID
	if id.UnmarshalText([]byte(s)) == nil {
		return id, nil
	}
	err := l.db.View(c, func(v *db.View) error {
		u, err := v.UserByLogin(names.NormalizeLogin(s))
		if err == nil {
			id = u.ID
		}
		if errors.Is(err, db.ErrNotFound) {
			return fault.InvalidID
		}
		return err
	})
	return id, err
}

func (l *Log) listEvents(c *api.Call, f db.AuditFilter, p api.PageQuery, own bool) (*AuditList, error) {
	part, err := p.Of("audit")
	if err != nil {
		return nil, err
	}
	f.Slice = part.Slice
	page := &AuditList{Events: []AuditEvent{}}
	err = l.db.View(c, func(v *db.View) error {
		rows, next, err := v.Audit(f)
		if err != nil {
			return err
		}
		names := newAccountCache(v, own)
		for i := range rows {
			e, err := names.toEvent(&rows[i])
			if err != nil {
				return err
			}
			page.Events = append(page.Events, *e)
		}
		total, err := v.CountAudits(f)
		if err != nil {
			return err
		}
		page.PageInfo, err = part.Info(total, next)
		return err
	})
	return page, err
}

// accountCache looks every account up once.
type accountCache struct {
	v      *db.View
	own    bool // the reader is the person of the events, not staff
	all    map[db.UserID]*AuditAccount
	erased map[db.UserID]bool
}

func newAccountCache(v *db.View, own bool) *accountCache {
	return &accountCache{v: v, own: own, all: map[db.UserID]*AuditAccount{}, erased: map[db.UserID]bool{}}
}

func (n *accountCache) load(id db.UserID) (*AuditAccount, error) {
	if id == 0 {
		return nil, nil
	}
	if a, ok := n.all[id]; ok {
		return a, nil
	}
	a := &AuditAccount{ID: id}
	u, err := n.v.UserByID(id)
	switch {
	case err == nil && !u.ErasedAt.IsZero():
		n.erased[id] = true
	case err == nil:
		a.Name, a.Email = u.FirstName+" "+u.LastName, u.Email
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return nil, err
	}
	n.all[id] = a
	return a, nil
}

func (n *accountCache) toEvent(row *db.AuditEvent) (*AuditEvent, error) {
	e := &AuditEvent{Number: row.Number, At: api.Time(row.At), Action: Action(row.Action), Address: row.Address, Device: row.Device}
	err := json.Unmarshal([]byte(row.Detail), &e.Detail)
	if err != nil {
		return nil, fmt.Errorf("read event %d of the audit log: %w", row.Number, err)
	}
	if e.User, err = n.load(row.User); err != nil {
		return nil, err
	}
	e.By, err = n.load(row.By)
	n.redact(e)
	return e, err
}

// redact takes out of an event what its reader may not see: of an erased account, its addresses;
// for the person themselves, where staff sit and what they wrote.
func (n *accountCache) redact(e *AuditEvent) {
	if e.User != nil && n.erased[e.User.ID] || e.By != nil && n.erased[e.By.ID] {
		e.Address, e.Device = "", ""
		e.Detail.Email, e.Detail.Mobile, e.Detail.Before = "", "", ""
	}
	if n.own && e.By != nil && e.User != nil && e.By.ID != e.User.ID {
		e.Address, e.Device, e.Detail.Reason = "", "", ""
		e.By = &AuditAccount{ID: e.By.ID, Name: e.By.Name}
	}
}

func (l *Log) handleExportOwn(c *api.Call, _ *api.None) error { return l.writeExport(c, c.Who.User) }

func (l *Log) handleExportAll(c *api.Call, _ *api.None) error {
	err := l.db.Update(c, func(tx *db.Tx) error {
		return l.Record(tx, Event{Action: LogExported, User: c.Who.User, From: c.Origin()})
	})
	if err != nil {
		return err
	}
	return l.writeExport(c, 0)
}

const exportBatch = 500 // events that are read at once

// writeExport writes events as lines, of one account or, with their hashes, of all. It
// reads some at a time, so that a slow reader holds no transaction open.
func (l *Log) writeExport(c *api.Call, of db.UserID) error {
	c.W.Header().Set("Content-Type", jsonLines)
	c.W.Header().Set("Content-Disposition", `attachment; filename="anbar-audit.jsonl"`)
	w := bufio.NewWriter(c.W)
	if err := l.WriteAll(c, of, w); err != nil {
		return err
	}
	return w.Flush()
}

// WriteAll writes all events of an account, oldest first, as lines; without one, those of all.
func (l *Log) WriteAll(ctx context.Context, of db.UserID, w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for next := int64(1); next != 0; {
		some, after, err := l.readBatch(ctx, of, next)
		for i := range some {
			if err == nil {
				err = out.Encode(&some[i])
			}
		}
		if err != nil {
			return err
		}
		next = after
	}
	return nil
}

// readBatch reads some events from a number on, and the number of the one after
// them; 0 at the end.
func (l *Log) readBatch(ctx context.Context, of db.UserID, from int64) ([]AuditEvent, int64, error) {
	var some []AuditEvent
	next := int64(0)
	err := l.db.View(ctx, func(v *db.View) error {
		rows, err := v.AuditFrom(of, from, exportBatch)
		names := newAccountCache(v, of != 0)
		for i := range rows {
			e, err := names.toEvent(&rows[i])
			if err != nil {
				return err
			}
			if of == 0 {
				e.Hash = hex.EncodeToString(rows[i].Hash)
			}
			some = append(some, *e)
		}
		if len(rows) == exportBatch {
			next = rows[len(rows)-1].Number + 1
		}
		return err
	})
	return some, next, err
}

// AuditCheck is the result of a check of the audit log.
type AuditCheck struct {
	Events int64 `json:"events" doc:"number of events read, up to the first altered one"`
	Intact bool  `json:"intact"`
}

func (l *Log) handleCheckChain(c *api.Call, _ *api.None) (*AuditCheck, error) {
	a := &AuditCheck{Intact: true}
	err := l.db.View(c, func(v *db.View) (err error) {
		a.Events, err = v.CheckAudit()
		return err
	})
	if errors.Is(err, db.ErrAuditBroken) {
		a.Intact, err = false, nil
	}
	return a, err
}
