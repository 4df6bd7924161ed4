package tickets

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/blobstore"
	"anbar/db"

	"github.com/gabriel-vasile/mimetype"
)

// fileTypes are the contents that an attachment may have, with their extension.
var fileTypes = map[string]string{"image/jpeg": ".jpg", "image/png": ".png", "video/mp4": ".mp4"}

// sniffLength is how much of a file tells its type.
const sniffLength = 3072

// detectType tells the type of an attachment by its first bytes; empty when it is none.
func detectType(first []byte) string {
	found := mimetype.Detect(first)
	for kind := range fileTypes {
		if found.Is(kind) {
			return kind
		}
	}
	return ""
}

// attachmentName is the name of an attachment, with an extension that fits its content.
func attachmentName(name, kind string) string {
	name = names.Trim(strings.NewReplacer("/", " ", `\`, " ", "\x00", "").Replace(name))
	n, err := names.Parse(name)
	if err != nil {
		return "file" + fileTypes[kind]
	}
	name = n.Text
	lower := strings.ToLower(name)
	if strings.HasSuffix(lower, fileTypes[kind]) || kind == "image/jpeg" && strings.HasSuffix(lower, ".jpeg") {
		return name
	}
	return name + fileTypes[kind]
}

// limitedReader reads so many bytes at most.
type limitedReader struct {
	r    io.Reader
	left int64
}

// Read fails with InvalidAttachment behind the largest size.
func (b *limitedReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fault.InvalidAttachment
	}
	return n, err
}

// Attach keeps a file until a message of the user takes it. It is judged by its content and
// decoded nowhere.
func (s *Service) Attach(ctx context.Context, who access.Actor, name string, r io.Reader) (*db.TicketFile, error) {
	if err := s.files.Allow(who.User.String()); err != nil {
		return nil, err
	}
	err := s.DB.View(ctx, func(v *db.View) error { return checkLooseFiles(v, who) })
	if err != nil {
		return nil, err
	}
	f, lease, err := s.storeAttachment(ctx, who.User, name, r)
	if err != nil {
		return nil, err
	}
	defer lease.Release()
	err = s.DB.Update(ctx, func(tx *db.Tx) error {
		if err := errors.Join(checkLooseFiles(tx.ReadOnly(), who), s.checkAttachmentQuota(tx.ReadOnly(), who.User, f.Size)); err != nil {
			return err
		}
		return tx.InsertTicketFile(f)
	})
	return f, err
}

func checkLooseFiles(v *db.View, who access.Actor) error {
	n, err := v.CountLooseTicketFiles(who.User)
	if err == nil && n >= limits.LooseTicketFiles {
		err = fault.TooManyAttachments
	}
	return err
}

// attachmentDays is for how long the attachments of a user count for their sum.
const attachmentDays = 30

// checkAttachmentQuota refuses an attachment of so many bytes beyond the sum of its sender, or beyond the share of the
// disk that all attachments may take: AttachmentQuota. They count for the quota of no workspace.
func (s *Service) checkAttachmentQuota(v *db.View, user db.UserID, size int64) error {
	own, all, err := v.TicketFileSizes(user, v.Now.AddDate(0, 0, -attachmentDays))
	if err == nil && (own+size > limits.TicketFilesSum || all+size > (s.Free()+all)/limits.TicketFilesShare) {
		err = fault.AttachmentQuota
	}
	return err
}

func digestOf(f *db.TicketFile) blobstore.Digest { return blobstore.Digest(f.Hash) }

// storeAttachment stores the bytes of an attachment, if there is room for any.
func (s *Service) storeAttachment(ctx context.Context, user db.UserID, name string, r io.Reader) (*db.TicketFile, *blobstore.Lease, error) {
	if err := s.DB.View(ctx, func(v *db.View) error { return s.checkAttachmentQuota(v, user, 1) }); err != nil {
		return nil, nil, err
	}
	first := make([]byte, sniffLength)
	n, err := io.ReadFull(r, first)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, nil, fault.BadRequest.Because(err)
	}
	first = first[:n]
	kind := detectType(first)
	if kind == "" {
		return nil, nil, fault.InvalidAttachment
	}
	whole := &limitedReader{io.MultiReader(bytes.NewReader(first), r), limits.TicketFileBytes}
	stored, lease, err := s.Blobs.PutReader(ctx, whole)
	if err != nil {
		return nil, nil, err
	}
	return &db.TicketFile{
		ID: db.TicketFileID(db.NewID()), User: user, Hash: db.Hash(stored.Digest), Name: attachmentName(name, kind), Type: kind,
		Size: stored.Size,
	}, lease, nil
}

// Detach gives up an attachment that is in no message.
func (s *Service) Detach(ctx context.Context, who access.Actor, id db.TicketFileID) error {
	return s.DB.Update(ctx, func(tx *db.Tx) error { return tx.UpdateTicketFileRemoved(id, who.User) })
}

const looseLife = 24 * time.Hour

// DeleteLooseFiles removes attachments that no message took.
func (s *Service) DeleteLooseFiles(ctx context.Context) error {
	return s.DB.Update(ctx, func(tx *db.Tx) error { return tx.DeleteLooseTicketFiles(tx.Now.Add(-looseLife)) })
}

// authorizeFile loads an attachment that the actor may see: its sender, the user of its ticket, and,
// as staff, whoever may see the ticket.
func authorizeFile(v *db.View, who access.Actor, id db.TicketFileID, staff bool) (*db.TicketFile, error) {
	f, m, err := v.TicketFileByID(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	switch {
	case f.Message == 0 && f.User == who.User:
		return f, nil
	case f.Message == 0:
		return nil, fault.InvalidID
	case staff:
		_, err = authorizeTicket(v, who, m.Ticket)
	case m.Note:
		return nil, fault.InvalidID
	default:
		_, err = loadOwnTicket(v, who, m.Ticket)
	}
	return f, err
}
