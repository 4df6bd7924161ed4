package backup

import (
	"context"
	"errors"
	"time"

	"anbar/app/operation/backup/seal"
)

// Epoch is what one appliance wrote to a target, one after another.
type Epoch struct {
	Claim
	First time.Time // the earliest moment that its lists of contents cover; zero for nothing complete
	Until time.Time // the latest moment that can be restored from it

	Harmed []string // keys of what is damaged or gone of what tells all this
}

// ListEpochs returns who wrote to a target, the oldest first. With the keys of a sheet it tells the names of appliances that sealed; nil
// for none.
func ListEpochs(ctx context.Context, t Target, ring *seal.Ring) ([]Epoch, error) {
	t = withRing(t, ring)
	claims, err := readClaims(ctx, t)
	if err != nil {
		return nil, err
	}
	var all []Epoch
	for i := range claims {
		e := Epoch{Claim: claims[i]}
		mark, err := findWatermark(ctx, t, &claims[i])
		if errors.As(err, new(*SheetError)) { // the times are in the names
			if mark, err = rebuildWatermark(ctx, t, &claims[i]); mark != nil {
				mark.Damaged = false
			}
		}
		if err != nil {
			return nil, err
		}
		if mark != nil && mark.Name != "" {
			e.Name = mark.Name
		}
		if mark != nil {
			e.Until = mark.Time
		}
		if claims[i].Damaged {
			e.Harmed = append(e.Harmed, epochKey(claims[i].Epoch))
		}
		if mark != nil && mark.Damaged {
			e.Harmed = append(e.Harmed, claims[i].folder()+watermarkKey)
		}
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
