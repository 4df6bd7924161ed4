package replica

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/superfly/ltx"
)

// swapper gives a part of a file, does something, and gives the rest.
type swapper struct {
	parts [][]byte
	swap  func()
}

func (s *swapper) Read(b []byte) (int, error) {
	if len(s.parts) == 0 {
		return 0, io.EOF
	}
	n := copy(b, s.parts[0])
	if s.parts[0] = s.parts[0][n:]; len(s.parts[0]) == 0 {
		if s.parts = s.parts[1:]; len(s.parts) == 1 {
			s.swap()
		}
	}
	return n, nil
}

// TestAFileLandsInTheDirectoryThatWasChecked takes the directory away while a file is on its way, before and after the
// check, and sees another one untouched.
func TestAFileLandsInTheDirectoryThatWasChecked(t *testing.T) {
	var file bytes.Buffer
	e, err := ltx.NewEncoder(&file)
	if err != nil {
		t.Fatal(err)
	}
	made := time.UnixMilli(1_700_000_000_123)
	h := ltx.Header{
		Version: ltx.Version, PageSize: 512, Commit: 1, MinTXID: 1, MaxTXID: 1, Timestamp: made.UnixMilli(),
		Flags: ltx.HeaderFlagNoChecksum,
	}
	if err := errors.Join(e.EncodeHeader(h), e.EncodePage(ltx.PageHeader{Pgno: 1}, make([]byte, 512)), e.Close()); err != nil {
		t.Fatal(err)
	}
	gone := errors.New("it is gone")
	for name, cut := range map[string]int{"before the check": 1, "after the check": file.Len() - 1} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "mnt")
			if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, "identity"), nil, 0o600)); err != nil {
				t.Fatal(err)
			}
			away := dir + ".unmounted"
			target := Target{Dir: dir, Folder: "db", Open: func() (*os.Root, error) {
				at, err := os.OpenRoot(dir)
				if err != nil {
					return nil, err
				}
				if _, err := at.Stat("identity"); err != nil {
					return nil, errors.Join(gone, at.Close())
				}
				return at, nil
			}}
			c, err := target.client()
			if err != nil {
				t.Fatal(err)
			}
			slow := &swapper{[][]byte{file.Bytes()[:cut], file.Bytes()[cut:]}, func() {
				if err := errors.Join(os.Rename(dir, away), os.Mkdir(dir, 0o700)); err != nil {
					t.Error(err)
				}
			}}
			info, err := c.WriteLTXFile(t.Context(), 0, 1, 1, slow)
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("the empty mount point has %v, %v", left, err)
			}
			if cut == 1 {
				if !errors.Is(err, gone) {
					t.Errorf("a write after the disk went: %v", err)
				}
				return
			}
			if err != nil || info.Size != int64(file.Len()) || !info.CreatedAt.Equal(made) {
				t.Fatalf("%+v, %v", info, err)
			}
			if err := errors.Join(os.Remove(dir), os.Rename(away, dir)); err != nil {
				t.Fatal(err)
			}
			all, err := c.LTXFiles(t.Context(), 0, 0, false)
			if err != nil {
				t.Fatal(err)
			}
			if !all.Next() || *all.Item() != *info || all.Next() {
				t.Errorf("listed %+v, written %+v", all.Item(), info)
			}
			if err := errors.Join(all.Close(), c.DeleteLTXFiles(t.Context(), []*ltx.FileInfo{info, info})); err != nil {
				t.Error(err)
			}
			if left, err := filepath.Glob(filepath.Join(dir, "db/ltx/0/*")); err != nil || len(left) > 0 {
				t.Errorf("after deleting: %v, %v", left, err)
			}
		})
	}
}
