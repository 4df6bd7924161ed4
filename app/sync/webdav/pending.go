package webdav

import (
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"anbar/app/base/limits"
	"anbar/app/base/spool"
)

// pendingResponse holds an answer that is made while the database is read: a slow program must not keep a snapshot. What is more than
// limits.DavMemory lies on the disk. An answer is sent when all of it is there, so no list ends early.
type pendingResponse struct {
	dir  string
	buf  []byte
	file *os.File
	size int64
}

func (s *pendingResponse) flush() (err error) {
	if s.file == nil {
		if s.file, err = spool.NewFile(s.dir); err != nil {
			return err
		}
	}
	_, err = s.file.Write(s.buf)
	s.size += int64(len(s.buf))
	s.buf = s.buf[:0]
	return err
}

// flushIfFull is called between two entries.
func (s *pendingResponse) flushIfFull() error {
	if len(s.buf) < limits.DavMemory {
		return nil
	}
	return s.flush()
}

func (s *pendingResponse) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// responseTimeout is how long a program may take to read an answer of that length.
func responseTimeout(n int64) time.Duration {
	return limits.AnswerTime + time.Duration(n/limits.PaceBytes)*time.Second
}

// send answers with what was written.
func (s *pendingResponse) send(w http.ResponseWriter, status int) error {
	total := s.size + int64(len(s.buf))
	rc := http.NewResponseController(w)
	// A connection without deadlines is that of a test.
	_ = rc.SetWriteDeadline(time.Now().Add(responseTimeout(total)))
	defer func() { _ = rc.SetWriteDeadline(time.Time{}) }()
	if s.file != nil {
		if _, err := s.file.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	w.Header().Set("Content-Type", xmlType)
	w.Header().Set("Content-Length", strconv.FormatInt(total, 10))
	w.WriteHeader(status)
	if s.file != nil {
		n, err := io.Copy(w, s.file)
		if err != nil || n != s.size {
			panic(http.ErrAbortHandler) // a list that ends early would tell a program that files are gone
		}
	}
	if _, err := w.Write(s.buf); err != nil {
		panic(http.ErrAbortHandler)
	}
	return nil
}
