package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"anbar/app/operation/backup/seal"
	"anbar/config"
)

// openSealed opens a target with a recovery sheet; without one nothing sealed can be read there. keys are what the new appliance keeps of
// the sheet.
func openSealed(t Target, sheet *seal.Sheet) (Target, *seal.Keys, error) {
	if sheet == nil {
		return withRing(t, nil), nil, nil
	}
	keys, err := sheet.Keys(time.Now())
	if err != nil {
		return nil, nil, err
	}
	ring, err := seal.NewRing(keys)
	return withRing(t, ring), keys, err
}

// filterSheet leaves only the epochs that are sealed with a sheet: whatever else is there may have been put there by anybody.
func (h *holdings) filterSheet(ctx context.Context, t Target, id string) error {
	there := ""
	for i := range h.claims {
		there = h.claims[i].Sheet
	}
	all := len(h.claims)
	h.claims = slices.DeleteFunc(h.claims, func(c Claim) bool { return c.Sheet != id })
	switch last := h.last(); {
	case last != nil:
		mark, err := findWatermark(ctx, t, last)
		h.mark = mark
		return err
	case all == 0:
		return fmt.Errorf("%s holds no complete copy", t)
	case there == "":
		return fmt.Errorf("the copies at %s are not sealed, so the recovery sheet %s proves nothing about them: they are not "+
			"restored with it. "+
			"If you know that this appliance never sealed them, restore them without --sheet; if it did, somebody put these in their place",
			t, seal.FormatID(id))
	}
	return fmt.Errorf("the copies at %s are sealed with the recovery sheet %s, and this is the sheet %s", t, seal.FormatID(there),
		seal.FormatID(id))
}

// findOpenWatermark is findWatermark. It fails for a sealed epoch whose keys are not here, unless it was not completed.
func findOpenWatermark(ctx context.Context, t Target, c *Claim) (*Watermark, error) {
	mark, err := findWatermark(ctx, t, c)
	var locked *SheetError
	if !errors.As(err, &locked) {
		return mark, err
	}
	complete := false
	failed := t.List(ctx, c.folder()+watermarkKey, func(string, int64) error {
		complete = true
		return nil
	})
	if failed != nil || complete {
		return nil, errors.Join(err, failed)
	}
	return nil, nil
}

// restoreKeys writes the keys of the appliance, and those of the recovery sheet.
func restoreKeys(ctx context.Context, t Target, to config.Storage, s *source, sheet *seal.Sheet, kept *seal.Keys) error {
	keys, err := readKeys(ctx, t, s, sheet)
	if err != nil {
		return fmt.Errorf("bring the appliance's keys back: %w", err)
	}
	if err := os.WriteFile(to.Secrets(), keys, 0o600); err != nil {
		return err
	}
	if kept == nil {
		return nil
	}
	return seal.OpenRing(to.Seal()).Add(kept)
}
