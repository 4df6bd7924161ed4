package blobstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

const (
	maxCutParts  = 32      // that an upload keeps the beginnings of
	maxCutGroups = 1 << 14 // of all of them: 1 GiB, whose values are 512 KiB
)

// partPrefix is the beginning of a part whose bytes stopped to come. It lies in the stage file, is known in memory only, and counts for
// nothing until the rest has come.
type partPrefix struct {
	groups  []cv   // whole ones
	crc     uint32 // IEEE, of their bytes
	tail    int64  // bytes behind them
	tailCRC uint32 // IEEE, of those alone
}

func (c *partPrefix) len() int64 { return int64(len(c.groups))*groupSize + c.tail }

// CutPart is how many bytes of a part have come whose rest has not.
type CutPart struct {
	Part  int
	Bytes int64
}

// ListCutParts lists the parts that WritePartAt can go on with, by their numbers. A part that is being received is none of them.
func (u *Session) ListCutParts() []CutPart {
	u.mu.Lock()
	defer u.mu.Unlock()
	list := make([]CutPart, 0, len(u.cut))
	for n, c := range u.cut {
		list = append(list, CutPart{n, c.len()})
	}
	slices.SortFunc(list, func(a, b CutPart) int { return a.Part - b.Part })
	return list
}

// WritePartAt is WritePart for the rest of a part, from a byte of it on: as many as came before, or the error is ErrPartOffset. Of a
// part that is stored already, the rest is compared.
func (u *Session) WritePartAt(ctx context.Context, n int, at int64, r io.Reader) error {
	if at == 0 {
		return u.WritePart(ctx, n, r)
	}
	if err := u.s.checkWritable(ctx); err != nil {
		return err
	}
	if n < 0 || n >= u.parts.len() || at < 0 || at >= u.partLen(n) {
		return fmt.Errorf("%w: byte %d of part %d", ErrPartRange, at, n)
	}
	if u.isSmall() {
		return fmt.Errorf("%w: byte %d of part %d", ErrPartOffset, at, n)
	}
	return u.writeLargePart(ctx, n, at, r)
}

// removePrefix takes the beginning of a part off the list, to go on behind it.
func (u *Session) removePrefix(n int) *partPrefix {
	u.mu.Lock()
	defer u.mu.Unlock()
	c := u.cut[n]
	delete(u.cut, n)
	return c
}

// storePrefix remembers the beginning of a part, unless there is too much of them.
func (u *Session) storePrefix(n int, c *partPrefix) {
	if c == nil || c.len() == 0 {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	groups := len(c.groups)
	for _, other := range u.cut {
		groups += len(other.groups)
	}
	if u.gone || len(u.cut) >= maxCutParts || groups > maxCutGroups {
		return
	}
	if u.cut == nil {
		u.cut = map[int]*partPrefix{}
	}
	u.cut[n] = c
	u.touched = u.s.o.Now()
}

// resumeStream returns the stream of a part from a byte on. The bytes behind the last whole group are read again, and must be those
// that came.
func (u *Session) resumeStream(ctx context.Context, n int, at int64, r io.Reader) (*stream, error) {
	in := &stream{ctx: ctx, r: r, file: u.stage, off: int64(n) * u.partSize, limit: u.partLen(n), keep: true}
	c := u.removePrefix(n)
	if at == 0 {
		return in, nil
	}
	if c == nil || c.len() != at {
		u.storePrefix(n, c)
		return nil, fmt.Errorf("%w: byte %d of part %d", ErrPartOffset, at, n)
	}
	in.groups, in.crc, in.n = c.groups, c.crc, at-c.tail
	tail := make([]byte, c.tail)
	if err := readFull(u.stage, tail, in.off+in.n); err != nil {
		return nil, wrapFull(err)
	}
	if crc32.ChecksumIEEE(tail) != c.tailCRC {
		u.s.log.Warn("the beginning of a part is damaged and asked for again", "sid", u.sid, "part", n)
		return nil, fmt.Errorf("%w: byte %d of part %d", ErrPartOffset, at, n)
	}
	in.r = io.MultiReader(bytes.NewReader(tail), r)
	return in, nil
}

// writePrefix writes the last bytes before the end of a stream that ended too early, and remembers how far it came.
func (x *stream) writePrefix(p []byte) error {
	whole := len(p) / groupSize * groupSize
	if err := x.write(p[:whole]); err != nil {
		return err
	}
	tail := p[whole:]
	if len(tail) > 0 {
		if _, err := x.file.WriteAt(tail, x.off+x.n); err != nil {
			return wrapFull(err)
		}
	}
	x.cut = &partPrefix{groups: x.groups, crc: x.crc, tail: int64(len(tail)), tailCRC: crc32.ChecksumIEEE(tail)}
	return nil
}

// compareRest compares the bytes of a stored part, from one on, with those that come.
func (u *Session) compareRest(ctx context.Context, n int, at int64, r io.Reader) error {
	buf := buffers.get(streamUnit)
	defer buffers.put(buf)
	stored := make([]byte, streamUnit)
	for end := u.partLen(n); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		got, err := io.ReadFull(r, (*buf)[:min(streamUnit, end-at+1)])
		last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		switch {
		case err != nil && !last:
			return err
		case at+int64(got) > end, last && at+int64(got) < end:
			return fmt.Errorf("part %d: %w", n, ErrPartRange)
		}
		if err := readFull(u.stage, stored[:got], int64(n)*u.partSize+at); err != nil {
			return wrapFull(err)
		}
		if !bytes.Equal(stored[:got], (*buf)[:got]) {
			return fmt.Errorf("%w: part %d", ErrPartConflict, n)
		}
		if at += int64(got); last {
			return nil
		}
	}
}
