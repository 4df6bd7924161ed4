package boxes

import (
	"context"
	"errors"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/sharing/gate"
	"anbar/db"
)

const (
	visitLife = 24 * time.Hour
	// The token outlives the visit, so that the database refuses an ended visit with an
	// error that says how to continue.
	tokenLife  = visitLife + 7*24*time.Hour
	maxVisitor = 100 // runes of a name
)

// PublicBox is a box as visitors with its code see it.
type PublicBox struct {
	*db.Box
	Space *db.Space
	Needs gate.Needs
}

// findByCode loads a box by its code, while it is open. A caller who tries many codes is
// throttled, also for a right code.
func (s *Service) findByCode(v *db.View, code, address string) (*PublicBox, error) {
	if err := s.missing.Allow(address); err != nil {
		return nil, err
	}
	b, err := v.BoxByID(names.NormalizeSecret(code))
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidUploadCode
	}
	if err != nil {
		return nil, err
	}
	s.missing.Refund(address)
	it, err := access.OpenBox(v, b)
	if err != nil {
		return nil, gate.WithPageDetails(v, &b.Terms, err)
	}
	needs, err := gate.LoadNeeds(v, "box", &b.Terms)
	return &PublicBox{Box: b, Space: it.Space, Needs: needs}, err
}

// LoadPublicBox returns the public data of a box and the credentials that it requires.
func (s *Service) LoadPublicBox(ctx context.Context, code, address string) (*PublicBox, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*PublicBox, error) { return s.findByCode(v, code, address) })
}

// SignedVisit is a visit with the bearer token that its uploads need.
type SignedVisit struct {
	*db.Visit
	Token string
}

// StartVisit begins a visit with the credentials that the box requires.
func (s *Service) StartVisit(ctx context.Context, code, name string, given gate.Credentials) (*SignedVisit, error) {
	if err := s.visits.Allow(given.ClientAddress); err != nil {
		return nil, err
	}
	name, err := parseVisitorName(name)
	if err != nil {
		return nil, err
	}
	f, err := s.LoadPublicBox(ctx, code, given.ClientAddress)
	if err != nil {
		return nil, err
	}
	email, err := s.gate.Verify(ctx, f.Needs, given)
	if err != nil {
		return nil, err
	}
	visit, err := db.Do(ctx, s.db, func(tx *db.Tx) (visit *db.Visit, err error) {
		b, err := tx.BoxByID(f.ID)
		if err != nil {
			return nil, err
		}
		if _, err := access.OpenBox(tx.ReadOnly(), b); err != nil {
			return nil, err
		}
		// The credentials match the terms loaded before, which may have changed since.
		if !gate.EqualCredentials(&b.Terms, &f.Terms) {
			return nil, fault.LinkPasswordWrong
		}
		visit = &db.Visit{
			ID: db.VisitorID(db.NewID()), Box: *b, Name: name, Email: email, Address: given.ClientAddress, ExpiresAt: tx.Now.Add(visitLife),
		}
		if b.ExpiresAt.Before(visit.ExpiresAt) {
			visit.ExpiresAt = b.ExpiresAt
		}
		if b.PerVisitor {
			if visit.Directory, err = findFreeDirectory(tx.ReadOnly(), visit, tx.Now); err != nil {
				return visit, err
			}
		}
		return visit, tx.InsertVisit(visit)
	})
	if err != nil {
		return nil, err
	}
	token, err := s.tokens.SignVisit(visit.ID, visit.Box.CreatedBy, visit.CreatedAt.Add(tokenLife))
	return &SignedVisit{visit, token}, err
}

// parseVisitorName normalizes the name of a visitor, which may be empty.
func parseVisitorName(s string) (string, error) {
	s = strings.Join(strings.Fields(s), " ")
	if f := gate.CheckText(s, maxVisitor, false); f != nil {
		return "", fault.Field("name", f)
	}
	return s, nil
}

// visitDirectoryName returns the name of a visitor's directory: the visitor's name or address
// and the time, at, in the calendar of the box's creator. It drops characters that are not
// allowed in names.
func visitDirectoryName(visit *db.Visit, at string) (names.Name, error) {
	who := visit.Name
	if who == "" {
		who = visit.Email
	}
	for _, who := range []string{who, strings.Map(cleanRune, who)} {
		if n, err := names.Parse(strings.Trim(who, " .") + " — " + at); err == nil && strings.Trim(who, " .") != "" {
			return n, nil
		}
	}
	return names.Parse(at)
}

// cleanRune drops characters that some system does not allow in a name.
func cleanRune(r rune) rune {
	if strings.ContainsRune(`/\:*?"<>|`, r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == '\u2028' ||
		r == '\u2029' {
		return ' '
	}
	return r
}

const maxNumber = 100_000

// findFreeDirectory finds a name for the directory of a visitor that neither another
// visitor has nor anything in the box's directory.
func findFreeDirectory(v *db.View, visit *db.Visit, now time.Time) (string, error) {
	creator, err := v.UserByID(visit.Box.CreatedBy)
	if err != nil {
		return "", err
	}
	wanted, err := visitDirectoryName(visit, formatTimestamp(now, creator.Language))
	if err != nil {
		return "", err
	}
	others, err := v.VisitDirectories(visit.Box.ID)
	if err != nil {
		return "", err
	}
	taken := make(map[string]bool, len(others))
	for _, s := range others {
		taken[names.Key(s)] = true
	}
	for i, n := 2, wanted; i < maxNumber; i++ {
		if !taken[n.Key] {
			_, err := v.ChildByName(visit.Box.Node, n.Text, n.Keys())
			if errors.Is(err, db.ErrNotFound) {
				return n.Text, nil
			}
			if err != nil {
				return "", err
			}
		}
		if n, err = names.Parse(names.WithNumber(wanted.Text, i)); err != nil {
			return "", err
		}
	}
	return "", fault.TooManyRequests
}
