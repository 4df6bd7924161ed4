package members

import (
	"time"

	"anbar/app/limits"
	"anbar/db"
)

// Letters bounds how many mails people have written to others, so that nobody
// fills mailboxes with them.
type Letters struct {
	by *limits.Limiter // by one person
	to *limits.Limiter // to one address, whoever has it written to
}

func newLetters() *Letters {
	return &Letters{limits.NewLimiter(20*time.Second, 300), limits.NewLimiter(10*time.Minute, 10)}
}

// Take counts one mail: fault.TooManyRequests when there were too many.
func (l *Letters) Take(by db.UserID, to string) error {
	if err := l.by.Take(by.String()); err != nil {
		return err
	}
	return l.to.Take(to)
}
