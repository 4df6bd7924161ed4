package db

import "time"

// Terms is what a download link and an upload box have in common: who may come
// through them, until when, and whether they still do anything.
type Terms struct {
	ID          string // the secret of its URL
	Space       SpaceID
	Home        NodeID // the root of what it was made for, at that time
	Title       string
	Description string
	Password    string    // PHC form; empty for none
	Emails      []string  // only these addresses, when there are any
	ExpiresAt   time.Time // zero: never; a box always expires
	CreatedBy   UserID
	CreatedAt   time.Time
	ModifiedAt  time.Time
	DeletedAt   time.Time
	DeadAt      time.Time // since when its creator may not offer it any more; zero while they may
}

// Expired reports whether the time of a link or a box is over.
func (t *Terms) Expired(now time.Time) bool {
	return !t.ExpiresAt.IsZero() && !now.Before(t.ExpiresAt)
}
