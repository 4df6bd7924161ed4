package uploads

import (
	"bufio"
	"context"
	"io"
	"strings"

	"anbar/app/access"
	"anbar/app/activity"
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/files"
	"anbar/app/names"
	"anbar/blobstore"
	"anbar/db"
)

func uploader(who access.Actor) db.Uploader {
	return db.Uploader{User: who.User, Visitor: who.Visitor}
}

// Receipt is what a visitor is told of a file that they brought, and all that they
// are told of it.
type Receipt struct {
	Name string   `json:"name" doc:"as it was sent"`
	Size int64    `json:"size"`
	Hash string   `json:"hash" doc:"BLAKE3 of the content, in hex"`
	At   api.Time `json:"at"`
}

// SchemaName implements api.Named.
func (Receipt) SchemaName() string { return "UploadReceipt" }

// ReceiptOf shows a visitor what came in.
func ReceiptOf(f *db.BoxFile) *Receipt {
	return &Receipt{f.Name, f.Size, f.Hash, api.Time(f.CameAt)}
}

// into loads the directory that a file goes to. For a visitor the box decides
// what of the request counts.
func into(v *db.View, who access.Actor, r *Request) (*access.Item, error) {
	if who.Visitor == 0 {
		return access.Dir(v, who, r.Space, r.Directory, access.Create, access.FileSubject)
	}
	visit, dir, err := access.Visiting(v, who)
	if err != nil {
		return nil, err
	}
	if visit.Box.Space != r.Space || visit.Box.Node != r.Directory {
		return nil, fault.InvalidID
	}
	n, err := names.Parse(r.Key)
	if err != nil {
		return nil, err
	}
	if err := allowed(&visit.Box, n, r.Size); err != nil {
		return nil, err
	}
	r.visited = &visit.Box
	r.OnDuplicate, r.ContentType = string(files.Rename), contentType("", n.Type)
	return dir, r.under(visit.Directory)
}

// under puts what is uploaded below the visitor's own directory, if they have one.
func (r *Request) under(base string) error {
	path := r.RelativePath
	if base != "" {
		path = base + "/" + strings.Trim(path, "/")
	}
	parts, err := names.Dirs(path)
	if err != nil {
		return fault.Field("relative_path", fault.TooLong)
	}
	words := make([]string, len(parts))
	for i, n := range parts {
		words[i] = n.Text
	}
	r.base, r.RelativePath = base, strings.Join(words, "/")
	return nil
}

// below has a state show paths as who uploads said them, below their base.
func below(base string) func(*State, error) (*State, error) {
	return func(st *State, err error) (*State, error) {
		if err == nil {
			st.Below = st.RelativePath
			if base != "" {
				st.Below = strings.TrimPrefix(strings.TrimPrefix(st.RelativePath, base), "/")
			}
		}
		return st, err
	}
}

// mayList refuses who has no uploads in a space, and returns the base of those of
// a visitor.
func mayList(v *db.View, who access.Actor, space db.SpaceID) (base string, err error) {
	if who.Visitor == 0 {
		_, err = access.Space(v, who, space, access.Read, access.Workspace)
		return "", err
	}
	visit, _, err := access.Visiting(v, who)
	if err == nil && visit.Box.Space != space {
		err = fault.InvalidID
	}
	if err != nil {
		return "", err
	}
	return visit.Directory, nil
}

// allowed refuses what a box does not take, as far as the name and the size tell.
func allowed(b *db.Box, n names.Name, size int64) error {
	if b.MaxFileSize > 0 && size > b.MaxFileSize {
		return fault.UploadSize
	}
	if len(b.AllowedTypes) > 0 && !endingAllowed(b.AllowedTypes, n.Type) {
		return fault.UploadType
	}
	return nil
}

// visit loads the visit of who brings an upload, as long as its box takes it.
func (s *Service) visit(ctx context.Context, who access.Actor, u *db.Upload) (visit *db.Visit, err error) {
	err = s.db.View(ctx, func(v *db.View) error {
		visit, _, err = admitted(v, who, u)
		return err
	})
	return visit, err
}

