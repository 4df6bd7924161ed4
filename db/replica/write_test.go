package replica

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/benbjohnson/litestream/file"
	"github.com/superfly/ltx"
)

const testPage = 512

// storePiece stores a piece with some pages of random bytes.
func storePiece(t *testing.T, c litestream.ReplicaClient, from, to ltx.TXID, commit uint32, pages ...uint32) {
	t.Helper()
	level := 0
	if from == 1 {
		level = litestream.SnapshotLevel
	}
	var b bytes.Buffer
	e, err := ltx.NewEncoder(&b)
	if err != nil {
		t.Fatal(err)
	}
	err = e.EncodeHeader(ltx.Header{
		Version: ltx.Version, PageSize: testPage, Commit: commit, MinTXID: from, MaxTXID: to,
		Timestamp: time.Now().UnixMilli(), Flags: ltx.HeaderFlagNoChecksum,
	})
	for _, n := range pages {
		page := make([]byte, testPage)
		for i := range page {
			page[i] = byte(rand.Uint32())
		}
		err = errors.Join(err, e.EncodePage(ltx.PageHeader{Pgno: n}, page))
	}
	if err = errors.Join(err, e.Close()); err == nil {
		_, err = c.WriteLTXFile(t.Context(), level, from, to, &b)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// breakingClient breaks the first connection to each piece after some bytes.
type breakingClient struct {
	litestream.ReplicaClient
	after int64
	asked map[ltx.TXID]bool
	order chan struct{} // holds one token
}

func (c *breakingClient) OpenLTXFile(ctx context.Context, level int, from, to ltx.TXID, at, size int64) (io.ReadCloser, error) {
	in, err := c.ReplicaClient.OpenLTXFile(ctx, level, from, to, at, size)
	<-c.order
	defer func() { c.order <- struct{}{} }()
	if err != nil || c.asked[to] {
		return in, err
	}
	c.asked[to] = true
	return &brokenFile{in, c.after}, nil
}

type brokenFile struct {
	io.ReadCloser
	left int64
}

func (b *brokenFile) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// storeHistory stores a whole copy and changes that overwrite, grow and shrink the database.
func storeHistory(t *testing.T) litestream.ReplicaClient {
	c := file.NewReplicaClient(t.TempDir())
	storePiece(t, c, 1, 3, 5, 1, 2, 3, 4, 5)
	storePiece(t, c, 4, 4, 5, 1, 3)
	storePiece(t, c, 5, 5, 9, 1, 6, 7, 8, 9)
	storePiece(t, c, 6, 6, 4, 1, 4)
	storePiece(t, c, 7, 7, 7, 1, 3, 5, 6, 7)
	return c
}

// TestADatabaseIsThatOfItsPieces compares with what Litestream makes of them, at each change, also where connections break.
func TestADatabaseIsThatOfItsPieces(t *testing.T) {
	c := storeHistory(t)
	dir := t.TempDir()
	for end := ltx.TXID(3); end <= 7; end++ {
		theirs, ours := filepath.Join(dir, "theirs"+end.String()), filepath.Join(dir, "ours"+end.String())
		o := litestream.NewRestoreOptions()
		o.OutputPath, o.TXID = theirs, end
		if err := litestream.NewReplicaWithClient(nil, c).Restore(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		if err := writeDatabase(t.Context(), c, end, ours, slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
		compareFiles(t, theirs, ours)
	}
	breaking := &breakingClient{ReplicaClient: c, after: 700, asked: map[ltx.TXID]bool{}, order: make(chan struct{}, 1)}
	breaking.order <- struct{}{}
	broken := filepath.Join(dir, "broken")
	if err := writeDatabase(t.Context(), breaking, 7, broken, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	compareFiles(t, filepath.Join(dir, "theirs"+ltx.TXID(7).String()), broken)
}

func compareFiles(t *testing.T, one, other string) {
	t.Helper()
	a, err := os.ReadFile(one)
	b, also := os.ReadFile(other)
	if err = errors.Join(err, also); err != nil || !bytes.Equal(a, b) {
		t.Errorf("%s has %d bytes, and %s others, %d: %v", one, len(a), other, len(b), err)
	}
}

// TestADatabaseOfWrongPiecesIsNone: nothing is left where a page or a change is missing, or a byte is another one.
func TestADatabaseOfWrongPiecesIsNone(t *testing.T) {
	for name, harm := range map[string]func(t *testing.T) litestream.ReplicaClient{
		"a page is in no piece": func(t *testing.T) litestream.ReplicaClient {
			c := file.NewReplicaClient(t.TempDir())
			storePiece(t, c, 1, 1, 3, 1, 2, 3)
			storePiece(t, c, 2, 2, 6, 1, 4, 6)
			return c
		},
		"a byte is another one": func(t *testing.T) litestream.ReplicaClient {
			c := storeHistory(t).(*file.ReplicaClient)
			name := c.LTXFilePath(0, 5, 5)
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			b[len(b)/2] ^= 1
			if err := os.WriteFile(name, b, 0o600); err != nil {
				t.Fatal(err)
			}
			return c
		},
		"a change is missing": func(t *testing.T) litestream.ReplicaClient {
			c := storeHistory(t).(*file.ReplicaClient)
			if err := os.Remove(c.LTXFilePath(0, 5, 5)); err != nil {
				t.Fatal(err)
			}
			return c
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := writeDatabase(t.Context(), harm(t), 0, filepath.Join(dir, "db"), slog.New(slog.DiscardHandler)); err == nil {
				t.Error("it was written")
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("%v is left, %v", left, err)
			}
		})
	}
}
