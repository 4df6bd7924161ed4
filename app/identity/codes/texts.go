package codes

import (
	"errors"

	"anbar/app/base/limits"
	"anbar/db"
)

// Text messages cost money, so all of them together are limited. Unverified numbers get
// only a part of the limit, so that strangers cannot block users whose second step is a
// text message.
const (
	allTexts        = "texts"
	unverifiedTexts = "texts to strangers"
)

// RecordText counts one text message with a code or a link; fault.TooManyRequests when
// there were most of them within an hour. proven says that the number is known to be its
// person's. With 0 nothing is counted.
func RecordText(tx *db.Tx, most int, proven bool) error {
	if most == 0 {
		return nil
	}
	bounds := []struct {
		who  string
		most int
	}{{allTexts, most}, {unverifiedTexts, max(1, most/limits.StrangerTexts)}}
	if proven {
		bounds = bounds[:1]
	}
	for _, b := range bounds {
		c, err := incrementSent(tx, "count", b.who, b.most)
		if err != nil {
			return err
		}
		c.ExpiresAt = c.Since.Add(sendWindow)
		if err := tx.UpsertCode(c); err != nil {
			return err
		}
	}
	return nil
}

// IsTextLimitReached reports whether an hourly limit of text messages is reached: the one of all
// numbers, or the one of unverified numbers. most is the former, 0 for no limit.
func IsTextLimitReached(v *db.View, most int) (bool, error) {
	if most == 0 {
		return false, nil
	}
	for who, most := range map[string]int{allTexts: most, unverifiedTexts: max(1, most/limits.StrangerTexts)} {
		c, err := v.CodeOf("count", who)
		if errors.Is(err, db.ErrNotFound) {
			continue
		}
		if err != nil {
			return false, err
		}
		if c.Sent >= most && v.Now.Sub(c.Since) < sendWindow {
			return true, nil
		}
	}
	return false, nil
}
