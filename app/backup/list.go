package backup

import (
	"context"
	"errors"
	"io/fs"
	"time"
)

// Epoch is what one appliance wrote to a target, one after another.
type Epoch struct {
	Claim
	First time.Time // the earliest moment that its lists of contents cover; zero for nothing complete
	Until time.Time // the latest moment that can be restored from it
}

// ListEpochs returns who wrote to a target, the oldest first.
func ListEpochs(ctx context.Context, t Target) ([]Epoch, error) {
	claims, err := readClaims(ctx, t)
	if err != nil {
		return nil, err
	}
	var all []Epoch
	for i := range claims {
		e := Epoch{Claim: claims[i]}
		mark, err := readWatermark(ctx, t, &claims[i])
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		e.Until = mark.Time
		names, err := manifestNames(ctx, t, &claims[i])
		if err != nil {
			return nil, err
		}
		if len(names) > 0 {
			if e.First, err = time.Parse(nameForm, names[0]); err != nil {
				return nil, err
			}
		}
		all = append(all, e)
	}
	return all, nil
}
