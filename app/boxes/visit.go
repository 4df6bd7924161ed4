package boxes

import (
	"context"
	"errors"
	"strings"
	"time"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/app/gate"
	"anbar/app/names"
	"anbar/db"
)

const (
	visitLife = 24 * time.Hour
	// tokenLife is longer: that a visit is over is for the database to say, in words
	// that tell what can be done about it.
	tokenLife  = visitLife + 7*24*time.Hour
	maxVisitor = 100 // runes of a name
)

// PublicBox is what somebody who has the code of a box is shown of it.
type PublicBox struct {
	*db.Box
	Space *db.Space
	Needs gate.Needs
}

// find loads a box by its code, while it takes something in. Who tries many codes
// has to wait, also with one that is right.
func (s *Service) find(v *db.View, code, address string) (*PublicBox, error) {
	if err := s.missing.Take(address); err != nil {
		return nil, err
	}
	b, err := v.BoxByID(normal(code))
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidUploadCode
	}
	if err != nil {
		return nil, err
	}
	s.missing.Return(address)
	it, err := access.OpenBox(v, b)
	if err != nil {
		return nil, gate.WithFace(v, &b.Terms, err)
	}
	needs, err := gate.NeedsOf(v, "box", &b.Terms)
	return &PublicBox{b, it.Space, needs}, err
}

// Look shows what a box is for and what it asks for.
func (s *Service) Look(ctx context.Context, code, address string) (*PublicBox, error) {
	var f *PublicBox
	err := s.db.View(ctx, func(v *db.View) (err error) {
		f, err = s.find(v, code, address)
		return err
	})
	return f, err
}

// Entrance is a visit that began.
type Entrance struct {
	*db.Visit
	Token string
}

// Enter lets somebody come into a box who brought what it asks for.
func (s *Service) Enter(ctx context.Context, code, name string, given gate.Credentials) (*Entrance, error) {
	if err := s.visits.Take(given.Address); err != nil {
		return nil, err
	}
	name, err := visitorName(name)
	if err != nil {
		return nil, err
	}
	f, err := s.Look(ctx, code, given.Address)
	if err != nil {
		return nil, err
	}
	email, err := s.gate.Open(ctx, f.Needs, given)
	if err != nil {
		return nil, err
	}
	var visit *db.Visit
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		b, err := tx.BoxByID(f.ID)
		if err != nil {
			return err
		}
		if _, err := access.OpenBox(tx.Reading(), b); err != nil {
			return err
		}
		// What was asked for meanwhile is not what the visitor brought.
		if !gate.AsksSame(&b.Terms, &f.Terms) {
			return fault.LinkPasswordWrong
		}
		visit = &db.Visit{
			ID: db.VisitorID(db.NewID()), Box: *b, Name: name, Email: email, Address: given.Address, ExpiresAt: tx.Now.Add(visitLife),
		}
		if b.ExpiresAt.Before(visit.ExpiresAt) {
			visit.ExpiresAt = b.ExpiresAt
		}
		if b.PerVisitor {
			if visit.Directory, err = freeDirectory(tx.Reading(), visit, tx.Now); err != nil {
				return err
			}
		}
		return tx.InsertVisit(visit)
	})
	if err != nil {
		return nil, err
	}
	token, err := s.tokens.SignVisit(visit.ID, visit.Box.CreatedBy, visit.CreatedAt.Add(tokenLife))
	return &Entrance{visit, token}, err
}

// visitorName cleans what a visitor calls themselves; it may be empty.
func visitorName(s string) (string, error) {
	s = strings.Join(strings.Fields(s), " ")
	if f := gate.Text(s, maxVisitor, false); f != nil {
		return "", fault.Field("name", f)
	}
	return s, nil
}

// tehran is the time of all that people read; its clocks do not change any more.
var tehran = time.FixedZone("Asia/Tehran", 3*60*60+30*60)

// directoryName is what the directory of a visitor is called: who they are, and
// when they came, in the calendar of who made the box. Letters that no name of a directory may have are left out.
func directoryName(visit *db.Visit, at string) (names.Name, error) {
	who := visit.Name
	if who == "" {
		who = visit.Email
	}
	for _, who := range []string{who, strings.Map(plain, who)} {
		if n, err := names.Parse(strings.Trim(who, " .") + " — " + at); err == nil && strings.Trim(who, " .") != "" {
			return n, nil
		}
	}
	return names.Parse(at)
}

// plain keeps what every system takes in a name.
func plain(r rune) rune {
	if strings.ContainsRune(`/\:*?"<>|`, r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == '\u2028' ||
		r == '\u2029' {
		return ' '
	}
	return r
}

const maxNumber = 100_000

// freeDirectory finds a name for the directory of a visitor that neither another
// visitor has nor anything in the box's directory.
func freeDirectory(v *db.View, visit *db.Visit, now time.Time) (string, error) {
	maker, err := v.UserByID(visit.Box.CreatedBy)
	if err != nil {
		return "", err
	}
	wanted, err := directoryName(visit, stamp(now, maker.Language))
	if err != nil {
		return "", err
	}
	others, err := v.VisitDirectories(visit.Box.ID)
	if err != nil {
		return "", err
	}
	taken := make(map[string]bool, len(others))
	for _, s := range others {
		taken[names.Fold(s)] = true
	}
	for i, n := 2, wanted; i < maxNumber; i++ {
		if !taken[n.Key] {
			_, err := v.ChildByName(visit.Box.Node, n.Key)
			if errors.Is(err, db.ErrNotFound) {
				return n.Text, nil
			}
			if err != nil {
				return "", err
			}
		}
		if n, err = names.Parse(names.Numbered(wanted.Text, i)); err != nil {
			return "", err
		}
	}
	return "", fault.TooManyRequests
}
