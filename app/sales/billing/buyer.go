package billing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/sales/plans"
	"anbar/db"
)

func (s *Service) mountBuyers(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /plan/buyer", Gate: api.Member,
		Does:  "The buyer on the next invoices of a workspace; without a workspace, the one on your last invoice",
		Fails: []*fault.Fault{fault.PermissionDenied},
	}, s.handleGetBuyer)
	api.Handle(r, api.Op{
		Call: "PUT /plan/buyer", Gate: api.Member,
		Does:  "Change the buyer on the next invoices of a workspace; those that were issued keep theirs",
		Fails: []*fault.Fault{fault.PermissionDenied, fault.WrongDigits, fault.Required, fault.TooLong},
	}, s.handleSetBuyer)
}

// loadBuyer returns the buyer that a workspace has, or the actor had on the last invoice; an empty one without.
func loadBuyer(v *db.View, who access.Actor, space db.SpaceID) (*plans.Party, error) {
	var text json.RawMessage
	var err error
	if space == 0 {
		text, err = v.LastBuyer(who.User)
	} else if _, err = access.Space(v, who, space, access.Update, access.Plan); err == nil {
		text, err = v.BuyerOf(space)
	}
	p := &plans.Party{}
	if errors.Is(err, db.ErrNotFound) {
		return p, nil
	}
	if err == nil {
		err = json.Unmarshal(text, p)
	}
	return p, err
}

// UpdateBuyer keeps the buyer for the next invoices of a workspace; an empty one forgets it.
func (s *Service) UpdateBuyer(ctx context.Context, who access.Actor, space db.SpaceID, p *plans.Party) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if _, err := access.Space(tx.ReadOnly(), who, space, access.Update, access.Plan); err != nil {
			return err
		}
		set, err := plans.LoadSelling(tx.ReadOnly())
		if err != nil {
			return err
		}
		if err := p.Check(set.Currency); err != nil {
			return err
		}
		if p.IsEmpty() {
			return tx.DeleteBuyer(space)
		}
		text, err := encodeParty(p)
		if err != nil {
			return err
		}
		return tx.PutBuyer(space, text)
	})
}

// resolveBuyer returns the buyer of an invoice whose payment begins: the one that the order names, which its
// workspace remembers, or without one that of the workspace.
func resolveBuyer(tx *db.Tx, i *db.Invoice, named *plans.Party) (*plans.Party, error) {
	p := &plans.Party{}
	if named == nil {
		text, err := tx.BuyerOf(i.Space)
		if errors.Is(err, db.ErrNotFound) {
			return p, nil
		}
		if err == nil {
			err = json.Unmarshal(text, p)
		}
		return p, err
	}
	if err := named.Check(i.Currency); err != nil {
		return nil, err
	}
	text, err := encodeParty(named)
	if err == nil && i.Space != 0 {
		err = rememberBuyer(tx, i.Space, text)
	}
	return named, err
}

// rememberBuyer remembers the buyer of an invoice for a workspace, when it names one.
func rememberBuyer(tx *db.Tx, space db.SpaceID, text json.RawMessage) error {
	var p plans.Party
	if len(text) == 0 {
		return nil
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("read the buyer of an invoice: %w", err)
	}
	if p.IsEmpty() {
		return nil
	}
	return tx.PutBuyer(space, text)
}

func encodeParty(p *plans.Party) ([]byte, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("write a party of an invoice: %w", err)
	}
	return text, nil
}

// encodeParties are the seller and the buyer as an invoice keeps them.
func encodeParties(set *plans.Selling, buyer *plans.Party) (sold, bought []byte, err error) {
	sold, err1 := encodeParty(&set.Seller)
	bought, err2 := encodeParty(buyer)
	return sold, bought, errors.Join(err1, err2)
}

type buyerIn struct {
	Space db.SpaceID `query:"space_id"`
}

func (s *Service) handleGetBuyer(c *api.Call, in *buyerIn) (*plans.Party, error) {
	return db.Get(c, s.db, func(v *db.View) (*plans.Party, error) { return loadBuyer(v, c.Who, in.Space) })
}

type setBuyerIn struct {
	Space db.SpaceID  `json:"space_id"`
	Buyer plans.Party `json:"buyer"`
}

func (s *Service) handleSetBuyer(c *api.Call, in *setBuyerIn) (*plans.Party, error) {
	if err := s.UpdateBuyer(c, c.Who, in.Space, &in.Buyer); err != nil {
		return nil, err
	}
	return &in.Buyer, nil
}
