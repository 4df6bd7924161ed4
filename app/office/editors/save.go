package editors

import (
	"context"
	"errors"
	"io"
	"sync"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/panics"
	"anbar/app/drive/activity"
	"anbar/app/drive/files"
	"anbar/app/drive/leases"
	"anbar/db"
	"anbar/decode"
	"anbar/decode/refusal"
)

// Outcome is what became of a save.
type Outcome string

// The outcomes.
const (
	OutcomeSaved   Outcome = "saved" // it is the head of the file
	OutcomeSame    Outcome = "same"  // nothing changed
	OutcomeCopy    Outcome = "copy"  // somebody else changed the file meanwhile: a copy stands beside it
	OutcomeMyDrive Outcome = "kept"  // the person may not edit the file any more: a copy lies in their My Drive
)

// SaveResult is what became of a save, and the file that holds it.
type SaveResult struct {
	Version   db.VersionID `json:"version_id"`
	File      db.NodeID    `json:"file_id"`
	Directory db.NodeID    `json:"directory_id"`
	Space     db.SpaceID   `json:"space_id"`
	Name      string       `json:"name"`
	Outcome   Outcome      `json:"outcome" enum:"saved,same,copy,kept"`
	Lease     *LeaseAnswer `json:"lease" doc:"of that file, to go on with; of a copy it is a new one"`
}

// SchemaName implements api.SchemaNamer.
func (SaveResult) SchemaName() string { return "EditorSaved" }

// SaveRequest is what an editor in a browser sends.
type SaveRequest struct {
	Target
	Lease db.LeaseID
	Base  db.VersionID
	Kind  Kind
	Parts []decode.Content
}

// saveBase is the document that a save changes.
type saveBase struct {
	hash db.Hash
	name string
	mime string
}

// Save stores what an embedded editor sends. Nothing that somebody else stored is lost, and neither is what came here.
func (s *Service) Save(ctx context.Context, who access.Actor, owner limits.Owner, in *SaveRequest) (*SaveResult, error) {
	base, err := s.authorizeSave(ctx, who, in)
	if err != nil {
		return nil, err
	}
	original, done, err := s.openContent(ctx, in.Space, base.hash)
	if err != nil {
		return nil, err
	}
	defer done()
	// The document is stored while it is made.
	mergeCtx, stop := context.WithCancel(ctx)
	r, w := io.Pipe()
	var merging sync.WaitGroup
	merging.Go(func() {
		err := panics.Catch(func() error { return s.Merger.Merge(mergeCtx, owner, decodeKinds[in.Kind], original, in.Parts, w) })
		_ = w.CloseWithError(toDecodeFault(err)) // it never fails
	})
	stored, blob, err := s.Blobs.PutReader(mergeCtx, r)
	stop() // the merge ends, too, when the store takes nothing more
	_ = r.Close()
	merging.Wait() // it reads files that the caller closes
	if err != nil {
		return nil, err
	}
	defer blob.Release()
	return s.storeVersion(ctx, who, &pendingVersion{
		Target: in.Target, base: in.Base, baseHash: base.hash, lease: in.Lease, via: leases.Embedded, name: base.name,
		content: files.Content{Hash: db.Hash(stored.Digest), Size: stored.Size, Type: base.mime},
	})
}

// decodeKinds are the kinds as decoders know them.
var decodeKinds = map[Kind]decode.DocumentKind{Word: decode.EditWord, Cell: decode.EditCells}

// toDecodeFault gives the refusals of decoders their place in the catalogue.
func toDecodeFault(err error) error {
	var no *refusal.Error
	if !errors.As(err, &no) {
		if errors.Is(err, decode.ErrContent) {
			return fault.DocumentUnreadable.Because(err)
		}
		return err
	}
	f, known := map[refusal.Code]*fault.Fault{
		refusal.Macros: fault.DocumentMacros, refusal.Signed: fault.DocumentSigned, refusal.Encrypted: fault.DocumentLocked,
		refusal.Protected: fault.DocumentProtected, refusal.TooLarge: fault.DocumentTooLarge, refusal.Invalid: fault.EditInvalid,
		refusal.Structure: fault.EditStructure, refusal.Unsupported: fault.DocumentUnsupported,
	}[no.Code]
	if !known {
		f = fault.DocumentUnreadable
	}
	return f.Because(err)
}

