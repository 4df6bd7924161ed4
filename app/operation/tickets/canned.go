package tickets

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/identity/audit"
	"anbar/db"
)

// checkHolidays refuses what is no list of days, each of them once.
func checkHolidays(all []db.Holiday) error {
	if len(all) > limits.Holidays {
		return fault.Field("holidays", fault.TooLong)
	}
	had := map[string]bool{}
	for i := range all {
		h := &all[i]
		h.Name = strings.Join(strings.Fields(h.Name), " ")
		if _, err := time.Parse(time.DateOnly, h.Day); err != nil || had[h.Day] {
			return fault.Field("holidays", fault.InvalidValue)
		}
		if utf8.RuneCountInString(h.Name) > limits.TicketSubject {
			return fault.Field("holidays", fault.TooLong)
		}
		had[h.Day] = true
	}
	return nil
}

// SaveCanned makes or changes a canned text.
func (s *Service) SaveCanned(ctx context.Context, who access.Actor, c *db.CannedText, from api.Origin) error {
	if RestrictedDepartment(who) != "" {
		return fault.PermissionDenied
	}
	c.Title = strings.Join(strings.Fields(c.Title), " ")
	wrong := fault.Fields{}
	switch n := utf8.RuneCountInString(c.Title); {
	case n == 0:
		wrong.Add("title", fault.Required)
	case n > limits.TicketSubject:
		wrong.Add("title", fault.TooLong)
	}
	if f := checkText(&c.Text); f != nil {
		wrong.Add("text", f)
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	return s.DB.Update(ctx, func(tx *db.Tx) error {
		all, err := tx.CannedTexts()
		if err != nil {
			return err
		}
		known := false
		for i := range all {
			known = known || all[i].ID == c.ID
		}
		switch {
		case c.ID != 0 && !known:
			return fault.InvalidID
		case c.ID == 0 && len(all) >= limits.CannedTexts:
			return fault.Field("title", fault.TooLong)
		case c.ID == 0:
			c.ID = db.CannedTextID(db.NewID())
		}
		err = tx.PutCannedText(c)
		if errors.Is(err, db.ErrExists) {
			return fault.Field("title", fault.DuplicateField)
		}
		return errors.Join(err, s.recordCannedEvent(tx, who, c.Title, from))
	})
}

// DeleteCanned removes a canned text.
func (s *Service) DeleteCanned(ctx context.Context, who access.Actor, id db.CannedTextID, from api.Origin) error {
	if RestrictedDepartment(who) != "" {
		return fault.PermissionDenied
	}
	return s.DB.Update(ctx, func(tx *db.Tx) error {
		all, err := tx.CannedTexts()
		if err != nil {
			return err
		}
		for i := range all {
			if all[i].ID == id {
				return errors.Join(tx.DeleteCannedText(id), s.recordCannedEvent(tx, who, all[i].Title, from))
			}
		}
		return fault.InvalidID
	})
}

func (s *Service) recordCannedEvent(tx *db.Tx, who access.Actor, title string, from api.Origin) error {
	return s.Audit.Record(tx, audit.Event{Action: audit.CannedChanged, User: who.User, From: from, Detail: audit.Detail{Name: title}})
}
