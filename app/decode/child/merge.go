package child

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"anbar/app/decode"
	"anbar/app/decode/refusal"
	"anbar/app/decode/source"
	"anbar/app/decode/workbook"
)

// check looks whether a document may be changed.
func (d *decoder) check(src *source.Source, kind decode.Editing) error {
	switch kind {
	case decode.EditCells:
		return workbook.Check(src)
	}
	return refusal.New(refusal.Invalid, "documents of kind %d are not changed", kind)
}

// merge makes a changed document and sends it in pieces.
func (d *decoder) merge(ctx context.Context, src *source.Source, j decode.Job) error {
	out := bufio.NewWriterSize(pieces{d.out}, decode.Together)
	var err error
	switch kind := decode.Editing(j.Kind); kind {
	case decode.EditCells:
		err = workbook.Apply(src, d.other(ctx, j, 1).All(), out)
	default:
		err = refusal.New(refusal.Invalid, "documents of kind %d are not changed", kind)
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// other is one of the other blobs of a job, from 1.
func (d *decoder) other(ctx context.Context, j decode.Job, number int) *source.Source {
	size := j.Rest[number-1]
	return source.New(ctx, &remote{in: d.in, out: d.out, number: number, block: make([]byte, 0, decode.Together), size: size}, size)
}

// pieces sends what is written to the server.
type pieces struct{ to io.Writer }

// Write implements io.Writer.
func (p pieces) Write(b []byte) (n int, err error) {
	for n < len(b) {
		piece := b[n:min(n+decode.Together, len(b))]
		if err := decode.Send(p.to, decode.FramePiece, piece); err != nil {
			return n, fmt.Errorf("send a piece: %w", err)
		}
		n += len(piece)
	}
	return n, nil
}
