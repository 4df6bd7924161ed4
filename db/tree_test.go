package db

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"
)

// family is a space with a person in it, made by fill.
type family struct {
	user        UserID
	space       SpaceID
	root, trash NodeID
	my, myTrash NodeID
	dirs        []*Node
	files       []*Node
	session     SessionID
	upload      UploadID
}

func fill(t testing.TB, d *DB, n int) *family {
	t.Helper()
	f := &family{
		user: UserID(NewID()), space: SpaceID(NewID()), root: NodeID(NewID()), trash: NodeID(NewID()), my: NodeID(NewID()),
		myTrash: NodeID(NewID()), session: SessionID(NewID()), upload: UploadID(NewID()),
	}
	err := d.Update(t.Context(), func(tx *Tx) error {
		steps := []error{
			tx.InsertUser(&User{
				ID: f.user, Email: fmt.Sprintf("%s@example.org", f.user), Password: "x", FirstName: "A", LastName: "B", Language: "fa",
			}),
			tx.InsertSession(&Session{ID: f.session, User: f.user, Secret: []byte("x")}),
			tx.InsertSpace(&Space{ID: f.space, Title: "T", TitleKey: "t", Owner: f.user, Root: f.root, Trash: f.trash, Access: "private"}),
			tx.InsertRoot(f.root, f.space, "shared", 0, f.user), tx.InsertRoot(f.trash, f.space, "trash", 0, f.user),
			tx.InsertRoot(f.my, f.space, "my", f.user, f.user), tx.InsertRoot(f.myTrash, f.space, "my_trash", f.user, f.user),
			tx.InsertMember(f.space, f.user, "owner", f.my, f.myTrash),
			tx.InsertUpload(&Upload{
				ID: f.upload, User: f.user, Space: f.space, Directory: f.root, Key: "k", Checksum: "c", Size: 1, ChunkSize: 1,
			}),
			tx.InsertZip(&Zip{ID: "z", User: f.user, Space: f.space, Nodes: []NodeID{f.root}, ExpiresAt: tx.Now}),
			wanted(tx), tx.InsertInvitation([]byte("i"), "e", f.user, false, tx.Now),
		}
		for i, err := range steps {
			if err != nil {
				return fmt.Errorf("step %d: %w", i, err)
			}
		}
		f.dirs = append(f.dirs, &Node{ID: f.root, Space: f.space})
		for i := range n {
			if err := f.grow(tx, i); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// redraw requests a thumbnail of a file of before.
func redraw(tx *Tx, f *family) error {
	err := tx.PutThumbnailRedraw(Redraw{Done: 1, Target: 2, After: 3})
	if err != nil {
		return err
	}
	_, err = tx.InsertThumbnailAgain(&Content{Hash: f.files[0].Hash, ContentType: "image/png", Space: f.space})
	return err
}

// unused expects that the thumbnail of a blob without a version is removed, and that
// its hash is recorded as released.
func unused(tx *Tx) error {
	if n, err := tx.DeleteThumbnailsUnused(10); err != nil || n != 1 {
		return fmt.Errorf("%d thumbnails went: %w", n, err)
	}
	if named, err := tx.IsHashReferenced(Hash{5}); err != nil || !named {
		return fmt.Errorf("the picture's content was let go at once: %w", err)
	}
	return nil
}

func wanted(tx *Tx) error {
	_, err := tx.InsertThumbnail(Hash{1}, "image/png", 0)
	return err
}

// grow puts a directory and a file somewhere into the tree.
func (f *family) grow(tx *Tx, i int) error {
	parent := f.dirs[rand.N(len(f.dirs))]
	dir := &Node{
		ID: NodeID(NewID()), Space: f.space, Parent: parent.ID, Kind: Directory, Name: fmt.Sprint("d", i), NameKey: fmt.Sprint("d", i),
		SortKey: []byte{1, byte(i)}, CreatedBy: f.user, ModifiedBy: f.user,
	}
	if err := tx.InsertNode(dir); err != nil {
		return err
	}
	f.dirs = append(f.dirs, dir)
	file := &Node{
		ID: NodeID(NewID()), Space: f.space, Parent: dir.ID, Kind: File, Name: fmt.Sprint("f", i), NameKey: fmt.Sprint("f", i),
		SortKey: []byte{2, byte(i)}, Version: VersionID(NewID()), Hash: Hash{byte(i), byte(i >> 8), 7}, Number: 1,
		Size: int64(rand.N(1000)), CreatedBy: f.user, ModifiedBy: f.user,
	}
	if err := tx.InsertNode(file); err != nil {
		return err
	}
	f.files = append(f.files, file)
	if err := tx.InsertVersion(&Version{
		ID: file.Version, Node: file.ID, Space: f.space, Number: 1, Hash: file.Hash, Size: file.Size, CreatedBy: f.user,
	}); err != nil {
		return err
	}
	return tx.UpdateSpaceUsed(f.space, file.Size)
}

// use calls every query there is.
func use(t *testing.T, d *DB) {
	t.Helper()
	f := fill(t, d, 2)
	err := d.Update(t.Context(), func(tx *Tx) error {
		v := &tx.View
		_, e1 := v.NodeByID(f.root)
		_, e2 := v.PathOf(f.files[0].ID)
		_, e3 := v.ChildByName(f.dirs[1].Parent, f.dirs[1].Name, []string{f.dirs[1].NameKey})
		_, e4 := v.UserByID(f.user)
		_, e5 := v.UserByLogin(f.user.String() + "@example.org")
		_, e6 := v.People([]UserID{f.user})
		_, e7 := v.SessionByID(f.session)
		_, e8 := v.SessionsOf(f.user)
		_, e9 := v.SessionsEndedSince(tx.Now)
		_, e10 := v.SpaceByID(f.space, f.user)
		_, e11 := v.SpacesOf(f.user)
		_, e12 := v.IsTitleTaken(f.user, "t", 0)
		_, e13 := v.VersionOf(f.files[0].ID, f.files[0].Version)
		_, e14 := v.VersionsOf(f.files[0].ID)
		_, e15 := v.FilesWithHash(f.space, f.files[0].Hash, 5)
		_, e16 := v.IsHashReferenced(f.files[0].Hash)
		_, e17 := v.ThumbnailOf(0, Hash{1})
		_, e18 := v.ThumbnailWanted(0, false, 0)
		_, e18b := v.SpacesWanting(false)
		_, e18c := v.ThumbnailRedraw()
		_, e19 := v.UploadOf(Uploader{User: f.user}, f.upload)
		_, e20 := v.UploadByKey(Uploader{User: f.user}, f.space, "k", "c")
		_, e21 := v.UploadByIdentity(Uploader{User: f.user}, f.space, f.root, "k", "c", "")
		_, e22 := v.UploadsOf(Uploader{User: f.user}, f.space, 5)
		_, e23 := v.SumUploads(Uploader{User: f.user}, f.space)
		_, e24 := v.ZipByID("z")
		_, e25 := v.Subtree(f.root, 10)
		_, e26 := v.InvitationByCode([]byte("i"))
		for i, err := range []error{
			e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14, e15, e16, e17, e18, e18b, e18c,
			e19, e20, e21, e22, e23, e24, e25, e26,
		} {
			if err != nil {
				return fmt.Errorf("query %d: %w", i+1, err)
			}
		}
		for _, by := range []Order{ByCreated, ByName, BySize, ByModified, ByType} {
			for _, place := range []Place{{}, {ID: 1, Value: int64(1)}, {Skip: 1}} {
				if _, err := v.PlaceOf(f.files[0].ID, by); err != nil {
					return err
				}
				for _, down := range []bool{true, false} {
					if _, err := v.Children(f.root, File, by, down, place, 5); err != nil {
						return err
					}
				}
			}
		}
		if err := errors.Join(
			f.look(tx), f.measure(tx), f.search(v), f.write(tx), f.share(tx), f.gather(tx), f.identify(tx), f.protect(tx)); err != nil {
			return err
		}
		return errors.Join(f.carry(tx), f.change(tx))
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Update(t.Context(), f.sweep); err != nil {
		t.Fatal(err)
	}
}

// write sends messages and codes.
func (f *family) write(tx *Tx) error {
	m, c := &Message{
		ID: MessageID(NewID()), Channel: ByMail, Recipient: "a", Kind: "code", Language: "fa",
	}, &Code{Purpose: "p", To: "a", Sum: "x", Since: tx.Now, ExpiresAt: tx.Now.Add(time.Minute)}
	e1 := errors.Join(tx.InsertMessage(m), tx.UpsertCode(c), tx.UpsertCode(c))
	due, e2 := tx.MessagesDue(ByMail, 5)
	code, e3 := tx.CodeOf("p", "a")
	if err := errors.Join(e1, e2, e3); err != nil || len(due) != 1 || code.Sum != "x" || !code.ExpiresAt.Equal(c.ExpiresAt) {
		return fmt.Errorf("messages: %v %v %w", due, code, err)
	}
	due[0].State, due[0].SentAt = MessageSent, tx.Now
	e1 = tx.UpdateMessage(&due[0])
	n, e2 := tx.DeleteMessagesBefore(tx.Now.Add(time.Second), 5)
	if n != 1 {
		e2 = fmt.Errorf("%d messages went: %w", n, e2)
	}
	return errors.Join(e1, e2, tx.DeleteCodesBefore(tx.Now))
}

// share makes, opens and deletes links.
func (f *family) share(tx *Tx) error {
	l := &Link{
		Terms: Terms{
			ID: "l", Space: f.space, Home: f.root, Title: "T", Emails: []string{"a@b.org"}, CreatedBy: f.user,
			ExpiresAt: tx.Now.Add(time.Hour),
		},
		Directory: f.root, CountLimit: 1, Nodes: []NodeID{f.files[0].ID},
	}
	o := &LinkOpening{ID: OpeningID(NewID()), Link: "l", Address: "10.0.0.0/24"}
	for i, err := range []error{
		tx.InsertLink(l), tx.UpdateLink(l), tx.UpdateLinkUsed("l"), tx.InsertOpening(o), tx.UpdateOpeningFinished(o.ID),
		tx.UpdateLinkGeneration("l"), tx.UpdateLinkDead("l", tx.Now),
	} {
		if err != nil {
			return fmt.Errorf("link %d: %w", i, err)
		}
	}
	if err := tx.UpdateLinkUsed("l"); !errors.Is(err, ErrNotFound) {
		return fmt.Errorf("used more often than it may: %w", err)
	}
	for _, status := range []string{"", LinkActive, LinkExpired, LinkSpent, LinkDead} {
		for _, filter := range []LinkFilter{{}, {Directory: f.root}, {Node: f.files[0].ID, Version: 1}} {
			filter.Space, filter.CreatedBy, filter.Status, filter.Limit = f.space, f.user, status, 5
			_, _, e1 := tx.LinksOf(filter)
			filter.After = []any{toMillis(tx.Now), "m"}
			_, _, e3 := tx.LinksOf(filter)
			n, e2 := tx.CountLinks(filter)
			if err := errors.Join(e1, e2, e3); err != nil {
				return err
			}
			if want := int64(1); filter.Version == 0 && (n == want) != (status == "" || status == LinkSpent) {
				return fmt.Errorf("%d links are %q", n, status)
			}
		}
	}
	back, e1 := tx.LinkByID("l")
	newest, e2 := tx.LastOpeningFrom("l", "10.0.0.0/24", "")
	openings, _, e3 := tx.OpeningsOf("l", Slice{After: []any{int64(1) << 62}, Limit: 5})
	n, e4 := tx.CountOpenings("l")
	last, e5 := tx.LastOpenings(`["l","none"]`)
	others, e6 := tx.LinksBesides(f.space, 5, 5)
	after, e7 := tx.LinksAfter("", 5)
	if err := errors.Join(e1, e2, e3, e4, e5, e6, e7); err != nil || len(openings) != 1 || n != 1 || last["l"].IsZero() ||
		newest != o.ID || back.Generation != 1 ||
		!last["none"].IsZero() || len(others) != 1 || len(after) != 1 ||
		back.Emails[0] != "a@b.org" || back.Nodes[0] != f.files[0].ID || !back.ExpiresAt.Equal(l.ExpiresAt) ||
		openings[0].FinishedAt.IsZero() {
		return fmt.Errorf("links: %+v %+v %v %w", back, openings, last, err)
	}
	if n, err := tx.DeleteOpeningsBefore(tx.Now.Add(time.Second), 5); err != nil || n != 1 {
		return fmt.Errorf("%d openings went: %w", n, err)
	}
	e1 = tx.UpdateLinkDeleted("l")
	gone, e2 := tx.DeleteLinksBefore(tx.Now.Add(time.Second), 5)
	if gone != 1 {
		e2 = fmt.Errorf("%d links went: %w", gone, e2)
	}
	return errors.Join(e1, e2)
}

// look reads what people did, and what many nodes are.
func (f *family) look(tx *Tx) error {
	v := &tx.View
	some := ActivityFilter{BelowID: 1<<63 - 1, Limit: 5}
	for _, person := range []UserID{0, f.user} {
		for _, actions := range [][]string{nil, {"a", "b"}} {
			some.Person, some.Actions = person, actions
			_, e1 := v.ActivitiesUnder(f.root, some)
			_, e2 := v.ActivitiesBelow(f.root, f.dirs[1].ID, some)
			_, e3 := v.ActivitiesOf(f.root, int64(f.files[0].ID), some)
			if err := errors.Join(e1, e2, e3); err != nil {
				return err
			}
		}
	}
	_, e1 := v.UsersActiveUnder(f.root)
	_, e2 := v.NodesByID([]NodeID{f.root})
	_, e3 := v.PathsOf([]NodeID{f.files[0].ID})
	tx.InsertActivity(Activity{
		Space: f.space, Root: f.root, Action: "a", User: f.user, Kind: "file", Target: int64(f.files[0].ID), Trail: []NodeID{f.root},
	})
	return errors.Join(e1, e2, e3, f.mark(tx))
}

// mark is what people mark nodes with: favorites, uses, custom fields.
func (f *family) mark(tx *Tx) error {
	n, field := f.files[1], &Field{ID: FieldID(NewID()), Space: f.space, Title: "T", TitleKey: "t", Type: "text", CreatedBy: f.user}
	steps := []error{
		tx.InsertFavorites(f.user, f.space, []NodeID{n.ID, f.dirs[2].ID}),
		tx.UpsertRecents([]RecentUse{{f.user, n.ID, tx.Now}, {f.user, 5, tx.Now}}),
		tx.InsertField(field), tx.UpdateField(field), tx.InsertFieldValue(n, field.ID, "c", "c", f.user),
		tx.UpdateFieldValue(n, field.ID, "d", "d", f.user),
	}
	v, last := &tx.View, Mark{1<<63 - 1, tx.Now.Add(time.Hour)}
	favorites, e1 := v.FavoritesOf(f.user, f.space, last, 5)
	in, e2 := v.FavoritesIn(f.user, f.space, n.Parent)
	among, e3 := v.FavoritesAmong(f.user, []NodeID{n.ID})
	uses, e4 := v.RecentsOf(f.user, f.space, last, 5)
	fields, e5 := v.FieldsOf(f.space)
	_, e6 := v.FieldOf(f.space, field.ID)
	count, e7 := v.CountFields(f.space)
	values, e8 := v.FieldValuesOf([]NodeID{n.ID})
	if err := errors.Join(append(steps, e1, e2, e3, e4, e5, e6, e7, e8)...); err != nil {
		return err
	}
	if len(favorites) != 2 || len(in) < 1 || len(among) != 1 || len(uses) != 1 || len(fields) != 1 || fields[0].Uses != 1 || count != 1 ||
		values[n.ID][0].Content != "d" {
		return fmt.Errorf("marks: %v %v %v %v %v %v %v", favorites, in, among, uses, fields, count, values)
	}
	return errors.Join(tx.DeleteFavorites(f.user, f.space, []NodeID{n.ID}), tx.DeleteFieldValue(n, field.ID), tx.DeleteField(field.ID))
}

// public finds the space, and only it, among the spaces that any user may join.
func (f *family) public(v *View) error {
	n, e1 := v.CountPublicSpaces("u")
	some, _, e2 := v.PublicSpaces(f.user, "u", Slice{Limit: 5})
	none, _, e3 := v.PublicSpaces(f.user, "", Slice{After: []any{"u", int64(f.space)}, Limit: 5})
	if err := errors.Join(e1, e2, e3); err != nil || n != 1 || len(some) != 1 || !some[0].IsMember || len(none) != 0 {
		return fmt.Errorf("%d public, %v, %v: %w", n, some, none, err)
	}
	return nil
}

// box opens an upload box, has a file come through it, and takes it away.
func (f *family) box(tx *Tx) error {
	v, n := &tx.View, f.files[0]
	b := &Box{Node: f.dirs[0].ID, Terms: Terms{
		ID: "box", Space: f.space, Home: f.root, Title: "B", Emails: []string{"a@b.org"},
		ExpiresAt: tx.Now.Add(time.Hour), CreatedBy: f.user,
	}}
	visit := &Visit{ID: VisitorID(NewID()), Box: *b, Directory: "d", Name: "v", ExpiresAt: b.ExpiresAt}
	file := &BoxFile{
		Node: n.ID, Box: b.ID, Visitor: visit.ID, Version: n.Version, Name: "f", Size: 3, Hash: "h", RemoveAt: tx.Now.Add(-time.Second),
	}
	up := &Upload{
		ID: UploadID(NewID()), User: f.user, Visitor: visit.ID, Space: f.space, Directory: f.root, Key: "k", Checksum: "c", Size: 1,
		ChunkSize: 1,
	}
	for i, err := range []error{
		tx.InsertBox(b, 0), tx.InsertVisit(visit), tx.InsertBoxFile(file), tx.InsertUpload(up), tx.UpdateBox(b, true),
	} {
		if err != nil {
			return fmt.Errorf("box %d: %w", i, err)
		}
	}
	got, e1 := v.BoxByID(b.ID)
	of, e2 := v.BoxesOf(f.space, 0, 5)
	in, e3 := v.BoxesOf(f.space, b.Node, 5)
	open, e5 := v.BoxesEndingAfter(time.Time{}, "", 5)
	among, e6 := v.BoxesAmong([]NodeID{b.Node, n.ID})
	back, e7 := v.BoxVisit(visit.ID)
	dirs, e8 := v.VisitDirectories(b.ID)
	files, _, e9 := v.BoxFiles(b.ID, Slice{Limit: 5})
	_, _, e20 := v.BoxFiles(b.ID, Slice{After: []any{toMillis(tx.Now), int64(0)}, Limit: 5})
	own, e10 := v.VisitFiles(visit.ID, 5)
	totals, e11 := v.BoxTotals(b.ID)
	untold, e12 := v.UnreportedBoxes()
	names, e13 := v.UnreportedFiles(b.ID, 5)
	left1, e18 := v.CountUnreportedFiles(b.ID)
	over, e14 := v.ExpiredBoxFiles(5)
	ups, e15 := v.BoxUploads(b)
	_, e16 := v.UploadOf(Uploader{User: f.user}, up.ID)
	sum, e17 := v.SumUploads(Uploader{f.user, visit.ID}, f.space)
	open1, into := sum.Count, sum.SpaceBytes
	boxed, e19 := v.SumBoxUploads(b)
	if err := errors.Join(e1, e2, e3, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14, e15, e17, e18, e19, e20); err != nil ||
		!errors.Is(e16, ErrNotFound) {
		return errors.Join(err, e16)
	}
	if len(got.Emails) != 1 || len(of) != 1 || len(in) != 1 || len(open) != 1 || len(among) != 1 || back.ExpiresAt.After(tx.Now) ||
		len(dirs) != 1 || len(files) != 1 || len(own) != 1 ||
		totals.Size != 3 || len(untold) != 1 || untold[0].Files != 1 || len(names) != 1 || len(over) != 1 || over[0].Owner != f.user ||
		len(ups) != 1 || open1 != 1 || into != up.Size || boxed != up.Size || left1 != 1 {
		return fmt.Errorf("box: %+v %v %v %v %v %v", got, back, totals, untold, over, ups)
	}
	if has, err := v.ExtrasOf(f.space); err != nil || !has.Boxes {
		return fmt.Errorf("the space does not know of its box: %w", err)
	}
	e1 = errors.Join(tx.UpdateBoxFilesReported(b.ID), tx.UpdateBoxDead(b.ID, tx.Now), tx.UpdateBoxDead(b.ID, time.Time{}),
		tx.UpdateBoxDeleted(b), tx.DeleteUpload(up.ID))
	left, e2 := tx.DeleteBoxesBefore(tx.Now.Add(time.Second), 5)
	e3 = tx.UpdateBoxFileRetained(n.ID)
	gone, e4 := tx.DeleteBoxesBefore(tx.Now.Add(time.Second), 5)
	if err := errors.Join(e1, e2, e3, e4); err != nil || left != 0 || gone != 1 {
		return fmt.Errorf("%d and %d boxes went: %w", left, gone, err)
	}
	return nil
}

// sweep forgets what was done, once it was written.
func (f *family) sweep(tx *Tx) error {
	n, e1 := tx.DeleteActivitiesBefore(tx.Now.Add(time.Second), 10)
	_, e2 := tx.DeleteStatesBefore(tx.Now.Add(time.Second), 10)
	var left int
	e3 := tx.scanRow("SELECT count(*) + "+fmt.Sprint(n-1)+" FROM (SELECT 1 FROM activity_places WHERE directory_id = ?)",
		[]any{f.root}, &left)
	if left != 0 {
		return fmt.Errorf("%d activities went, %d are off", n, left)
	}
	return errors.Join(e1, e2, e3)
}

// search calls the queries that search is made of.
func (f *family) search(v *View) error {
	_, e1 := v.IndexedNode(f.root)
	_, e2 := v.ChangesAfter(0, 5)
	_, e3 := v.LastChange()
	_, e4 := v.FavoriteIDs(f.user, f.space)
	_, e5 := v.ContentsAfter(0, 5)
	_, e6 := v.HeadOf(f.files[0].ID)
	_, e7 := v.HeadsBelow(f.root)
	_, e8 := v.FilesWithHead(f.space, f.files[0].Hash, 5)
	for _, err := range []error{e1, e2, e3, e4, e5, e6, e7, e8} {
		if err != nil {
			return err
		}
	}
	for _, err := range v.NodesMadeAfter(0, 5) {
		if err != nil {
			return err
		}
	}
	for _, err := range v.ValuesOf(f.space, FieldID(NewID())) {
		if err != nil {
			return err
		}
	}
	return nil
}

// TestIDsGoOnBehindThoseThatAreThere simulates a clock that was set back while the
// appliance was off.
func TestIDsGoOnBehindThoseThatAreThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	d, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	f := fill(t, d, 0)
	later := NodeID(NewID() + 1<<40) // some days ahead
	err = d.Update(t.Context(), func(tx *Tx) error {
		return tx.InsertNode(&Node{
			ID: later, Space: f.space, Parent: f.root, Name: "x", NameKey: "x", SortKey: []byte{1}, CreatedBy: f.user, ModifiedBy: f.user,
		})
	})
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	if d, err = Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if id := NodeID(NewID()); id <= later {
		t.Errorf("%s does not come after %s", id, later)
	}
}

// carry moves, copies, removes and looks back.
func (f *family) carry(tx *Tx) error {
	v := &tx.View
	made := &Node{
		ID: NodeID(NewID()), Space: f.space, Parent: f.root, Name: "m", NameKey: "m", SortKey: []byte{1}, CreatedBy: f.user,
		ModifiedBy: f.user,
	}
	if err := tx.InsertNode(made); err != nil {
		return err
	}
	copied, err := tx.CopyTree(made, Placement{Parent: f.my, Name: "c", NameKey: "c", SortKey: []byte{1}}, f.space, f.user, func(int) {})
	if err != nil {
		return err
	}
	_, e1 := tx.UpdateNodePlace(made, Placement{Parent: f.my, Name: "n", NameKey: "n", SortKey: []byte{1}})
	made.Parent = f.my
	_, e2 := tx.UpdateNodeTrashed(made, f.myTrash, f.user)
	made.Parent = f.myTrash
	e3 := tx.UpdateNodeRetrashed(made, Placement{Parent: f.myTrash, Name: "n", NameKey: "n", SortKey: []byte{1}}, f.my, tx.Now, f.user)
	_, e4 := v.Children(f.myTrash, Directory, ByTrashed, true, Place{}, 5)
	_, e5 := v.ExpiredTrash(30, 5)
	_, e6 := v.ChildrenAt(f.root, Directory, NewID(), 0, 5)
	_, e10 := v.ParentAt(made.ID, NewID())
	_, _, e7 := v.LastPlace(made.ID)
	_, e8 := v.BytesBelow(made.ID)
	again, e9 := v.NodeByID(copied)
	if err := errors.Join(e1, e2, e3, e4, e5, e6, e7, e8, e9, e10); err != nil {
		return err
	}
	_, e1 = tx.UpdateNodeGone(again, MergedRoot)
	undo := &Undo{ID: UndoID(NewID()), User: f.user, Space: f.space, Operation: "{}"}
	e2 = errors.Join(tx.UpdateMergedGone(NewID()), tx.UpdateNodeSpace(made.ID, f.space),
		tx.UpdateNodePublic(f.files[0], true, 0), tx.InsertUndo(undo))
	_, e3 = v.UndoOf(f.user, undo.ID)
	_, e4 = v.AnyGone()
	_, e5 = v.LivingSpace(f.space)
	_, e6 = v.LastNumber(f.files[0].ID)
	_, e8 = v.OldestUndo()
	e7 = errors.Join(tx.UpsertUndoPart(undo.ID, &UndoPart{Number: 1, Steps: "[]"}), tx.UpdateUndoRunning(undo.ID, true))
	_, e9 = v.LastUndoPart(undo.ID, 2)
	_, e10 = tx.DeleteUndosBefore(tx.Now, 5)
	e7 = errors.Join(e7, e8, e9, e10, tx.UpdateUndosEnded(), tx.DeleteUndoPart(undo.ID, 1), tx.DeleteUndo(undo.ID))
	if err := errors.Join(e1, e2, e3, e4, e5, e6, e7); err != nil {
		return err
	}
	top, err := v.NodeByID(f.dirs[len(f.dirs)-1].ID)
	if err != nil {
		return err
	}
	if _, err := tx.UpdateNodeGone(top, GoneRoot); err != nil {
		return err
	}
	for range 2 {
		g, err := tx.DeleteGone(0)
		if _, ok := g.Bytes[f.space]; err != nil || !ok {
			return fmt.Errorf("removed %+v: %w", g, err)
		}
	}
	return nil
}

func (f *family) change(tx *Tx) error {
	n := f.files[0]
	head := &Version{ID: VersionID(NewID()), Node: n.ID, Space: f.space, Number: 2, Hash: Hash{9}, Size: n.Size + 5, CreatedBy: f.user}
	for i, err := range []error{
		tx.InsertVersion(head), tx.UpdateNodeHead(n, head), tx.UpdateSpaceUsed(f.space, head.Size), trashed(tx, f.dirs[1], f),
		tx.UpdateSessionSecret(f.session, 0, []byte("y"), ""), tx.UpdateSessionEnded(f.user, f.session),
		tx.DeleteSessionsBefore(tx.Now.Add(-time.Hour)),
		tx.UpdateUserPassword(f.user, "p"), tx.UpdateUserProfile(f.user, "A", "B", "fa"), tx.UpdateUserStaff(f.user, Administrator),
		tx.UpdateSpaceTitle(f.space, "U", "u"), tx.UpdateSpaceAppearance(f.space, "", "", ""),
		tx.UpdateSpaceAvatar(f.space, Hash{3}, "image/png"),
		tx.UpdateSpaceSharing(f.space, true), tx.UpdateSpaceAccess(f.space, "public", "viewer"), f.public(&tx.View), f.box(tx),
		tx.UpdateUploadChunkSize(f.upload, 5), tx.UpdateUploadHash(f.upload, Hash{4}), tx.DeleteUpload(f.upload),
		tx.DeleteZipsBefore(tx.Now),
		tx.UpdateThumbnail(Hash{1}, ThumbnailMade, Hash{5}), redraw(tx, f), unused(tx), tx.DeleteReleasedBefore(tx.Now.Add(-time.Hour)),
		tx.DeleteInvitation([]byte("i")),
	} {
		if err != nil {
			return fmt.Errorf("change %d: %w", i, err)
		}
	}
	return nil
}

// TestCountersAgreeWithTheTree grows, replaces and trashes at random, and has
// Check count everything anew.
func TestCountersAgreeWithTheTree(t *testing.T) {
	d := open(t)
	f := fill(t, d, 60)
	for i := range 40 {
		err := d.Update(t.Context(), func(tx *Tx) error {
			n, err := tx.NodeByID(f.files[rand.N(len(f.files))].ID)
			if err != nil {
				return err
			}
			v := &Version{
				ID: VersionID(NewID()), Node: n.ID, Space: f.space, Number: n.Number + 1, Hash: Hash{byte(i), 8}, Size: int64(rand.N(5000)),
				CreatedBy: f.user,
			}
			for _, err := range []error{tx.InsertVersion(v), tx.UpdateNodeHead(n, v), tx.UpdateSpaceUsed(f.space, v.Size)} {
				if err != nil {
					return err
				}
			}
			if i%8 != 0 {
				return nil
			}
			dir, err := tx.NodeByID(f.dirs[1+rand.N(len(f.dirs)-1)].ID)
			if err != nil || dir.Parent == f.trash {
				return err
			}
			return trashed(tx, dir, f)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	check := func() CheckReport {
		var c CheckReport
		if err := d.View(t.Context(), func(v *View) (err error) { c, err = v.Check(); return err }); err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := check(); len(c.Problems) > 0 || c.Directories < 60 {
		t.Fatalf("%+v", c)
	}
	// Check finds a wrong counter, a wrong head and a wrong space.
	for _, wrong := range []string{"UPDATE nodes SET size = size + 1 WHERE kind = 0 AND parent_id IS NULL AND root = 'shared'",
		"UPDATE nodes SET number = 99 WHERE kind = 1", "UPDATE spaces SET storage_used = 1"} {
		if err := d.Update(t.Context(), func(tx *Tx) error { return tx.exec(wrong) }); err != nil {
			t.Fatal(err)
		}
		before := len(check().Problems)
		if before == 0 {
			t.Errorf("%s: not found", wrong)
		}
	}
}

func TestADeletedSpaceGoesInSteps(t *testing.T) {
	d := open(t)
	f := fill(t, d, 30)
	if err := d.Update(t.Context(), func(tx *Tx) error { return tx.UpdateSpaceDeleted(f.space) }); err != nil {
		t.Fatal(err)
	}
	steps := 0
	for gone := false; !gone; steps++ {
		if err := d.Update(t.Context(), func(tx *Tx) (err error) { gone, err = tx.DeleteSpaceRows(f.space, 10); return err }); err != nil {
			t.Fatal(err)
		}
	}
	if steps < 7 {
		t.Errorf("%d steps", steps)
	}
	// Blobs that the removed rows named are still referenced, for older copies of the database.
	err := d.View(t.Context(), func(v *View) error {
		named, err := v.IsHashReferenced(f.files[0].Hash)
		if !named {
			t.Error("a content that a copy may name was let go")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func trashed(tx *Tx, n *Node, f *family) error {
	_, err := tx.UpdateNodeTrashed(n, f.trash, f.user)
	return err
}
