// Package promotions manages codes that enlarge the storage of a user's own workspace, once
// for each user.
package promotions

import (
	"context"
	"errors"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/identity/audit"
	"anbar/db"
)

const maxCode = 40

// Service is the promotions of one appliance.
type Service struct {
	db    *db.DB
	audit *audit.Log
	tries *limits.Limiter
}

// New makes the service.
func New(d *db.DB, events *audit.Log) *Service {
	return &Service{db: d, audit: events, tries: limits.NewLimiter(time.Minute, 10)}
}

// normalizeCode is the form in which codes are kept.
func normalizeCode(code string) string {
	return strings.ToUpper(strings.TrimSpace(names.LatinDigits(code)))
}

// Create makes a promotion of so many bytes; uses is how often it may be used, 0 for
// any number, and expires is zero for never.
func (s *Service) Create(ctx context.Context, code string, storage, uses int64, expires time.Time) error {
	p := &db.Promotion{Code: normalizeCode(code), Storage: storage, Uses: uses, ExpiresAt: expires}
	if p.Code == "" || len(p.Code) > maxCode || storage <= 0 || uses < 0 {
		return fault.InvalidPromotion
	}
	err := s.db.Update(ctx, func(tx *db.Tx) error { return tx.InsertPromotion(p) })
	if errors.Is(err, db.ErrExists) {
		return fault.DuplicateField
	}
	return err
}

// Redeem enlarges the actor's oldest own workspace that has a limit.
func (s *Service) Redeem(ctx context.Context, who access.Actor, code string, from api.Origin) error {
	if err := s.tries.Allow(who.User.String()); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		p, err := tx.PromotionByCode(normalizeCode(code))
		if errors.Is(err, db.ErrNotFound) || err == nil && !p.ExpiresAt.IsZero() && !tx.Now.Before(p.ExpiresAt) {
			return fault.InvalidPromotion
		}
		if err != nil {
			return err
		}
		if err := checkUnused(&tx.View, who, p); err != nil {
			return err
		}
		space, err := findLimitedSpace(&tx.View, who)
		if err != nil {
			return err
		}
		if err := tx.InsertPromotionUse(who.User, p.Code, space.ID); errors.Is(err, db.ErrNotFound) {
			return fault.PromotionUsed
		} else if err != nil {
			return err
		}
		return errors.Join(tx.AddSpaceStorage(space.ID, p.Storage),
			s.audit.Record(tx, audit.Event{Action: audit.PromotionUsed, User: who.User, From: from, Detail: audit.Detail{Name: p.Code}}))
	})
}

func checkUnused(v *db.View, who access.Actor, p *db.Promotion) error {
	used, err := v.PromotionOf(who.User)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return nil
	case err != nil:
		return err
	case used.Code == p.Code:
		return fault.PromotionUsed
	}
	return fault.PromotionUpgraded
}

func findLimitedSpace(v *db.View, who access.Actor) (*db.Space, error) {
	all, err := access.Spaces(v, who)
	if err != nil {
		return nil, err
	}
	var oldest *db.Space
	for i := range all {
		if sp := &all[i]; sp.Owner == who.User && sp.StorageLimit > 0 && (oldest == nil || sp.ID < oldest.ID) {
			oldest = sp
		}
	}
	if oldest == nil {
		return nil, fault.PromotionUpgraded
	}
	return oldest, nil
}

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "POST /users/promotion-code", Gate: api.Member,
		Does:  "Use a promotion code",
		Fails: []*fault.Fault{fault.InvalidPromotion, fault.PromotionUsed, fault.PromotionUpgraded, fault.TooManyRequests},
	}, s.handleUse)
	api.Handle(r, api.Op{Call: "GET /users/promotion-code", Gate: api.Member, Does: "The promotion code that you used"}, s.handleGet)
}

// Promotion is the promotion code that the user has used.
type Promotion struct {
	Code    *string    `json:"promotion_code" doc:"null when none was used"`
	Storage int64      `json:"storage" doc:"bytes downloaded through it"`
	Space   db.SpaceID `json:"space_id" nullable:"true" doc:"the workspace that got the storage"`
	UsedAt  api.Time   `json:"used_at" nullable:"true"`
}

type useIn struct {
	Code string `json:"promotion_code"`
}

func (s *Service) handleUse(c *api.Call, in *useIn) (*Promotion, error) {
	if strings.TrimSpace(in.Code) == "" {
		return nil, fault.Field("promotion_code", fault.Required)
	}
	if err := s.Redeem(c, c.Who, in.Code, c.Origin()); err != nil {
		return nil, err
	}
	return s.handleGet(c, nil)
}

func (s *Service) handleGet(c *api.Call, _ *api.None) (*Promotion, error) {
	p := &Promotion{}
	err := s.db.View(c, func(v *db.View) error {
		u, err := v.PromotionOf(c.Who.User)
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		if err == nil {
			*p = Promotion{Code: &u.Code, Storage: u.Storage, Space: u.Space, UsedAt: api.Time(u.UsedAt)}
		}
		return err
	})
	return p, err
}
