package backup

import (
	"context"
	"fmt"
	"slices"
	"time"

	"anbar/app/operation/backup/seal"
)

// Mark says what the newest complete copy at a target holds.
type Mark struct {
	Epoch    int
	Time     time.Time // everything that was acknowledged before then is there; by the clock of the machine that copied it
	Position uint64
	Manifest string
	Name     string // of the appliance
}

// IsSame reports whether two marks are of the same data.
func (m *Mark) IsSame(o *Mark) bool {
	return m != nil && m.Epoch == o.Epoch && m.Position == o.Position && m.Manifest == o.Manifest
}

// ReadNewestMark looks what the newest complete copy at a target holds. sheet is nil for copies that are clear.
func ReadNewestMark(ctx context.Context, t Target, sheet *seal.Sheet) (*Mark, error) {
	t, _, err := openSealed(t, sheet)
	if err != nil {
		return nil, err
	}
	claims, err := readClaims(ctx, t)
	if err != nil {
		return nil, err
	}
	for i := range slices.Backward(claims) {
		c := &claims[i]
		if sheet != nil && c.Sheet != sheet.ID() {
			continue
		}
		w, err := findOpenWatermark(ctx, t, c)
		if err != nil {
			return nil, err
		}
		if w == nil {
			continue // taken, and nothing complete was copied yet
		}
		m := &Mark{Epoch: c.Epoch, Time: w.Time, Position: w.Position, Manifest: w.Manifest, Name: c.Name}
		if w.Name != "" {
			m.Name = w.Name
		}
		return m, nil
	}
	return nil, fmt.Errorf("%s holds no complete copy", t)
}
