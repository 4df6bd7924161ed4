package links

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/mail"
	"anbar/app/base/names"
	"anbar/app/drive/downloads"
	"anbar/app/sharing/gate"
	"anbar/db"
)

// The kinds of links, by their items.
const (
	OneFile      = "file"
	OneDirectory = "directory"
	Many         = "selection"
)

// PublicLink is a link as visitors with its URL see it.
type PublicLink struct {
	*db.Link
	Workspace *db.Space
	Kind      string
	Name      string
	File      *downloads.FileVersion // of a single file
	Size      int64
	Files     int64
	Latest    time.Time // latest change of its items
	Creator   string    // name of the link's creator
	Needs     gate.Needs
}

// findBySecret loads a link by the secret in its URL. Callers who request many missing ones are
// throttled.
func (s *Service) findBySecret(v *db.View, id, clientAddress string) (*db.Link, error) {
	l, err := v.LinkByID(names.NormalizeSecret(id))
	if errors.Is(err, db.ErrNotFound) {
		if err := s.missing.Allow(clientAddress); err != nil {
			return nil, err
		}
		return nil, fault.InvalidID
	}
	return l, err
}

// LoadPublicLink returns the public data of a link and the credentials that it requires.
func (s *Service) LoadPublicLink(ctx context.Context, id, clientAddress string) (*PublicLink, error) {
	var page *PublicLink
	var l *db.Link
	err := s.db.View(ctx, func(v *db.View) (err error) {
		if l, err = s.findBySecret(v, id, clientAddress); err != nil {
			return err
		}
		page, err = loadOpenable(v, l)
		return gate.WithPageDetails(v, &l.Terms, err)
	})
	return page, s.updateStatusIfChanged(ctx, l, err)
}

// loadOpenable loads a link that can be opened once more.
func loadOpenable(v *db.View, l *db.Link) (*PublicLink, error) {
	if err := access.CheckTerms(v, &l.Terms); err != nil {
		return nil, err
	}
	if isSpent(l) {
		return nil, fault.LinkLimitReached
	}
	items, err := access.LoadLinkItems(v, l)
	if err != nil {
		return nil, err
	}
	return buildPublicLink(v, l, items)
}

// buildPublicLink gathers the fields of PublicLink from the items of a link.
func buildPublicLink(v *db.View, l *db.Link, items []*access.Item) (*PublicLink, error) {
	page := &PublicLink{Link: l, Workspace: items[0].Space, Kind: Many, Name: l.Title}
	var err error
	if page.Needs, err = gate.LoadNeeds(v, "link", &l.Terms); err != nil {
		return nil, err
	}
	people, err := v.People([]db.UserID{l.CreatedBy})
	if err != nil {
		return nil, err
	}
	page.Creator = api.PersonOf(people[l.CreatedBy]).Name
	if len(items) == 1 {
		page.Name, page.Kind = items[0].Name, OneDirectory
	}
	if len(items) == 1 && items[0].Kind == db.File {
		page.Kind = OneFile
		if page.File, err = loadLinkedVersion(v, l, items[0]); err != nil {
			return nil, err
		}
		page.Size, page.Files, page.Latest = page.File.Size, 1, page.File.ModifiedAt
		return page, nil
	}
	for _, it := range items {
		page.Size += it.Size
		page.Files += it.Files
		if it.Kind == db.File {
			page.Files++
		}
		if it.ModifiedAt.After(page.Latest) {
			page.Latest = it.ModifiedAt
		}
	}
	return page, nil
}

// LinkGrant lets its holder download the items of a link until it expires.
type LinkGrant struct {
	*PublicLink
	Token          string
	TokenExpiresAt time.Time
}

const linkTokenLife = 6 * time.Hour

// trimInterval is after how many openings of a link the oldest ones are removed. The count stays.
const trimInterval = 100

