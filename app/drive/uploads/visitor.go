package uploads

import (
	"bufio"
	"context"
	"io"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/app/drive/files"
	"anbar/blobstore"
	"anbar/db"
)

// Receipt is all that a visitor learns about a file that they uploaded.
type Receipt struct {
	Name string   `json:"name" doc:"the file name as the visitor sent it"`
	Size int64    `json:"size"`
	Hash string   `json:"hash" doc:"BLAKE3 of the file, 64 hexadecimal digits"`
	At   api.Time `json:"at"`
}

// SchemaName implements api.SchemaNamer.
func (Receipt) SchemaName() string { return "UploadReceipt" }

// ReceiptOf returns the receipt of an upload.
func ReceiptOf(f *db.BoxFile) *Receipt {
	return &Receipt{Name: f.Name, Size: f.Size, Hash: f.Hash, At: api.Time(f.CameAt)}
}

// visitorPolicy is the policy of uploads into an upload box, whose settings override the request.
type visitorPolicy struct {
	s   *Service
	who access.Actor
}

func (p visitorPolicy) checkRate() error { return p.s.announcements.Allow(p.who.Visitor.String()) }

func (p visitorPolicy) loadTarget(v *db.View, r *Request) (*access.Item, error) {
	visit, dir, err := access.LoadVisit(v, p.who)
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
	if err := checkBoxFile(&visit.Box, n, r.Size); err != nil {
		return nil, err
	}
	r.box = &visit.Box
	r.OnDuplicate, r.ContentType = string(files.Rename), typeByExtension(n.Type)
	if err := r.prefixPath(visit.Directory); err != nil {
		return nil, err
	}
	return dir, r.checkPath(dir)
}

func (p visitorPolicy) findReadableBlob(*db.View, *Request) (db.Hash, error) { return db.Hash{}, nil }

func (p visitorPolicy) maxUploads() int64 { return limits.VisitUploads }

// announcedBytes returns the bytes that all visitors have announced to the box, but for unstored uploads: those of other
// visitors wait in memory, and their disk is taken at their completion only.
func (p visitorPolicy) announcedBytes(v *db.View, r *Request, _ int64) (int64, error) {
	return v.SumBoxUploads(r.box)
}

// diskShare returns a quarter of the free disk or limits.BoxAnnounced, the larger of both, but no more than is free.
func (p visitorPolicy) diskShare(free int64) int64 {
	return min(free, max(limits.BoxAnnounced, free/4))
}

// prefixPath puts an upload below the visitor's own directory, if they have one.
func (r *Request) prefixPath(visitorDir string) error {
	path := r.RelativePath
	if visitorDir != "" {
		path = visitorDir + "/" + strings.Trim(path, "/")
	}
	parts, err := names.ParseDirs(path)
	if err != nil {
		return fieldError("relative_path", err)
	}
	words := make([]string, len(parts))
	for i, n := range parts {
		words[i] = n.Text
	}
	r.visitorDir, r.RelativePath = visitorDir, strings.Join(words, "/")
	return nil
}

func (p visitorPolicy) loadVisitorDir(v *db.View, space db.SpaceID) (string, error) {
	visit, _, err := access.LoadVisit(v, p.who)
	if err == nil && visit.Box.Space != space {
		err = fault.InvalidID
	}
	if err != nil {
		return "", err
	}
	return visit.Directory, nil
}

// checkUploader checks the box before the upload is looked for: when it is closed, its error
// comes also for uploads that were deleted with it.
func (p visitorPolicy) checkUploader(ctx context.Context) error {
	return p.s.db.View(ctx, func(v *db.View) error {
		_, _, err := access.LoadVisit(v, p.who)
		return err
	})
}

// checkBoxFile refuses files that the box does not accept, by name and size.
func checkBoxFile(b *db.Box, n names.Name, size int64) error {
	if b.MaxFileSize > 0 && size > b.MaxFileSize {
		return fault.UploadSize
	}
	if len(b.AllowedTypes) > 0 && !isTypeAllowed(b.AllowedTypes, n.Type) {
		return fault.UploadType
	}
	return nil
}

// loadVisit loads the visit in a transaction of its own, as findVisit does.
func (p visitorPolicy) loadVisit(ctx context.Context, u *db.Upload) (visit *db.Visit, err error) {
	return db.Get(ctx, p.s.db, func(v *db.View) (visit *db.Visit, err error) {
		visit, _, err = p.findVisit(v, u)
		return visit, err
	})
}

// findVisit loads the visit and the directory of its box, as long as the box takes the upload.
func (p visitorPolicy) findVisit(v *db.View, u *db.Upload) (*db.Visit, *access.Item, error) {
	visit, dir, err := access.LoadVisit(v, p.who)
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
	return visit, dir, checkBoxFile(&visit.Box, n, u.Size)
}

