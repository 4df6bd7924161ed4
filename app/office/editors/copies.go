package editors

import (
	"errors"
	"path"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/app/drive/leases"
	"anbar/db"
)

// copyBeside stores a document as another file in the same directory, or in the My Drive of a person who may not put files
// there.
func (s *Service) copyBeside(tx *db.Tx, who access.Actor, it *access.Item, w *pendingVersion) (*SaveResult, error) {
	dir, err := access.Dir(tx.ReadOnly(), who, it.Space.ID, it.Parent, access.Create, access.FileSubject)
	if isDenied(err) {
		return s.copyToMyDrive(tx, who, w, err) // who may edit the file may have its contents
	}
	if err != nil {
		return nil, err
	}
	return s.copyInto(tx, who, dir, it.Name, w, OutcomeCopy)
}

// saveHolderCopy stores a document in the My Drive of a person who may not edit the file any more, and who holds its lease; the
// answer to anybody else is why they may not. The lease ends by itself: the save comes again when its answer is lost.
func (s *Service) saveHolderCopy(tx *db.Tx, who access.Actor, w *pendingVersion, why error) (*SaveResult, error) {
	l, _, err := leases.Find(tx.ReadOnly(), w.File)
	if err != nil {
		return nil, err
	}
	held := l != nil && (w.lease != 0 && l.ID == w.lease && l.User == who.User)
	if !held && w.key == "" {
		return nil, why
	}
	return s.copyToMyDrive(tx, who, w, why)
}

// copyToMyDrive stores a document in the My Drive of a person: in the same workspace, or in another one of theirs when they
// are no member of it. Without one that takes it the answer is why.
func (s *Service) copyToMyDrive(tx *db.Tx, who access.Actor, w *pendingVersion, why error) (*SaveResult, error) {
	spaces, err := access.Spaces(tx.ReadOnly(), who)
	if err != nil {
		return nil, err
	}
	for first := range 2 { // the same workspace comes first
		for i := range spaces {
			sp := &spaces[i]
			if (sp.ID == w.Space) != (first == 0) || sp.MyRoot == 0 {
				continue
			}
			out, err := s.copyToMyDriveOf(tx, who, sp, w)
			if err == nil || !isFull(err) {
				return out, err
			}
		}
	}
	return nil, why
}

// isFull reports whether a workspace takes nothing more.
func isFull(err error) bool {
	return isDenied(err) || errors.Is(err, fault.QuotaExceeded) || errors.Is(err, fault.TooManyFiles) || errors.Is(err,
		fault.PlanExpired) ||
		errors.Is(err, fault.WorkspaceFrozen)
}

func (s *Service) copyToMyDriveOf(tx *db.Tx, who access.Actor, sp *db.Space, w *pendingVersion) (*SaveResult, error) {
	dir, err := access.Dir(tx.ReadOnly(), who, sp.ID, sp.MyRoot, access.Create, access.FileSubject)
	if err != nil {
		return nil, err
	}
	return s.copyInto(tx, who, dir, w.name, w, OutcomeMyDrive)
}

// copyInto stores a document under the name of its file and of the person who edited it. One that is there already, from a
// save whose answer got lost, is answered again.
func (s *Service) copyInto(tx *db.Tx, who access.Actor, dir *access.Item, name string, w *pendingVersion, o Outcome) (*SaveResult, error) {
	u, err := tx.UserByID(who.User)
	if err != nil {
		return nil, err
	}
	n := copyName(name, strings.TrimSpace(u.FirstName+" "+u.LastName), w.copyExt)
	node, err := tx.ChildByName(dir.ID, n.Text, n.Keys())
	if err == nil && node.Hash == w.content.Hash && node.CreatedBy == who.User {
		l, living, err := leases.Find(tx.ReadOnly(), node.ID)
		if err != nil {
			return nil, err
		}
		out := newSaveResult(dir.Child(node), node, o)
		if !living || l.User != who.User || w.isFromServer() {
			return out, nil
		}
		return extendLease(tx, l, out)
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return nil, err
	}
	if node, _, err = files.Add(tx, who, dir, n, w.content, files.Rename); err != nil {
		return nil, err
	}
	out := newSaveResult(dir.Child(node), node, o)
	if w.key != "" {
		return out, nil // the session on the office server ends with this
	}
	claim := leases.Claim{Via: w.via, Name: node.Name, Opened: w.base, OpenedHash: w.baseHash, EditVersion: node.Version}
	l, _, err := leases.Acquire(tx, who, node.ID, claim, false)
	out.Lease = toLeaseAnswer(l)
	return out, err
}

const maxStem = 120 // runes of a name that a copy keeps

// copyName is the name of a copy: "report (Sara Mohammadi).docx".
func copyName(name, person, ext string) names.Name {
	e := path.Ext(name)
	stem := []rune(strings.TrimSuffix(name, e))
	if ext != "" {
		e = "." + ext
	}
	short := string(stem[:min(len(stem), maxStem)])
	for _, try := range []string{short + " (" + person + ")" + e, short + " (2)" + e, "document" + e} {
		if n, err := names.Parse(try); err == nil {
			return n
		}
	}
	n, _ := names.Parse("document") // it is a name
	return n
}
