package backup

import (
	"context"
	"errors"
	"io"
	"time"

	"anbar/app/base/panics"
)

const (
	readPatience  = 10 * time.Second // somebody waits, and another target may answer
	fetchPatience = time.Minute
)

// errSilent reports a target that gave nothing for too long: a network disk whose server is gone blocks for ever.
var errSilent = errors.New("nothing came for too long")

// watchedReader reads in a goroutine of its own, so that whoever waits can give up.
type watchedReader struct {
	ctx      context.Context
	cancel   context.CancelFunc
	patience time.Duration
	pieces   chan []byte // closed at the end
	free     chan []byte
	err      error // of the end; set before pieces is closed
	piece    []byte
	buffer   []byte // that piece is part of
}

const (
	watchedPiece  = 64 << 10
	watchedPieces = 4
)

// watch opens something and reads it. It fails with errSilent when that, or a piece of what is read, takes longer than patience.
func watch(ctx context.Context, patience time.Duration, open func(context.Context) (io.ReadCloser, error)) (io.ReadCloser, error) {
	ctx, cancel := context.WithCancel(ctx)
	w := &watchedReader{
		ctx: ctx, cancel: cancel, patience: patience, pieces: make(chan []byte, watchedPieces), free: make(chan []byte, watchedPieces),
	}
	opened := make(chan error, 1)
	go func() {
		defer close(w.pieces)
		w.err = panics.Catch(func() error {
			in, err := open(ctx)
			opened <- err
			if err != nil || in == nil {
				return err
			}
			return errors.Join(w.pump(in), in.Close())
		})
	}()
	var err error
	select {
	case err = <-opened:
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(patience):
		err = errSilent
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return w, nil
}

// pump reads until the end, or until nobody wants more.
func (w *watchedReader) pump(in io.Reader) error {
	for {
		var b []byte
		select {
		case b = <-w.free:
		default:
			b = make([]byte, watchedPiece)
		}
		n, err := io.ReadFull(in, b)
		if n > 0 {
			select {
			case w.pieces <- b[:n]:
			case <-w.ctx.Done():
				return w.ctx.Err()
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Read implements io.Reader.
func (w *watchedReader) Read(p []byte) (int, error) {
	if len(w.piece) == 0 {
		if w.buffer != nil {
			select {
			case w.free <- w.buffer[:watchedPiece]:
			default:
			}
			w.buffer = nil
		}
		late := time.NewTimer(w.patience)
		defer late.Stop()
		select {
		case b, more := <-w.pieces:
			if !more {
				if w.err != nil {
					return 0, w.err
				}
				return 0, io.EOF
			}
			w.piece, w.buffer = b, b
		case <-w.ctx.Done():
			return 0, w.ctx.Err()
		case <-late.C:
			return 0, errSilent
		}
	}
	n := copy(p, w.piece)
	w.piece = w.piece[n:]
	return n, nil
}

// Close ends reading. What is blocked ends when it can.
func (w *watchedReader) Close() error {
	w.cancel()
	return nil
}
