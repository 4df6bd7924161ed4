package cli

import (
	"context"
	"errors"
	"os"

	"anbar/app/operation/backup"
	"anbar/config"
)

type recoverStore struct {
	config.Storage
	StoreOnly bool   `name:"store-only" required:"" help:"Make the database anew from what the blob store knows; for the day on which the database is lost and no backup is there."`
	Unnamed   string `help:"Write contents that no file names into this directory, under their hashes." placeholder:"DIR"`
}

// errIncomplete reports that something did not come back; the report names it.
var errIncomplete = errors.New("something did not come back; the report names it")

// Run recovers a data directory whose database is lost.
func (c *recoverStore) Run(ctx context.Context) error {
	r, err := backup.Recover(ctx, c.Storage, c.Unnamed)
	if r.Findings != nil {
		err = errors.Join(r.Write(os.Stdout), err)
	}
	if err == nil && (!r.Findings.OK() || len(r.Broken) > 0) {
		err = errIncomplete
	}
	return err
}
