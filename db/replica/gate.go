package replica

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// gate lets changes through to a target until it is abandoned.
type gate struct {
	litestream.ReplicaClient
	abandoned atomic.Bool
	held      atomic.Int64 // since when another target needs the single changes that are here, in nanoseconds of Unix; 0 for not

	mu      sync.Mutex
	dropped map[int][]*ltx.FileInfo // by level: what was not written to an abandoned target
}

// errHeld reports single changes that another target needs. Litestream keeps its own files, too, when it cannot delete those of a target,
// and tries again.
var errHeld = errors.New("another target needs the single changes")

// LTXFiles implements litestream.ReplicaClient. Of an abandoned target it names what would be there, so that Litestream removes its own
// files as always; pieces that were joined are never joined further, because they are nowhere.
func (g *gate) LTXFiles(ctx context.Context, level int, seek ltx.TXID, exact bool) (ltx.FileIterator, error) {
	if !g.abandoned.Load() {
		return g.ReplicaClient.LTXFiles(ctx, level, seek, exact)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []*ltx.FileInfo
	for _, f := range g.dropped[level] {
		if f.MinTXID >= seek && (level == 0 || seek == 0) {
			all = append(all, f)
		}
	}
	return ltx.NewFileInfoSliceIterator(all), nil
}

// WriteLTXFile implements litestream.ReplicaClient. To an abandoned target nothing is written and all is well, so that
// Litestream does not keep what it believes to be still on its way.
func (g *gate) WriteLTXFile(ctx context.Context, level int, from, to ltx.TXID, r io.Reader) (*ltx.FileInfo, error) {
	if g.abandoned.Load() {
		n, err := io.Copy(io.Discard, r)
		info := &ltx.FileInfo{Level: level, MinTXID: from, MaxTXID: to, Size: n, CreatedAt: time.Now().UTC()}
		if err == nil {
			g.noteDropped(info)
		}
		return info, err
	}
	return g.ReplicaClient.WriteLTXFile(ctx, level, from, to, r)
}

// DeleteLTXFiles implements litestream.ReplicaClient.
func (g *gate) DeleteLTXFiles(ctx context.Context, all []*ltx.FileInfo) error {
	if g.isHeld() && len(all) > 0 && all[0].Level == 0 {
		return errHeld
	}
	if !g.abandoned.Load() {
		return g.ReplicaClient.DeleteLTXFiles(ctx, all)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, f := range all {
		g.dropped[f.Level] = slices.DeleteFunc(g.dropped[f.Level], func(d *ltx.FileInfo) bool {
			return d.MinTXID == f.MinTXID && d.MaxTXID == f.MaxTXID
		})
	}
	return nil
}

// mostHeld bounds the room that single changes take here while another target is copied to: one that hangs needs them for ever.
const mostHeld = 12 * time.Hour

func (g *gate) isHeld() bool {
	since := g.held.Load()
	return since != 0 && time.Since(time.Unix(0, since)) < mostHeld
}

// noteDropped remembers single changes until they are deleted, and of longer pieces the last one.
func (g *gate) noteDropped(info *ltx.FileInfo) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.dropped == nil {
		g.dropped = map[int][]*ltx.FileInfo{}
	}
	if info.Level > 0 {
		g.dropped[info.Level] = nil
	}
	g.dropped[info.Level] = append(g.dropped[info.Level], info)
}

// DeleteAll implements litestream.ReplicaClient.
func (g *gate) DeleteAll(ctx context.Context) error {
	if g.abandoned.Load() {
		return nil
	}
	return g.ReplicaClient.DeleteAll(ctx)
}
