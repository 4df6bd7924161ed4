package db

import "time"

// Terms are the properties that download links and upload boxes have in common.
type Terms struct {
	ID          string // the secret of its URL
	Space       SpaceID
	Home        NodeID // the root directory above its nodes when it was made
	Title       string
	Description string
	Password    string    // PHC form; empty for none
	Emails      []string  // only these addresses may use it; empty: no limit
	ExpiresAt   time.Time // zero: never; a box always expires
	CreatedBy   UserID
	CreatedAt   time.Time
	ModifiedAt  time.Time
	DeletedAt   time.Time
	DeadAt      time.Time // since when its creator has no right to offer it; zero while they have
}

// IsExpired reports whether ExpiresAt has passed.
func (t *Terms) IsExpired(now time.Time) bool {
	return !t.ExpiresAt.IsZero() && !now.Before(t.ExpiresAt)
}
