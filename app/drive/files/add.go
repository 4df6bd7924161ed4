package files

import (
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/base/quota"
	"anbar/app/drive/activity"
	"anbar/db"
	"anbar/decode/sizes"
)

// OnDuplicate is the action for a file whose name is taken.
type OnDuplicate string

// The decisions. Without one the name's being taken is a fault.
const (
	Undecided OnDuplicate = ""
	Rename    OnDuplicate = "rename"  // the new file gets a number
	Version   OnDuplicate = "version" // the new blob becomes the file's head version
	Replace   OnDuplicate = "replace" // the old file goes to the trash
	Merge     OnDuplicate = "merge"   // the contents of the directory move into the existing one
	Skip      OnDuplicate = "skip"    // nothing happens
)

// ParseOnDuplicate takes a decision as a request carries it.
func ParseOnDuplicate(s string) (OnDuplicate, error) {
	switch d := OnDuplicate(s); d {
	case Undecided, Rename, Version, Replace, Skip:
		return d, nil
	}
	return "", fault.Field("on_duplicate", fault.InvalidValue)
}

// Outcome is the result of adding a file.
type Outcome string

// The outcomes.
const (
	Created  Outcome = "created"
	Renamed  Outcome = "renamed"
	NewHead  Outcome = "version"
	Replaced Outcome = "replaced"
	Skipped  Outcome = "skipped"
)

// Content describes the blob of a new file or version. The blob store has it already.
type Content struct {
	Hash       db.Hash
	Size       int64
	Type       string
	ModifiedAt time.Time // on the device that sent it; zero when it did not say
	Sums       string    // as those of db.Version
	// Base is the head that a new version has to follow, or Add fails with VersionChanged; zero for any.
	Base db.VersionID
}

// Add makes a file of that name in dir. When the name is taken it follows the decision, or
// fails with DuplicateField without one that fits.
func Add(tx *db.Tx, who access.Actor, dir *access.Item, n names.Name, c Content, onDuplicate OnDuplicate) (*db.Node, Outcome, error) {
	there, err := tx.ChildByName(dir.ID, n.Text, n.Keys())
	outcome := Created
	switch {
	case errors.Is(err, db.ErrNotFound):
	case err != nil:
		return nil, "", err
	case onDuplicate == Rename:
		outcome = Renamed
		if n, err = findFreeName(tx, dir.ID, n.Text); err != nil {
			return nil, "", err
		}
	case onDuplicate == Undecided || there.Kind != db.File:
		return nil, "", fault.DuplicateField
	case onDuplicate == Skip:
		return there, Skipped, nil
	case c.Base != 0 && (onDuplicate == Replace || there.Version != c.Base):
		return nil, "", fault.VersionChanged
	case onDuplicate == Replace:
		node, err := replaceFile(tx, who, dir, there, n, c)
		return node, Replaced, err
	default:
		node, err := addVersion(tx, who, dir, there, c) // Merge of a file is Version
		return node, NewHead, err
	}
	if c.Base != 0 { // a new file is no version, so it follows none
		return nil, "", fault.VersionChanged
	}
	node, err := createFile(tx, who, dir, n, c)
	return node, outcome, err
}

func createFile(tx *db.Tx, who access.Actor, dir *access.Item, n names.Name, c Content) (*db.Node, error) {
	if err := quota.CheckNodes(tx.ReadOnly(), dir.Space, 1); err != nil {
		return nil, err
	}
	if err := quota.Reserve(tx, dir.Space, c.Size); err != nil {
		return nil, err
	}
	node := newNode(who, dir.Node, n)
	node.Kind, node.Version, node.Hash, node.Number, node.Size, node.ContentType = db.File, db.VersionID(db.NewID()), c.Hash, 1, c.Size,
		c.Type
	var err error
	if node.Thumbnail, err = requestThumbnail(tx, node, c); err != nil {
		return nil, err
	}
	if err := tx.InsertNode(node); err != nil {
		return nil, toDuplicateFault(err)
	}
	if err := tx.InsertVersion(newHeadVersion(node, c)); err != nil {
		return nil, err
	}
	if who.Visitor != 0 {
		return node, nil // the caller records the activity
	}
	return node, activity.Record(tx, who, dir.Child(node), activity.FileCreate, nil, &activity.Detail{Size: &c.Size})
}

