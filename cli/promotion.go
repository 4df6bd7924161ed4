package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"anbar/app"
	"anbar/app/base/fault"
	"anbar/config"
)

type promotion struct {
	Add promotionAdd `cmd:"" help:"Make a promotion code."`
}

type promotionAdd struct {
	config.Storage
	Code  string      `arg:"" help:"The code that users enter; case does not matter."`
	Bytes config.Size `name:"storage" required:"" help:"How much storage it gives, as 5GB." placeholder:"SIZE"`
	Uses  int64       `help:"How often it may be used; 0 for any number." default:"0"`
	Until time.Time   `help:"The day it ends, as 2027-03-20; never without." format:"2006-01-02" placeholder:"DAY"`
	JSON  bool        `name:"json" help:"Write JSON."`
}

// Run makes the code, also while a server is running.
func (p *promotionAdd) Run(ctx context.Context) error {
	if err := checkData(p.Storage); err != nil {
		return err
	}
	codes, done, err := app.OpenPromotions(ctx, p.Storage, newLogger(p.Storage))
	if err != nil {
		return err
	}
	err = codes.Create(ctx, p.Code, int64(p.Bytes), p.Uses, p.Until)
	if err = errors.Join(err, done()); err != nil {
		if errors.Is(err, fault.DuplicateField) {
			return wordedError{fmt.Sprintf("there is a code %q already", p.Code), fault.DuplicateField}
		}
		return err
	}
	if p.JSON {
		until := &p.Until
		if p.Until.IsZero() {
			until = nil
		}
		return writeJSON(map[string]any{"code": p.Code, "storage": int64(p.Bytes), "uses": p.Uses, "until": until})
	}
	return printLine(p.Code)
}
