package app

import (
	"context"
	"sync"
)

// work does all that is done in the background until ctx ends.
func (a *App) work(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() { a.jobs.Run(ctx) })
	all.Go(func() { a.Thumbnails.Run(ctx) })
	all.Go(func() { a.Trash.Run(ctx) })
	all.Go(func() { a.Search.Run(ctx) })
	all.Go(func() { a.recents.Run(ctx) })
	all.Go(func() { a.Mail.Run(ctx) })
	all.Go(func() { a.live.Run(ctx) })
	all.Go(func() { a.Imports.Run(ctx) })
	if a.keeper != nil {
		all.Go(func() { a.keeper.Run(ctx) })
	}
	all.Wait()
}
