// Package panics keeps a panic of background work from ending the server, as the router does for requests.
package panics

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"anbar/app/base/pace"
)

// restartDelay keeps work that panics each time from filling the log.
const restartDelay = time.Minute

// Catch calls fn. A panic of it becomes an error with the stack.
func Catch(fn func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return fn()
}

// Log calls fn, and logs a panic of it.
func Log(log *slog.Logger, work string, fn func()) {
	if err := Catch(func() error { fn(); return nil }); err != nil {
		log.Error("background work panicked", "work", work, "error", err)
	}
}

// Restart calls fn, which goes on until ctx ends. When it panics, the panic is logged and fn begins again after a minute.
func Restart(ctx context.Context, log *slog.Logger, work string, fn func(context.Context)) {
	for returned := false; !returned && ctx.Err() == nil; {
		Log(log, work, func() {
			fn(ctx)
			returned = true
		})
		if returned {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(pace.Align(restartDelay)):
		}
	}
}
