package control

import (
	"context"
	"errors"
	"fmt"

	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/identity/audit"
	"anbar/app/operation/console"
	"anbar/db"
)

// Outbox is the outbox for commands of the shell, with or without a server that uses the same
// directory.
type Outbox struct {
	db    *db.DB
	audit *audit.Log
}

// NewOutbox is the outbox of a database.
func NewOutbox(d *db.DB, log *audit.Log) *Outbox { return &Outbox{d, log} }

// List returns up to limit messages of a state, or of all states when it is empty, the newest
// first.
func (o *Outbox) List(ctx context.Context, state string, limit int) ([]console.OutboxMessage, error) {
	all := []console.OutboxMessage{}
	err := o.db.View(ctx, func(v *db.View) error {
		rows, _, err := v.Messages(db.MessageFilter{States: console.ParseStates(state), Slice: db.Slice{Limit: limit}})
		for i := range rows {
			all = append(all, console.MessageOf(v, &rows[i]))
		}
		return err
	})
	return all, err
}

// Resend sends a message again, or without an id all that were given up, and returns how many.
func (o *Outbox) Resend(ctx context.Context, id string) (int64, error) {
	n := int64(1)
	err := o.updateMessage(ctx, id, audit.MessageResent, func(tx *db.Tx, one db.MessageID) (kind string, err error) {
		if id == "" {
			n, err = mail.ResendAll(tx)
			return "", err
		}
		m, err := mail.Resend(tx, one)
		if err != nil {
			return "", err
		}
		return m.Kind, nil
	})
	return n, err
}

// Cancel cancels a message that waits.
func (o *Outbox) Cancel(ctx context.Context, id string) error {
	return o.updateMessage(ctx, id, audit.MessageCanceled, func(tx *db.Tx, one db.MessageID) (string, error) {
		m, err := mail.Cancel(tx, one)
		if err != nil {
			return "", err
		}
		return m.Kind, nil
	})
}

func (o *Outbox) updateMessage(ctx context.Context, id string, action audit.Action, do func(*db.Tx, db.MessageID) (string, error)) error {
	var one db.MessageID
	if id != "" {
		if err := one.UnmarshalText([]byte(id)); err != nil {
			return fmt.Errorf("%q is no id of a message; \"anbar outbox list\" shows them", id)
		}
	}
	err := o.db.Update(ctx, func(tx *db.Tx) error {
		kind, err := do(tx, one)
		if err != nil {
			return err
		}
		return o.audit.Record(tx, audit.Event{Action: action, Detail: audit.Detail{Name: kind}})
	})
	if errors.Is(err, fault.InvalidID) {
		return fmt.Errorf("there is no message %s; \"anbar outbox list\" shows them", id)
	}
	return err
}
