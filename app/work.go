package app

import (
	"context"
	"sync"

	"anbar/app/drive/files"
)

// runJobs does all that is done in the background until ctx ends.
func (a *App) runJobs(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() { a.jobs.Run(ctx) })
	all.Go(func() { a.Thumbnails.Run(ctx) })
	all.Go(func() { a.Trash.Run(ctx) })
	all.Go(func() { a.Search.Run(ctx) })
	all.Go(func() { a.recents.Run(ctx) })
	all.Go(func() { a.Mail.Run(ctx) })
	all.Go(func() { a.live.Run(ctx) })
	all.Go(func() { a.Imports.Run(ctx) })
	all.Go(func() { a.repairKeys(ctx) })
	if a.keeper != nil {
		all.Go(func() { a.keeper.Run(ctx) })
	}
	all.Wait()
}

// repairKeys goes on at the next start when it was interrupted.
func (a *App) repairKeys(ctx context.Context) {
	if err := files.RepairKeys(ctx, a.db); err != nil && ctx.Err() == nil {
		a.log.Error("names have keys of an older program", "err", err)
	}
}
