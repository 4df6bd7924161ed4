package replica

import (
	"context"
	"io"
	"sync/atomic"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// gate lets changes through to a target until it is abandoned.
type gate struct {
	litestream.ReplicaClient
	abandoned atomic.Bool
}

// WriteLTXFile implements litestream.ReplicaClient. To an abandoned target nothing is written and all is well, so that
// Litestream does not keep what it believes to be still on its way.
func (g *gate) WriteLTXFile(ctx context.Context, level int, from, to ltx.TXID, r io.Reader) (*ltx.FileInfo, error) {
	if g.abandoned.Load() {
		n, err := io.Copy(io.Discard, r)
		return &ltx.FileInfo{Level: level, MinTXID: from, MaxTXID: to, Size: n}, err
	}
	return g.ReplicaClient.WriteLTXFile(ctx, level, from, to, r)
}

// DeleteLTXFiles implements litestream.ReplicaClient.
func (g *gate) DeleteLTXFiles(ctx context.Context, all []*ltx.FileInfo) error {
	if g.abandoned.Load() {
		return nil
	}
	return g.ReplicaClient.DeleteLTXFiles(ctx, all)
}

// DeleteAll implements litestream.ReplicaClient.
func (g *gate) DeleteAll(ctx context.Context) error {
	if g.abandoned.Load() {
		return nil
	}
	return g.ReplicaClient.DeleteAll(ctx)
}
