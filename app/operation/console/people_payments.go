package console

import (
	"errors"

	"anbar/app/base/api"
	"anbar/db"
)

// PersonPayment is an order on the page of a person.
type PersonPayment struct {
	ID        string   `json:"payment_id"`
	Number    string   `json:"number" doc:"of the invoice; empty before it is paid"`
	Intent    string   `json:"intent" enum:"create,create_auto,renew,upgrade"`
	State     string   `json:"state"`
	Total     int64    `json:"total" doc:"in the smallest unit of the currency"`
	Currency  string   `json:"currency" enum:"IRT,IRR,EUR,USD"`
	Trial     bool     `json:"trial"`
	Space     string   `json:"workspace" doc:"title; empty when the workspace is not made yet, or is gone"`
	CreatedAt api.Time `json:"created_at"`
	PaidAt    api.Time `json:"paid_at" nullable:"true"`
}

// PersonPayments is a part of the orders of a person.
type PersonPayments struct {
	Payments []PersonPayment `json:"payments"`
	PageInfo api.PageInfo    `json:"page_info"`
}

type personPaymentsIn struct {
	User db.UserID `path:"user_id"`
	api.PageQuery
}

func (s *Service) handleListPersonPayments(c *api.Call, in *personPaymentsIn) (*PersonPayments, error) {
	part, err := in.Of("payments of a person")
	if err != nil {
		return nil, err
	}
	return db.Get(c, s.db, func(v *db.View) (*PersonPayments, error) {
		l := &PersonPayments{Payments: []PersonPayment{}}
		rows, next, err := v.OrdersOfUser(in.User, part.Slice)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			p, err := toPersonPayment(v, &rows[i])
			if err != nil {
				return nil, err
			}
			l.Payments = append(l.Payments, *p)
		}
		total, err := v.CountOrdersOfUser(in.User)
		if err != nil {
			return nil, err
		}
		l.PageInfo, err = part.Info(total, next)
		return l, err
	})
}

func toPersonPayment(v *db.View, i *db.Invoice) (*PersonPayment, error) {
	p := &PersonPayment{
		ID: i.ID, Number: i.Number, Intent: i.Intent, State: i.State, Total: i.Total, Currency: i.Currency, Trial: i.Trial,
		CreatedAt: api.Time(i.CreatedAt), PaidAt: api.Time(i.PaidAt),
	}
	if i.Space == 0 {
		return p, nil
	}
	sp, err := v.AdminSpace(i.Space)
	if errors.Is(err, db.ErrNotFound) {
		return p, nil
	}
	if err != nil {
		return nil, err
	}
	p.Space = sp.Title
	return p, nil
}
