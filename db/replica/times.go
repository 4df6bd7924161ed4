package replica

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

const readsAtOnce = 16

// loadTimestamps sets the times of files to when the changes in them were made, and returns those that are still there. It reads them
// from their headers: a target that was copied by another program has the times of that copy, in its directory as in its metadata.
func loadTimestamps(ctx context.Context, client litestream.ReplicaClient, all []*ltx.FileInfo) ([]*ltx.FileInfo, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	gone := make([]bool, len(all))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(readsAtOnce, len(all)) {
		workers.Go(func() {
			for i := range next {
				err := loadTimestamp(ctx, client, all[i])
				if errors.Is(err, os.ErrNotExist) { // the appliance that writes there cleans up
					gone[i] = true
				} else if err != nil {
					cancel(fmt.Errorf("read the time of a copy of the database: %w", err))
				}
			}
		})
	}
	for i := range all {
		next <- i
	}
	close(next)
	workers.Wait()
	var there []*ltx.FileInfo
	for i, f := range all {
		if !gone[i] {
			there = append(there, f)
		}
	}
	return there, context.Cause(ctx)
}

// loadTimestamp gives a damaged file the earliest time: it is chosen like any other then, and found damaged when it is read.
func loadTimestamp(ctx context.Context, client litestream.ReplicaClient, f *ltx.FileInfo) error {
	in, err := client.OpenLTXFile(ctx, f.Level, f.MinTXID, f.MaxTXID, 0, ltx.HeaderSize)
	if errors.Is(err, ErrBroken) {
		f.CreatedAt = time.Time{}
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close()
	var head [ltx.HeaderSize]byte
	f.CreatedAt = time.Time{}
	_, err = io.ReadFull(in, head[:])
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, ErrBroken) {
		return nil
	} else if err != nil {
		return err
	}
	var h ltx.Header
	if h.UnmarshalBinary(head[:]) == nil {
		f.CreatedAt = time.UnixMilli(h.Timestamp).UTC()
	}
	return nil
}
