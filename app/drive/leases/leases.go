// Package leases says who may change the contents of a file at the moment. At most one lease is there for a file, whatever
// kind of editor took it; one that is not renewed ends after a minute.
package leases

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
)

// EditorKind is the kind of editor that holds a lease.
type EditorKind string

// The kinds.
const (
	Embedded   EditorKind = "embedded"
	OnlyOffice EditorKind = "onlyoffice"
	WOPI       EditorKind = "wopi"
	Google     EditorKind = "google"
	WebDAV     EditorKind = "webdav"
	Sync       EditorKind = "sync"
)

// IsShared reports whether several people edit under one lease of that kind: the other server merges their work.
func (v EditorKind) IsShared() bool { return v == OnlyOffice || v == WOPI || v == Google }

// Editing is what lists show of a lease.
type Editing struct {
	User  db.UserID  `json:"user_id"`
	Name  string     `json:"name"`
	Via   EditorKind `json:"via" enum:"embedded,onlyoffice,wopi,google,webdav,sync"`
	Since api.Time   `json:"since"`
}

// Holder is what those see of a lease who would edit the file, too.
type Holder struct {
	Editing
	Device string `json:"device" doc:"browser and system, in words"`
}

// SchemaName implements api.SchemaNamer.
func (Holder) SchemaName() string { return "LeaseHolder" }

func newEditing(l *db.Lease, people map[db.UserID]db.Person) Editing {
	return Editing{User: l.User, Name: api.PersonOf(people[l.User]).Name, Via: EditorKind(l.Via), Since: api.Time(l.Since)}
}

// HolderOf names the holder of a lease.
func HolderOf(v *db.View, l *db.Lease) (*Holder, error) {
	people, err := v.People([]db.UserID{l.User})
	return &Holder{newEditing(l, people), l.Device}, err
}

// FindEditing returns who edits which of the files now, and when the first lease ends unless it is renewed.
func FindEditing(v *db.View, files []db.NodeID) (found map[db.NodeID]*Editing, until time.Time, err error) {
	all, err := v.LeasesAmong(files)
	if err != nil || len(all) == 0 {
		return nil, until, err
	}
	var ids []db.UserID
	for i := range all {
		ids = append(ids, all[i].User)
	}
	people, err := v.People(ids)
	found = map[db.NodeID]*Editing{}
	for i := range all {
		e := newEditing(&all[i], people)
		found[all[i].Node] = &e
		if until.IsZero() || all[i].ExpiresAt.Before(until) {
			until = all[i].ExpiresAt
		}
	}
	return found, until, err
}

// Find returns the lease of a file, also one that ended; nil without one. living reports whether it counts now.
func Find(v *db.View, node db.NodeID) (l *db.Lease, living bool, err error) {
	l, err = v.LeaseOf(node)
	if errors.Is(err, db.ErrNotFound) {
		return nil, false, nil
	}
	return l, err == nil && v.Now.Before(l.ExpiresAt), err
}

// CheckFree fails with EditedByAnother while somebody else than the caller edits a file.
func CheckFree(v *db.View, who access.Actor, node db.NodeID) error {
	l, living, err := Find(v, node)
	if err != nil || !living || l.User == who.User && who.Visitor == 0 {
		return err
	}
	return toHeldFault(v, l)
}

// CheckFreeForProgram is CheckFree for a program that brings the contents of a file from outside of any editor. It fails
// also while people edit under a shared lease, whoever of them has it: their editor would not learn that it lost the file.
func CheckFreeForProgram(v *db.View, who access.Actor, node db.NodeID) error {
	l, living, err := Find(v, node)
	if err != nil || !living || !EditorKind(l.Via).IsShared() {
		return errors.Join(err, CheckFree(v, who, node))
	}
	return toHeldFault(v, l)
}

// toHeldFault is EditedByAnother with the name of the holder.
func toHeldFault(v *db.View, l *db.Lease) error {
	h, err := HolderOf(v, l)
	if err != nil {
		return err
	}
	return fault.EditedByAnother.With("holder", h)
}

