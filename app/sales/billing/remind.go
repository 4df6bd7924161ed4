package billing

import (
	"context"
	"errors"
	"fmt"

	"anbar/app/base/mail"
	"anbar/db"
)

// reminders are how many days before the end of a plan its owner is written to.
var reminders = []int{1, 7, 14}

const remindStep = 100

// RemindOwners writes to the owners of workspaces whose plan ends soon.
func (s *Service) RemindOwners(ctx context.Context) error {
	var failed error
	for _, days := range reminders {
		for n, done := remindStep, 1; n == remindStep && done > 0; {
			all, err := db.Get(ctx, s.db, func(v *db.View) ([]db.Subscription, error) {
				return v.EndingSubscriptions(v.Now.AddDate(0, 0, days), days, remindStep)
			})
			if err != nil {
				return errors.Join(failed, err)
			}
			n, done = len(all), 0
			for i := range all {
				// Each on its own: one that fails keeps no other back.
				err := s.db.Update(ctx, func(tx *db.Tx) error { return s.sendReminder(tx, &all[i], days) })
				if err != nil {
					failed = errors.Join(failed, fmt.Errorf("remind of the end of the workspace %s: %w", all[i].Space, err))
					continue
				}
				done++
			}
		}
	}
	return failed
}

func (s *Service) sendReminder(tx *db.Tx, b *db.Subscription, days int) error {
	now, err := tx.SubscriptionOf(b.Space)
	if err != nil || !now.EndsAt.Equal(b.EndsAt) { // it was renewed meanwhile
		return err
	}
	sp, err := tx.LivingSpace(b.Space)
	if err != nil {
		return err
	}
	d := mail.Data{Space: sp.Title, Count: int(b.EndsAt.Sub(tx.Now).Hours()/24) + 1}
	if err := s.mailUser(tx, sp.Owner, mail.Message{Kind: mail.PlanEnding, Data: d}, "/workspace/"+b.Space.String()+"/status"); err != nil {
		return err
	}
	return tx.UpdateSubscriptionReminded(b.Space, days)
}

// mailUser puts a mail to a user into the outbox; one without an address gets none.
func (s *Service) mailUser(tx *db.Tx, to db.UserID, m mail.Message, path string) error {
	u, err := tx.UserByID(to)
	if err != nil || u.Email == "" {
		return err
	}
	m.To, m.Language, m.Data.URL = u.Email, u.Language, s.url()+path
	return mail.Enqueue(tx, m)
}