// checkPart checks before each part whether the box still accepts the upload, and checks
// the first bytes of the file before they are stored. Those that came in pieces are checked when the upload is complete.
func (p visitorPolicy) checkPart(ctx context.Context, u *db.Upload, n int, from int64, body io.Reader) (io.Reader, error) {
	visit, err := p.loadVisit(ctx, u)
	if err != nil || n != 0 || from != 0 || len(visit.Box.AllowedTypes) == 0 {
		return body, err
	}
	r := bufio.NewReaderSize(body, headSize)
	head, _ := r.Peek(headSize) // an error here comes again where the part is read
	return r, checkHead(u, head)
}

func checkHead(u *db.Upload, head []byte) error {
	n, err := names.Parse(u.Key)
	if err == nil && u.Size > 0 && !matchesExtension(n.Type, head) {
		err = fault.UploadType
	}
	return err
}

func (p visitorPolicy) checkComplete(ctx context.Context, u *db.Upload) error {
	_, err := p.loadVisit(ctx, u)
	return err
}

// checkContent checks the first bytes of the whole file, because the allowed types of the
// box may have changed during the upload.
func (p visitorPolicy) checkContent(ctx context.Context, u *db.Upload, d blobstore.Digest) error {
	visit, err := p.loadVisit(ctx, u)
	if err != nil || len(visit.Box.AllowedTypes) == 0 || u.Size == 0 {
		return err
	}
	b, err := p.s.blobs.Open(ctx, d)
	if err != nil {
		return err
	}
	defer b.Close()
	head := make([]byte, min(headSize, u.Size))
	if _, err := b.ReadAt(head, 0); err != nil && err != io.EOF {
		return err
	}
	return checkHead(u, head)
}

// checkSingle also counts the file like one that is announced: visitors who fill the disk are refused in time.
func (p visitorPolicy) checkSingle(v *db.View, dir *access.Item, r *Request, content []byte) error {
	if err := p.s.checkCapacity(v, p.who, dir.Space, r); err != nil {
		return err
	}
	if len(r.box.AllowedTypes) == 0 {
		return nil
	}
	return checkHead(&db.Upload{Key: r.Key, Size: r.Size}, content[:min(headSize, len(content))])
}

// addFile adds the file of a visitor under the next free name. The answer reveals nothing
// about existing files.
func (p visitorPolicy) addFile(tx *db.Tx, u *db.Upload, d blobstore.Digest, _ duplicateChoice) (*Result, error) {
	visit, dir, err := p.findVisit(tx.ReadOnly(), u)
	if err != nil {
		return nil, err
	}
	it, _, err := addBelow(tx, p.who, dir, u, d, duplicateChoice{onDuplicate: files.Rename})
	if err != nil {
		return nil, err
	}
	b := &visit.Box
	f := &db.BoxFile{Node: it.ID, Box: b.ID, Visitor: visit.ID, Version: it.Version, Name: u.Key, Size: u.Size, Hash: d.String()}
	if over, ok := (api.Duration{Value: b.RetentionValue, Unit: b.RetentionUnit}).After(tx.Now); ok {
		f.RemoveAt = over
	}
	if err := tx.InsertBoxFile(f); err != nil {
		return nil, err
	}
	detail := &activity.Detail{Size: &u.Size, Title: b.Title, Name: visit.Name}
	if detail.Name == "" {
		detail.Name = visit.Email
	}
	if err := activity.Record(tx, p.who, it, activity.FileReceive, nil, detail); err != nil {
		return nil, err
	}
	return &Result{Outcome: files.Created, Receipt: ReceiptOf(f)}, nil
}

// checkRepeat lets a visitor get the answer again: the box was checked, and the receipt only
// repeats the visitor's own data.
func (p visitorPolicy) checkRepeat(context.Context, *Result) error { return nil }

func (p visitorPolicy) notifyComplete(*Result) {}

func (p visitorPolicy) hasLeft(context.Context, *db.Upload) (bool, error) { return false, nil }

func (p visitorPolicy) retention() time.Duration { return shortRetention }

// DeleteBoxUploads forgets all that is on its way into a box, with its bytes.
func (s *Service) DeleteBoxUploads(ctx context.Context, b *db.Box) error {
	ids, err := db.Get(ctx, s.db, func(v *db.View) ([]db.UploadID, error) { return v.BoxUploads(b) })
	for _, u := range s.memory.unstored.list(func(a *unstoredUpload) bool { return a.box != nil && a.box.ID == b.ID }) {
		ids = append(ids, u.ID)
	}
	for _, id := range ids {
		if err == nil {
			err = s.deleteUpload(ctx, id)
		}
	}
	return err
}
