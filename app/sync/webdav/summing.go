package webdav

const (
	asyncThreshold = 1 << 20   // bytes of a body from which on its sums are computed beside its hash
	asyncPiece     = 256 << 10 // that are handed over at a time
	asyncQueue     = 4         // pieces that may wait
)

// checksumWriter computes sums of a body as it comes. Those of a long body are computed by a goroutine of their own, because
// they take as long as the hash of the store. finish has to be called.
type checksumWriter struct {
	sums     []Checksum
	written  int
	in, free chan []byte
	done     chan struct{}
}

func (s *checksumWriter) write(p []byte) {
	if len(s.sums) == 0 {
		return
	}
	if s.written += len(p); s.written <= asyncThreshold {
		s.hashPiece(p)
		return
	}
	if s.in == nil {
		s.startWorker()
	}
	for len(p) > 0 {
		piece := <-s.free
		n := copy(piece[:asyncPiece], p)
		s.in <- piece[:n]
		p = p[n:]
	}
}

func (s *checksumWriter) hashPiece(p []byte) {
	for _, sum := range s.sums {
		_, _ = sum.Write(p) // a hash never fails
	}
}

func (s *checksumWriter) startWorker() {
	s.in, s.free, s.done = make(chan []byte, asyncQueue), make(chan []byte, asyncQueue), make(chan struct{})
	for range asyncQueue {
		s.free <- make([]byte, asyncPiece)
	}
	go func() {
		defer close(s.done)
		for piece := range s.in {
			s.hashPiece(piece)
			s.free <- piece
		}
	}()
}

// finish waits until the sums are those of all that was written. Later calls do nothing.
func (s *checksumWriter) finish() {
	if s.in == nil {
		return
	}
	close(s.in)
	<-s.done
	s.in = nil
}
