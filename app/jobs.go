package app

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

// job is work that is done again and again in the background.
type job struct {
	name  string
	every time.Duration
	do    func(context.Context) error
}

// work runs all jobs until ctx ends. A job that fails is logged and comes
// again in its turn.
func (a *App) work(ctx context.Context) {
	var all sync.WaitGroup
	for _, j := range a.jobs {
		all.Go(func() { a.repeat(ctx, j) })
	}
	all.Go(func() { a.Thumbnails.Run(ctx) })
	all.Go(func() { a.Trash.Run(ctx) })
	all.Go(func() { a.Search.Run(ctx) })
	all.Go(func() { a.recents.Run(ctx) })
	all.Go(func() { a.Mail.Run(ctx) })
	all.Go(func() { a.live.Run(ctx) })
	if a.keeper != nil {
		all.Go(func() { a.keeper.Run(ctx) })
	}
	all.Wait()
}

func (a *App) repeat(ctx context.Context, j job) {
	wait := time.NewTimer(rand.N(min(j.every, 30*time.Second)))
	defer wait.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		if err := j.do(ctx); err != nil && !errors.Is(err, context.Canceled) {
			a.log.Error("background work failed", "work", j.name, "error", err)
		}
		wait.Reset(j.every)
	}
}