// Claim is what a lease is asked for.
type Claim struct {
	Via         EditorKind
	Device      string
	Name        string       // of the file
	Opened      db.VersionID // what the editor loads
	OpenedHash  db.Hash
	EditVersion db.VersionID // that its saves replace; 0 for none yet
	Key         string       // of a session on an office server
	Lock        string       // of WOPI
}

// Acquire gives a file to an editor. The same person takes it from an own editor at once; while another person holds it, it
// is EditedByAnother unless over is set. The caller has checked that the person may edit the file. before is the
// lease that counted until now, or nil.
func Acquire(tx *db.Tx, who access.Actor, node db.NodeID, c Claim, over bool) (now, before *db.Lease, err error) {
	l, living, err := Find(tx.ReadOnly(), node)
	if err != nil {
		return nil, nil, err
	}
	if living && l.User != who.User && !over {
		return nil, nil, toHeldFault(tx.ReadOnly(), l)
	}
	if living {
		before = l
	}
	now = &db.Lease{
		Node: node, ID: db.LeaseID(db.NewID()), User: who.User, Via: string(c.Via), Device: c.Device, Name: c.Name,
		ExpiresAt: tx.Now.Add(limits.LeaseLife), Opened: c.Opened, OpenedHash: c.OpenedHash, EditVersion: c.EditVersion, Key: c.Key,
		Lock: c.Lock,
	}
	return now, before, tx.PutLease(now)
}

// Extend lets a lease live as long as one that was just taken, unless it lives longer.
func Extend(tx *db.Tx, l *db.Lease) error {
	if until := tx.Now.Add(limits.LeaseLife); l.ExpiresAt.Before(until) {
		l.ExpiresAt = until
	}
	return tx.UpdateLeaseRenewed(l)
}

// Lock renews a lease for as long as an office server may be silent, under the text by which that server knows it. Without a
// text it lives as others do again.
func Lock(tx *db.Tx, l *db.Lease, text string) error {
	life := limits.LockLife
	if text == "" {
		life = limits.LeaseLife
	}
	l.Lock, l.ExpiresAt = text, tx.Now.Add(life)
	return errors.Join(tx.UpdateLeaseLock(l), tx.UpdateLeaseRenewed(l))
}

// LockUntil is Lock until a time that the program which holds it asked for.
func LockUntil(tx *db.Tx, l *db.Lease, text string, until time.Time) error {
	l.Lock, l.ExpiresAt = text, until
	return errors.Join(tx.UpdateLeaseLock(l), tx.UpdateLeaseRenewed(l))
}

// Renew lets a lease live on. It works also after the lease has ended, as long as nobody else took the file: else it is
// EditedByAnother, or ClosedForEditing when nobody edits the file now.
func Renew(tx *db.Tx, who access.Actor, node db.NodeID, id db.LeaseID) (*db.Lease, error) {
	l, living, err := Find(tx.ReadOnly(), node)
	switch {
	case err != nil:
		return nil, err
	case l != nil && l.ID == id && (l.User == who.User || EditorKind(l.Via).IsShared()):
		return l, Extend(tx, l)
	case living:
		return nil, toHeldFault(tx.ReadOnly(), l)
	}
	return nil, fault.ClosedForEditing
}

// RecordSave records what a save of a lease left: the head before it, and the version that it made.
func RecordSave(tx *db.Tx, l *db.Lease, before db.VersionID, hash db.Hash, made db.VersionID) error {
	l.Prior, l.PriorHash, l.EditVersion = before, hash, made
	return tx.UpdateLeaseSaved(l)
}

// Release ends a lease. One that is not there any more is no failure.
func Release(tx *db.Tx, node db.NodeID, id db.LeaseID) error {
	err := tx.DeleteLease(node, id)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return err
}

// Expire marks expired leases, so that open listings show the files as free, and deletes those whose holder did not come back.
func Expire(ctx context.Context, d *db.DB) error {
	some := false
	err := d.ViewOne(ctx, func(v *db.View) (err error) {
		some, err = v.HasLeasesToEnd(v.Now, v.Now.Add(-limits.LeaseKept))
		return err
	})
	if err != nil || !some {
		return err
	}
	return d.Update(ctx, func(tx *db.Tx) error {
		return errors.Join(tx.UpdateLeasesEnded(), tx.DeleteLeasesBefore(tx.Now.Add(-limits.LeaseKept)))
	})
}
