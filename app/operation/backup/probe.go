package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"anbar/app/base/panics"
)

const probeCreates = 20 // at a time

// ProbeError reports a target where several who create the same key at a time may all succeed.
type ProbeError struct {
	Target string
	Found  string
}

// Error implements error.
func (e *ProbeError) Error() string {
	return fmt.Sprintf("%s knows no conditional writes (%s), so two machines could both take over there; a standby needs another service",
		e.Target, e.Found)
}

// ProbeCreate proves that of several who create the same key at a target at the same time exactly one succeeds. It fails with a ProbeError
// where that is not so. What it writes is removed.
func ProbeCreate(ctx context.Context, t Target) (err error) {
	t = withRing(t, nil)
	key := "probe-" + randomHex(8) + ".json"
	defer func() { err = errors.Join(err, t.Delete(context.WithoutCancel(ctx), key)) }()
	var mu sync.Mutex
	var won [][]byte
	var failed error
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range probeCreates {
		content := fmt.Appendf(nil, `{"try":%d}`, i)
		all.Go(func() {
			<-start
			err := panics.Catch(func() error { return t.Create(ctx, key, content) })
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				won = append(won, content)
			case !errors.Is(err, fs.ErrExist):
				failed = errors.Join(failed, err)
			}
		})
	}
	close(start)
	all.Wait()
	if failed != nil && len(won) < 2 {
		return fmt.Errorf("try conditional writes at %s: %w", t, failed)
	}
	return judgeProbe(ctx, t, key, won)
}

// judgeProbe says what several creates of a key prove.
func judgeProbe(ctx context.Context, t Target, key string, won [][]byte) error {
	if s, ok := t.(*sealedTarget); ok {
		if b, ok := s.Target.(*bucket); ok && b.isUnconditional.Load() {
			return &ProbeError{t.String(), "the service says so"}
		}
	}
	if len(won) != 1 {
		return &ProbeError{t.String(), fmt.Sprintf("%d of %d creates of one key succeeded at a time", len(won), probeCreates)}
	}
	there, err := getBytes(ctx, t, key)
	if err != nil {
		return fmt.Errorf("try conditional writes at %s: %w", t, err)
	}
	if !bytes.Equal(there, won[0]) {
		return &ProbeError{t.String(), "what was created was replaced"}
	}
	if err := t.Create(ctx, key, []byte(`{}`)); !errors.Is(err, fs.ErrExist) {
		if err == nil {
			return &ProbeError{t.String(), "a key that was there was created again"}
		}
		return fmt.Errorf("try conditional writes at %s: %w", t, err)
	}
	return nil
}
