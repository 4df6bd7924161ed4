package webdav

const (
	sumAside = 1 << 20   // bytes of a body from which on its sums are computed beside its hash
	sumPiece = 256 << 10 // that are handed over at a time
	sumAhead = 4         // pieces that may wait
)

// summing computes sums of a body as it comes. Those of a long body are computed by a goroutine of their own, because
// they take as long as the hash of the store. finish has to be called.
type summing struct {
	sums     []Checksum
	seen     int
	in, free chan []byte
	done     chan struct{}
}

func (s *summing) write(p []byte) {
	if len(s.sums) == 0 {
		return
	}
	if s.seen += len(p); s.seen <= sumAside {
		s.take(p)
		return
	}
	if s.in == nil {
		s.begin()
	}
	for len(p) > 0 {
		piece := <-s.free
		n := copy(piece[:sumPiece], p)
		s.in <- piece[:n]
		p = p[n:]
	}
}

func (s *summing) take(p []byte) {
	for _, sum := range s.sums {
		_, _ = sum.Write(p) // a hash never fails
	}
}

func (s *summing) begin() {
	s.in, s.free, s.done = make(chan []byte, sumAhead), make(chan []byte, sumAhead), make(chan struct{})
	for range sumAhead {
		s.free <- make([]byte, sumPiece)
	}
	go func() {
		defer close(s.done)
		for piece := range s.in {
			s.take(piece)
			s.free <- piece
		}
	}()
}

// finish waits until the sums are those of all that was written. Later calls do nothing.
func (s *summing) finish() {
	if s.in == nil {
		return
	}
	close(s.in)
	<-s.done
	s.in = nil
}
