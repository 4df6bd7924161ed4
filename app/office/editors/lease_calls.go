package editors

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/drive/leases"
	"anbar/db"
)

// Ping renews a lease. It is EditedByAnother when somebody else has the file now, and ClosedForEditing when the lease is
// gone and nobody has it; a caller who may not edit the file any more learns that.
func (s *Service) Ping(ctx context.Context, who access.Actor, t Target, id db.LeaseID) (*LeaseAnswer, error) {
	l, err := db.Do(ctx, s.DB, func(tx *db.Tx) (*db.Lease, error) {
		if _, err := s.authorizeEdit(tx.ReadOnly(), who, t); err != nil {
			return nil, err
		}
		return leases.Renew(tx, who, t.File, id)
	})
	if err != nil {
		return nil, err
	}
	return toLeaseAnswer(l), nil
}

// loadOwnLease returns the lease of a file when it has that id and the caller may use it; nil otherwise.
func loadOwnLease(v *db.View, who access.Actor, file db.NodeID, id db.LeaseID) (l *db.Lease, living bool, err error) {
	l, living, err = leases.Find(v, file)
	if err != nil || l == nil || l.ID != id || l.User != who.User && !leases.EditorKind(l.Via).IsShared() {
		return nil, living, err
	}
	return l, living, nil
}

// Close ends a lease that the caller holds. One that is gone is no failure.
func (s *Service) Close(ctx context.Context, who access.Actor, t Target, id db.LeaseID) error {
	l, err := db.Get(ctx, s.DB, func(v *db.View) (l *db.Lease, err error) {
		l, _, err = loadOwnLease(v, who, t.File, id)
		return l, err
	})
	if err != nil || l == nil {
		return err
	}
	p := s.providers[leases.EditorKind(l.Via)]
	if p == nil {
		return nil
	}
	ends, err := p.Close(ctx, l)
	if err != nil || !ends {
		return err
	}
	return s.DB.Update(ctx, func(tx *db.Tx) error {
		now, _, err := loadOwnLease(tx.ReadOnly(), who, t.File, id)
		if err != nil || now == nil || now.Lock != l.Lock { // an office server locked it meanwhile
			return err
		}
		return leases.Release(tx, t.File, id)
	})
}

// ForceSave has the editors of a lease save now what was typed so far.
func (s *Service) ForceSave(ctx context.Context, who access.Actor, t Target, id db.LeaseID) error {
	l, err := db.Get(ctx, s.DB, func(v *db.View) (l *db.Lease, err error) {
		if _, err := s.authorizeEdit(v, who, t); err != nil {
			return nil, err
		}
		l, _, err = loadOwnLease(v, who, t.File, id)
		return l, err
	})
	if err == nil && l == nil {
		err = fault.ClosedForEditing
	}
	if err != nil {
		return err
	}
	return s.providers[leases.EditorKind(l.Via)].ForceSave(ctx, l)
}

// isDenied reports whether the caller lacks a right, or the file is gone.
func isDenied(err error) bool {
	return errors.Is(err, fault.InvalidID) || errors.Is(err, fault.PermissionDenied)
}