// requestThumbnail requests the small picture or the first lines of a blob that can have them, for a file that shows it.
func requestThumbnail(tx *db.Tx, n *db.Node, c Content) (db.ThumbnailState, error) {
	as, ruleVersion := sizes.TypeOf(c.Type, n.TypeKey, c.Size)
	if ruleVersion == 0 {
		return db.NoThumbnail, nil
	}
	return tx.InsertThumbnail(c.Hash, as, n.Space)
}

// newHeadVersion is the version that node's head is.
func newHeadVersion(node *db.Node, c Content) *db.Version {
	return &db.Version{
		ID: node.Version, Node: node.ID, Space: node.Space, Number: node.Number, Hash: node.Hash, Size: node.Size,
		ContentType: node.ContentType, CreatedBy: node.ModifiedBy, ModifiedAt: c.ModifiedAt, Sums: c.Sums, Thumbnail: node.Thumbnail,
	}
}

// addVersion makes a blob the newest version of old, a file in dir. It checks that the actor may add versions, and that nobody else
// edits the file.
func addVersion(tx *db.Tx, who access.Actor, dir *access.Item, old *db.Node, c Content) (*db.Node, error) {
	if _, err := access.Node(tx.ReadOnly(), who, dir.Space.ID, old.ID, access.Create, access.Version); err != nil {
		return nil, err
	}
	if err := checkLease(tx.ReadOnly(), who, old); err != nil {
		return nil, err
	}
	return StoreHead(tx, who, dir.Child(old), c, false, activity.VersionCreate)
}

// pruneOldestVersion removes the oldest version of a file that has more than the plan keeps. It
// removes one for each that came, so a file with more versions of a former plan keeps them.
func pruneOldestVersion(tx *db.Tx, sp *db.Space, file db.NodeID) error {
	most := quota.Versions(sp)
	if most == 0 {
		return nil
	}
	all, err := tx.VersionsOf(file)
	if err != nil || len(all) <= most {
		return err
	}
	oldest := &all[len(all)-1]
	if err := tx.DeleteVersion(oldest.ID); err != nil {
		return err
	}
	return quota.Release(tx, sp.ID, oldest.Size)
}

// replaceFile puts the old file into the trash, from where it can come back, and
// the new one in its place.
func replaceFile(tx *db.Tx, who access.Actor, dir *access.Item, old *db.Node, n names.Name, c Content) (*db.Node, error) {
	if _, err := access.Node(tx.ReadOnly(), who, dir.Space.ID, old.ID, access.Replace); err != nil {
		return nil, err
	}
	if err := checkLease(tx.ReadOnly(), who, old); err != nil {
		return nil, err
	}
	if err := activity.Record(tx, who, dir.Child(old), activity.FileReplace, nil, &activity.Detail{Size: &c.Size}); err != nil {
		return nil, err
	}
	if _, err := tx.UpdateNodeTrashed(old, dir.TrashRoot(), who.User); err != nil {
		return nil, err
	}
	return createFile(tx, who, dir, n, c)
}

func isExists(err error) bool { return errors.Is(err, db.ErrExists) }

// toDirectoryFault says of a name that it is none for a directory.
func toDirectoryFault(err error) error {
	if errors.Is(err, fault.InvalidName) {
		return fault.DirectoryInvalid
	}
	return err
}

func fieldError(field string, err error) error {
	var f *fault.Fault
	if errors.As(err, &f) && f.Fields == nil {
		return fault.Field(field, f)
	}
	return err
}