// Open checks a visitor's credentials and makes a LinkGrant. Every one counts as an opening,
// exactly. given.ClientAddress is what tries are limited by; the list of openings shows the network of remoteAddr, the
// address of the connection itself.
func (s *Service) Open(ctx context.Context, id string, given gate.Credentials, remoteAddr string) (*LinkGrant, error) {
	id = names.NormalizeSecret(id) // every spelling counts for the same link
	if err := s.opens.Allow(given.ClientAddress); err != nil {
		return nil, err
	}
	if err := s.repeats.Allow(given.ClientAddress + " " + id); err != nil {
		return nil, err
	}
	page, err := s.LoadPublicLink(ctx, id, given.ClientAddress)
	if err != nil {
		return nil, err
	}
	email, err := s.gate.Verify(ctx, page.Needs, given)
	if err != nil {
		return nil, err
	}
	opened := &LinkGrant{}
	l, err := db.Do(ctx, s.db, func(tx *db.Tx) (l *db.Link, err error) {
		if l, err = tx.LinkByID(id); err != nil {
			return l, err
		}
		if err := access.CheckTerms(tx.ReadOnly(), &l.Terms); err != nil {
			return l, err
		}
		// The credentials match the terms loaded before, which may have changed since.
		if !gate.EqualCredentials(&l.Terms, &page.Terms) {
			return l, fault.LinkPasswordWrong
		}
		items, err := access.LoadLinkItems(tx.ReadOnly(), l)
		if err != nil {
			return l, err
		}
		if opened.PublicLink, err = buildPublicLink(tx.ReadOnly(), l, items); err != nil {
			return l, err
		}
		o, err := s.countOpening(tx, opened.Link, email, networkOf(remoteAddr))
		if err != nil {
			return l, err
		}
		opened.TokenExpiresAt = tx.Now.Add(linkTokenLife)
		if !opened.ExpiresAt.IsZero() && opened.ExpiresAt.Before(opened.TokenExpiresAt) {
			opened.TokenExpiresAt = opened.ExpiresAt
		}
		opened.Token = s.key.signLinkToken(access.LinkToken{
			Opening: o.ID, Link: opened.ID, Generation: opened.Generation, ExpiresAt: opened.TokenExpiresAt,
		})
		return l, s.mailFirstOpening(tx, opened, o)
	})
	return opened, s.updateStatusIfChanged(ctx, l, err)
}

// countOpening counts one opening of a link by somebody in a network, and records it.
func (s *Service) countOpening(tx *db.Tx, l *db.Link, email, network string) (*db.LinkOpening, error) {
	err := tx.UpdateLinkUsed(l.ID)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.LinkLimitReached
	}
	if err != nil {
		return nil, err
	}
	l.Used++
	o := &db.LinkOpening{ID: db.OpeningID(db.NewID()), Link: l.ID, Email: email, Address: network}
	if err := s.recordOpening(tx, l, o); err != nil {
		return nil, err
	}
	if l.Used%trimInterval == 0 {
		err = tx.DeleteOpeningsBeyond(l.ID, limits.OpeningsKept)
	}
	return o, err
}

// mailFirstOpening mails the creator of a link that it was opened for the first time, where they want to know.
func (s *Service) mailFirstOpening(tx *db.Tx, opened *LinkGrant, o *db.LinkOpening) error {
	if !opened.NotifyOpening || opened.Link.Used != 1 {
		return nil
	}
	creator, err := tx.UserByID(opened.CreatedBy)
	if err != nil || creator.Email == "" || !creator.EmailValidated {
		return err
	}
	return mail.Enqueue(tx, mail.Message{To: creator.Email, Language: creator.Language, Kind: mail.LinkOpened,
		Data: mail.Data{URL: s.listURL(opened.Link.Space), Space: opened.Workspace.Title, Title: opened.Title,
			Email: o.Email, Address: o.Address}})
}

// recordOpening adds an opening to the list of its link. When many came from one network, it is not listed but gets the id of
// the last one from there; in a link with a limit of openings every one is listed.
func (s *Service) recordOpening(tx *db.Tx, l *db.Link, o *db.LinkOpening) error {
	if l.CountLimit == 0 && s.lines.Allow(o.Address+" "+o.Email+" "+l.ID) != nil {
		last, err := tx.LastOpeningFrom(l.ID, o.Address, o.Email)
		if err == nil {
			o.ID = last
		}
		if !errors.Is(err, db.ErrNotFound) {
			return err
		}
	}
	return tx.InsertOpening(o)
}

func (s *Service) listURL(space db.SpaceID) string {
	return s.base() + "/workspace/" + space.String() + "/download-link"
}

// networkOf is the network that the address of a client belongs to, which is all of it that is
// kept: /24 of IPv4, /48 of IPv6.
func networkOf(remoteAddr string) string {
	at, err := netip.ParseAddrPort(remoteAddr)
	ip := at.Addr()
	if err != nil {
		if ip, err = netip.ParseAddr(remoteAddr); err != nil {
			return ""
		}
	}
	ip = ip.Unmap().WithZone("")
	bits := 48
	if ip.Is4() {
		bits = 24
	}
	p, err := ip.Prefix(bits)
	if err != nil {
		return ""
	}
	return p.String()
}

// recordFinished records the time when the last byte of a download was sent first.
func (s *Service) recordFinished(ctx context.Context, id db.OpeningID) error {
	ctx = context.WithoutCancel(ctx)
	waits, err := db.Get(ctx, s.db, func(v *db.View) (bool, error) { return v.IsOpeningUnfinished(id) })
	if err != nil || !waits {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error { return tx.UpdateOpeningFinished(id) })
}
