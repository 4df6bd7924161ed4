package tickets

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/blobstore"
	"anbar/db"
	"anbar/decode"
	"anbar/decode/letter"
)

// Receive takes a mail. One that names a ticket with a right signature and comes from the
// address of its user becomes a message of the ticket; any other is left, and the log says why.
// It returns decode.ErrKilled or ErrSlow for one that ends its decoder or takes too long.
func (s *Service) Receive(ctx context.Context, raw []byte) error {
	reason, err := s.acceptMail(ctx, raw)
	if reason != "" {
		s.Log.Info("a mail to support was left", "reason", reason, "bytes", len(raw))
	}
	return err
}

// acceptMail takes a mail, or returns why it was left.
func (s *Service) acceptMail(ctx context.Context, raw []byte) (string, error) {
	l, err := s.Decoders.ReadLetter(ctx, raw)
	if errors.Is(err, decode.ErrContent) && !errors.Is(err, decode.ErrSlow) && !errors.Is(err, decode.ErrKilled) {
		return "it cannot be read", nil
	}
	if err != nil {
		return "", err
	}
	if l.Robot != "" {
		return "nobody wrote it: " + l.Robot, nil
	}
	id := s.findTicketID(l.Headers)
	if id == 0 {
		return "it names no ticket", nil
	}
	if strings.TrimSpace(l.Text) == "" {
		return "it has no text of its own", nil
	}
	var ticket *db.Ticket
	reason := ""
	err = s.DB.View(ctx, func(v *db.View) (err error) {
		ticket, reason, err = s.loadAnsweredTicket(v, id, l)
		return err
	})
	if reason != "" || err != nil {
		return reason, err
	}
	files, release, err := s.storeAttachments(ctx, ticket.User, l.Files)
	defer release()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	err = s.DB.Update(ctx, func(tx *db.Tx) error {
		t, why, err := s.loadAnsweredTicket(tx.ReadOnly(), id, l)
		if reason = why; why != "" || err != nil {
			return err
		}
		m := &db.TicketMessage{User: t.User, ByMail: true, MailID: hex.EncodeToString(sum[:]), Text: l.Text}
		if err := s.addUserMessage(tx, t, m, nil); err != nil {
			return err
		}
		for _, f := range files {
			f.Message = m.ID
			err = errors.Join(err, tx.InsertTicketFile(f))
		}
		return err
	})
	if errors.Is(err, db.ErrExists) {
		return "", nil // it came twice
	}
	var refused *fault.Fault
	if errors.As(err, &refused) {
		return refused.Key, nil
	}
	return reason, err
}

// storeAttachments keeps the attachments that are allowed, until release or their rows.
func (s *Service) storeAttachments(ctx context.Context, user db.UserID, all []letter.File) (kept []*db.TicketFile,
	release func(), err error) {
	var leases []*blobstore.Lease
	release = func() {
		for _, l := range leases {
			l.Release()
		}
	}
	for _, f := range all {
		k, lease, err := s.storeAttachment(ctx, user, f.Name, bytes.NewReader(f.Bytes))
		if errors.Is(err, fault.InvalidAttachment) || errors.Is(err, fault.AttachmentQuota) {
			continue
		}
		if err != nil {
			return nil, release, err
		}
		kept, leases = append(kept, k), append(leases, lease)
	}
	return kept, release, nil
}

// loadAnsweredTicket loads the ticket that a mail answers, or says why the mail does not count.
func (s *Service) loadAnsweredTicket(v *db.View, id db.TicketID, l *letter.Letter) (*db.Ticket, string, error) {
	t, err := v.TicketByID(id)
	if err == nil && t.MergedInto != 0 {
		t, err = v.TicketByID(t.MergedInto)
	}
	if errors.Is(err, db.ErrNotFound) {
		return nil, "the ticket is gone", nil
	}
	if err != nil {
		return nil, "", err
	}
	u, err := v.UserByID(t.User)
	if err != nil {
		return nil, "", err
	}
	if from, _ := names.ParseEmail(l.From); !u.EmailValidated || u.Email != from {
		return nil, "it is not from the user of the ticket", nil
	}
	n, err := v.CountTicketMails(t.ID, v.Now.Add(-time.Hour))
	if err == nil && n >= limits.TicketMails {
		return nil, "too many mails to one ticket", nil
	}
	return t, "", err
}