// authorizeSave checks right and lease, and returns the base document of the save. For the holder of the lease that is what the
// editor loaded, even if they may not read it any more or it is no version any more. storeVersion checks both again.
func (s *Service) authorizeSave(ctx context.Context, who access.Actor, in *SaveRequest) (*saveBase, error) {
	o := &saveBase{}
	err := s.DB.View(ctx, func(v *db.View) error {
		it, err := s.authorizeEdit(v, who, in.Target)
		if err != nil && !isDenied(err) {
			return err
		}
		l, _, lerr := loadOwnLease(v, who, in.File, in.Lease) // nil when the caller lost it
		if lerr != nil {
			return lerr
		}
		if err != nil && l == nil {
			return err
		}
		if l != nil && l.Via != string(leases.Embedded) {
			return fault.ClosedForEditing
		}
		o.mime = map[Kind]string{Word: docxType, Cell: xlsxType}[in.Kind]
		if l != nil {
			o.name = l.Name
		}
		if it != nil {
			o.name = it.Name
			if f := formatOf(it.Name, it.ContentType); f == nil || f.kind != in.Kind || !f.native {
				return fault.NotEditable
			}
		}
		switch {
		// What the editor of a Word document writes without an edit belongs to what it loaded: that is the base of all its saves.
		case l != nil && (in.Base == l.Opened || in.Kind == Word && in.Base == l.EditVersion):
			o.hash = l.OpenedHash
			return nil
		case l != nil && in.Base == l.Prior:
			o.hash = l.PriorHash
			return nil
		}
		base, err := v.VersionOf(in.File, in.Base)
		if errors.Is(err, db.ErrNotFound) {
			return fault.EditorVersion
		}
		if err == nil {
			o.hash = base.Hash
		}
		return err
	})
	return o, err
}

// pendingVersion is a document that is in the blob store already, and is to become a version.
type pendingVersion struct {
	Target
	base        db.VersionID // that it was made from
	baseHash    db.Hash      // the content of that
	lease       db.LeaseID   // that the caller says to hold
	via         leases.EditorKind
	key         string       // of a session on an office server
	editVersion db.VersionID // that the saves before it made: may be replaced; 0 for none
	name        string       // of the file, when it is out of reach
	content     files.Content
	before      func(*db.Tx) (bool, error)      // in the same transaction; false when nothing is to be stored; nil for nothing
	after       func(*db.Tx, *SaveResult) error // the same; nil for nothing
	noCopy      bool                            // a person who may not edit the file gets no copy either: nothing is stored
	copyExt     string                          // the file gets this extension as a copy: it came back in another format
}

// storeVersion stores a document by the rules of conflicts, all or nothing. The answer is nil when nothing was to be stored.
func (s *Service) storeVersion(ctx context.Context, who access.Actor, w *pendingVersion) (*SaveResult, error) {
	return db.Do(ctx, s.DB, func(tx *db.Tx) (out *SaveResult, err error) {
		if w.before != nil {
			if wanted, err := w.before(tx); err != nil || !wanted {
				return nil, err
			}
		}
		it, err := s.authorizeEdit(tx.ReadOnly(), who, w.Target)
		switch {
		case err == nil:
			out, err = s.storeInFile(tx, who, it, w)
		case isDenied(err) && !w.noCopy:
			out, err = s.saveHolderCopy(tx, who, w, err)
		default:
			return nil, err
		}
		if err == nil && w.after != nil {
			err = w.after(tx, out)
		}
		return out, err
	})
}

// isFromServer reports whether an office server saves, which knows the document by a key.
func (w *pendingVersion) isFromServer() bool { return w.key != "" }

// storeInFile stores a document in its file, or beside it when that is not possible.
func (s *Service) storeInFile(tx *db.Tx, who access.Actor, it *access.Item, w *pendingVersion) (*SaveResult, error) {
	l, living, err := leases.Find(tx.ReadOnly(), it.ID)
	if err != nil {
		return nil, err
	}
	mine := l != nil && (w.lease != 0 && l.ID == w.lease && l.User == who.User || w.isFromServer() && l.Key == w.key)
	if it.Hash == w.content.Hash {
		out := newSaveResult(it, it.Node, OutcomeSame)
		if !mine {
			return out, nil
		}
		return extendLease(tx, l, out)
	}
	if !mine && living || w.copyExt != "" {
		return s.copyBeside(tx, who, it, w)
	}
	openedVersion, ownVersion := w.base, w.editVersion
	if mine && !w.isFromServer() {
		openedVersion, ownVersion = l.Opened, l.EditVersion
	}
	if it.Version != openedVersion && it.Version != ownVersion { // somebody else stored a version
		return s.copyBeside(tx, who, it, w)
	}
	node, err := files.StoreHead(tx, who, it, w.content, ownVersion == it.Version, activity.EditorSave)
	if err != nil {
		return nil, err
	}
	if !mine && !w.isFromServer() { // the lease ended, and nobody took the file
		claim := leases.Claim{Via: w.via, Name: it.Name, Opened: w.base, OpenedHash: w.baseHash, EditVersion: node.Version}
		if l, _, err = leases.Acquire(tx, who, it.ID, claim, false); err != nil {
			return nil, err
		}
		mine = true
	}
	out := newSaveResult(it, node, OutcomeSaved)
	if !mine {
		return out, nil
	}
	if err := leases.RecordSave(tx, l, it.Version, it.Hash, node.Version); err != nil {
		return nil, err
	}
	return extendLease(tx, l, out)
}

func newSaveResult(it *access.Item, n *db.Node, o Outcome) *SaveResult {
	return &SaveResult{Version: n.Version, File: n.ID, Directory: it.Parent, Space: it.Space.ID, Name: n.Name, Outcome: o}
}

// extendLease extends the lease of the holder, who is there as they save, and adds it to the answer.
func extendLease(tx *db.Tx, l *db.Lease, out *SaveResult) (*SaveResult, error) {
	err := leases.Extend(tx, l)
	out.Lease = toLeaseAnswer(l)
	return out, err
}
