// Package child is the process that decodes untrusted documents. It locks itself in before
// the first document, and talks only to the server.
package child

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"anbar/app/decode"
	"anbar/app/decode/extract"
	"anbar/app/decode/letter"
	"anbar/app/decode/pdfium"
	"anbar/app/decode/photo"
	"anbar/app/decode/picture"
	"anbar/app/decode/refusal"
	"anbar/app/decode/sentences"
	"anbar/app/decode/sheet"
	"anbar/app/decode/sizes"
	"anbar/app/decode/source"
	"anbar/app/decode/svg"
	"anbar/app/limits"
)

// Main is called first of all by every program that decodes, for it is its own
// decoder. It returns at once unless this process is one, and does not return then.
func Main() {
	if len(os.Args) < 3 || os.Args[1] != decode.Command {
		return
	}
	if err := serve(os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// decoder is this process.
type decoder struct {
	in     io.Reader
	out    io.Writer
	pdf    *pdfium.Reader // nil but for PDFs
	photos *photo.Reader  // nil but for photos
}

// serve handles jobs until its input ends.
func serve(args []string) error {
	d := &decoder{in: bufio.NewReaderSize(os.Stdin, 64<<10), out: os.Stdout}
	addresses, heap := uint64(limits.DecodeAddresses), int64(limits.DecodePictureBytes)
	switch {
	case args[0] == decode.PDFs && len(args) == 2:
		var err error
		if d.pdf, err = pdfium.Load(context.Background(), args[1]); err != nil {
			return err
		}
		heap = limits.DecodeFaceBytes // documents are not on the heap
	case args[0] == decode.Photos && len(args) == 2:
		var err error
		if d.photos, err = photo.Load(context.Background(), args[1]); err != nil {
			return err
		}
		heap = limits.DecodeFaceBytes
	case args[0] == decode.Faces:
		addresses, heap = limits.DecodeFaces, limits.DecodeFaceBytes
	case args[0] != decode.Documents:
		return errors.New("this command is for internal use only")
	}
	debug.FreeOSMemory()
	debug.SetMemoryLimit(heap + spare)
	missing := lockIn(addresses)
	if err := decode.Send(d.out, decode.FrameReady, []byte(missing)); err != nil {
		return err
	}
	return d.jobs()
}

func (d *decoder) jobs() error {
	for {
		j, err := decode.ReceiveJob(d.in)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := d.one(j); err != nil {
			return err
		}
	}
}

// spare is the memory of the process beside a picture, in bytes.
const spare = 48 << 20

// tidy frees the memory of a large document.
func tidy() {
	free := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(free)
	if free[0].Value.Uint64()+free[1].Value.Uint64() > spare {
		debug.FreeOSMemory()
	}
}

// one does a job and answers it.
func (d *decoder) one(j decode.Job) error {
	ctx, cancel := within(j)
	defer cancel()
	answer, err := d.work(ctx, j)
	tidy() // before the server checks the memory of this process
	var bar *refusal.Error
	switch {
	case err == nil:
		return decode.Send(d.out, decode.FrameDone, answer)
	case ctx.Err() != nil:
		return decode.Send(d.out, decode.FrameSlow)
	case decode.ArchiveCode(err) > 0:
		return decode.Send(d.out, decode.FrameArchive, []byte{decode.ArchiveCode(err)}, []byte(decode.Reason([]byte(err.Error()))))
	case errors.As(err, &bar):
		return decode.Send(d.out, decode.FrameBarred, []byte{byte(bar.Code)}, []byte(decode.Reason([]byte(bar.Why))))
	case errors.Is(err, picture.ErrImpossible), errors.Is(err, extract.ErrUnreadable), errors.Is(err, pdfium.ErrDocument),
		errors.Is(err, photo.ErrPicture), errors.Is(err, svg.ErrDrawing), errors.Is(err, sheet.ErrUnreadable),
		errors.Is(err, letter.ErrLetter):
		return decode.Send(d.out, decode.FrameRefused, []byte(decode.Reason([]byte(err.Error()))))
	}
	return decode.Send(d.out, decode.FrameFailed, []byte(decode.Reason([]byte(err.Error()))))
}

func (d *decoder) work(ctx context.Context, j decode.Job) (answer []byte, err error) {
	defer func() {
		if p := recover(); p != nil { // decoders of foreign bytes
			err = fmt.Errorf("%w: %v", picture.ErrImpossible, p)
		}
	}()
	src := source.New(ctx, &remote{in: d.in, out: d.out, block: j.Head, size: j.Size}, j.Size)
	switch {
	case j.Work == decode.Text:
		text, err := extract.Text(src, extract.Kind(j.Kind), d.pdf)
		return []byte(text), err
	case j.Work == decode.Blocks:
		return marshaled(extract.Read(src, extract.Kind(j.Kind), d.pdf))
	case j.Work == decode.Remarks:
		all, err := extract.Comments(src)
		if err != nil {
			return nil, err
		}
		return plainJSON(all)
	case j.Work == decode.Sheet, j.Work == decode.Find:
		return sheets(src, j)
	case j.Work == decode.Mail:
		l, err := letter.Read(src)
		if err != nil {
			return nil, err
		}
		return l.Bytes()
	case j.Work == decode.List, j.Work == decode.Unpack:
		return d.archive(src, j)
	case j.Work == decode.Check, j.Work == decode.Drafts, j.Work == decode.Merge:
		return d.change(ctx, src, j)
	case j.Work == decode.Sentences:
		return d.sentences(src, extract.Kind(j.Kind), j.Args)
	case j.Work == decode.Page:
		var number int
		if err := json.Unmarshal(j.Args, &number); err != nil {
			return nil, err
		}
		b, pages, err := picture.Page(src, number)
		return append(binary.LittleEndian.AppendUint16(nil, uint16(pages)), b...), err
	case j.Work == decode.Face:
		b, photo, err := picture.Face(src)
		kind := []byte{0}
		if photo {
			kind[0] = 1
		}
		return append(kind, b...), err
	}
	return d.picture(src)
}

// picture draws the small pictures of a blob.
func (d *decoder) picture(src *source.Source) (small []byte, err error) {
	switch {
	case d.pdf != nil:
		if src, err = drawing(src); err != nil {
			return nil, err
		}
		page, err := d.pdf.FirstPage(src, sizes.Dense)
		if err != nil {
			return nil, err
		}
		return picture.Drawn(page, 1)
	case d.photos != nil:
		err = d.photos.Decode(src, func(img image.Image, orientation int) error {
			small, err = picture.Drawn(img, orientation)
			return err
		})
		return small, err
	}
	return picture.Small(src)
}

// drawing returns a drawing in SVG as a page; another blob itself.
func drawing(src *source.Source) (*source.Source, error) {
	head := make([]byte, 64)
	n, err := src.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if !svg.Is(head[:n]) {
		return src, nil
	}
	page, err := svg.PDF(src)
	if err != nil {
		return nil, err
	}
	return source.New(src.Context(), bytes.NewReader(page), int64(len(page))), nil
}

func marshaled[T any](v T, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// change does the works for editors.
func (d *decoder) change(ctx context.Context, src *source.Source, j decode.Job) ([]byte, error) {
	switch j.Work {
	case decode.Check:
		return nil, d.check(src, decode.Editing(j.Kind))
	case decode.Merge:
		return nil, d.merge(ctx, src, j)
	}
	draft, err := d.draft(src)
	if err != nil {
		return nil, err
	}
	return plainJSON(draft)
}

// plainJSON is JSON that leaves markup as it is: it would take five times the place.
func plainJSON(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return out.Bytes(), err
}

// sentences chooses the key sentences of a document, from one reading of it.
func (d *decoder) sentences(src *source.Source, kind extract.Kind, args []byte) ([]byte, error) {
	var choice decode.Choice
	if err := json.Unmarshal(args, &choice); err != nil {
		return nil, err
	}
	read := func() (*extract.Document, error) { return extract.Read(src, kind, d.pdf) }
	if choice.Table || kind == extract.Sheet {
		read = func() (*extract.Document, error) { return extract.Tables(src, kind) }
	}
	doc, err := read()
	if err != nil {
		return nil, err
	}
	return json.Marshal(sentences.Of(doc, kind, choice.Most))
}

// remote is a blob that the server reads for the decoder.
type remote struct {
	in     io.Reader
	out    io.Writer
	number int // among the blobs of the job
	block  []byte
	at     int64 // of block
	size   int64
}

// ReadAt implements io.ReaderAt.
func (r *remote) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		if at >= r.size {
			return n, io.EOF
		}
		if at < r.at || at >= r.at+int64(len(r.block)) {
			if err := r.load(at / decode.Together * decode.Together); err != nil {
				return n, err
			}
		}
		n += copy(p[n:], r.block[at-r.at:])
	}
	return n, nil
}

func (r *remote) load(at int64) error {
	if err := decode.SendAsk(r.out, r.number, at); err != nil {
		return err
	}
	f, b, err := decode.Receive(r.in, r.block[:cap(r.block)], decode.Together)
	if err == nil && (f != decode.FrameData || int64(len(b)) < min(decode.Together, r.size-at)) {
		err = io.ErrUnexpectedEOF
	}
	r.block, r.at = b, at
	if err != nil {
		r.block = nil
	}
	return err
}

const looks = 20

// within is a context that ends when the process had as much of the processor's time as its job may take. The server
// watches over works that may take as long as they make progress.
func within(j decode.Job) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	if j.Work == decode.List || j.Work == decode.Unpack {
		return ctx, cancel
	}
	began, limit := processor(), j.Time
	go func() {
		look := time.NewTicker(max(limit/looks, time.Millisecond))
		defer look.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-look.C:
				if processor()-began >= limit {
					cancel()
				}
			}
		}
	}()
	return ctx, cancel
}