func admitted(v *db.View, who access.Actor, u *db.Upload) (*db.Visit, *access.Item, error) {
	visit, dir, err := access.Visiting(v, who)
	if err != nil {
		return nil, nil, err
	}
	if visit.Box.Space != u.Space || visit.Box.Node != u.Directory {
		return nil, nil, fault.InvalidID
	}
	n, err := names.Parse(u.Key)
	if err != nil {
		return nil, nil, err
	}
	return visit, dir, allowed(&visit.Box, n, u.Size)
}

// mayBring asks before each part whether the box still takes the upload, and
// looks at the first bytes of the content before they are kept.
func (s *Service) mayBring(ctx context.Context, who access.Actor, u *db.Upload, n int, body io.Reader) (io.Reader, error) {
	visit, err := s.visit(ctx, who, u)
	if err != nil || n != 0 || len(visit.Box.AllowedTypes) == 0 {
		return body, err
	}
	r := bufio.NewReaderSize(body, headSize)
	head, _ := r.Peek(headSize) // what fails here fails again where the part is read
	return r, isWhatItSays(u, head)
}

func isWhatItSays(u *db.Upload, head []byte) error {
	n, err := names.Parse(u.Key)
	if err == nil && u.Size > 0 && !contentFits(n.Type, head) {
		err = fault.UploadType
	}
	return err
}

// recognise looks at the first bytes of a whole content: what a box takes may have
// changed while it came.
func (s *Service) recognise(ctx context.Context, who access.Actor, u *db.Upload, d blobstore.Digest) error {
	visit, err := s.visit(ctx, who, u)
	if err != nil || len(visit.Box.AllowedTypes) == 0 || u.Size == 0 {
		return err
	}
	b, err := s.blobs.Get(ctx, d)
	if err != nil {
		return err
	}
	defer b.Close()
	head := make([]byte, min(headSize, u.Size))
	if _, err := b.ReadAt(head, 0); err != nil && err != io.EOF {
		return err
	}
	return isWhatItSays(u, head)
}

// receive makes the file of a visitor: under the next free name, whatever there
// is, and with nothing in the answer that tells of it.
func receive(tx *db.Tx, who access.Actor, u *db.Upload, digest blobstore.Digest) (*Done, error) {
	visit, dir, err := admitted(tx.Reading(), who, u)
	if err != nil {
		return nil, err
	}
	path, err := names.Dirs(u.RelativePath)
	if err != nil {
		return nil, err
	}
	if dir, err = files.MakeDirectories(tx, who, dir, path); err != nil {
		return nil, err
	}
	n, err := names.Parse(u.Key)
	if err != nil {
		return nil, err
	}
	node, _, err := files.Add(tx, who, dir, n, files.Content{Hash: db.Hash(digest), Size: u.Size, Type: u.ContentType}, files.Rename)
	if err != nil {
		return nil, err
	}
	b := &visit.Box
	f := &db.BoxFile{Node: node.ID, Box: b.ID, Visitor: visit.ID, Version: node.Version, Name: u.Key, Size: u.Size, Hash: digest.String()}
	if over, ok := (api.Span{Value: b.RetentionValue, Unit: b.RetentionUnit}).After(tx.Now); ok {
		f.RemoveAt = over
	}
	if err := tx.InsertBoxFile(f); err != nil {
		return nil, err
	}
	told := &activity.Detail{Size: &u.Size, Title: b.Title, Name: visit.Name}
	if told.Name == "" {
		told.Name = visit.Email
	}
	if err := activity.Record(tx, who, dir.Child(node), activity.FileReceive, nil, told); err != nil {
		return nil, err
	}
	return &Done{Outcome: files.Created, Receipt: ReceiptOf(f)}, nil
}

// DropBox forgets all that is on its way into a box, with its bytes.
func (s *Service) DropBox(ctx context.Context, b *db.Box) error {
	var ids []db.UploadID
	err := s.db.View(ctx, func(v *db.View) (err error) {
		ids, err = v.BoxUploads(b)
		return err
	})
	for _, u := range s.small.list(func(a *announced) bool { return a.box != nil && a.box.ID == b.ID }) {
		ids = append(ids, u.ID)
	}
	for _, id := range ids {
		if err == nil {
			err = s.forget(ctx, id)
		}
	}
	return err
}
