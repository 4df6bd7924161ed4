package replica

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

const readsAtOnce = 16

// loadTimestamps sets the times of files to when the changes in them were made. It reads them from their headers: a target that was
// copied by another program has the times of that copy, in its directory as in its metadata.
func loadTimestamps(ctx context.Context, client litestream.ReplicaClient, all []*ltx.FileInfo) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan *ltx.FileInfo)
	var workers sync.WaitGroup
	for range min(readsAtOnce, len(all)) {
		workers.Go(func() {
			for f := range next {
				if err := loadTimestamp(ctx, client, f); err != nil {
					cancel(fmt.Errorf("read the time of a copy of the database: %w", err))
				}
			}
		})
	}
	for _, f := range all {
		next <- f
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

func loadTimestamp(ctx context.Context, client litestream.ReplicaClient, f *ltx.FileInfo) error {
	in, err := client.OpenLTXFile(ctx, f.Level, f.MinTXID, f.MaxTXID, 0, ltx.HeaderSize)
	if err != nil {
		return err
	}
	defer in.Close()
	head, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	var h ltx.Header
	if h.UnmarshalBinary(head) == nil { // a damaged one is found when the whole file is read
		f.CreatedAt = time.UnixMilli(h.Timestamp).UTC()
	}
	return nil
}
