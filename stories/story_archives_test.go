package stories

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// unpacked waits until an import is in a state: unpacked NAME IMPORT STATE. It is the last answer then.
func (s *story) unpacked(ts *testscript.TestScript, args []string) error {
	for began := time.Now(); time.Since(began) < longestTask; time.Sleep(150 * time.Millisecond) {
		if err := s.as(ts, []string{args[0], "200", "GET", "/imports/" + args[1]}); err != nil {
			return err
		}
		if strings.Contains(string(s.last.Body), `"state":"`+args[2]+`"`) {
			return nil
		}
	}
	return fmt.Errorf("the import does not get %s: %s", args[2], s.last.Body)
}

// tarball writes a tar.gz of files of the story: tarball OUT NAME=FILE…; NAME=-> is a symbolic link.
func (s *story) tarball(ts *testscript.TestScript, args []string) error {
	f, err := os.Create(ts.MkAbs(args[0]))
	if err != nil {
		return err
	}
	defer f.Close()
	g := gzip.NewWriter(f)
	w := tar.NewWriter(g)
	for _, arg := range args[1:] {
		name, file, _ := strings.Cut(arg, "=")
		h := &tar.Header{Name: name, Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}
		content := ""
		if file != "->" {
			content = ts.ReadFile(file)
			h = &tar.Header{Name: name, Typeflag: tar.TypeReg, Size: int64(len(content)), Mode: 0o600}
		}
		err := w.WriteHeader(h)
		if err == nil {
			_, err = io.WriteString(w, content)
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), g.Close())
}
