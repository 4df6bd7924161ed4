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

	"anbar/app/base/limits"
	"anbar/decode"
	"anbar/decode/extract"
	"anbar/decode/letter"
	"anbar/decode/pdfium"
	"anbar/decode/photo"
	"anbar/decode/picture"
	"anbar/decode/refusal"
	"anbar/decode/sentences"
	"anbar/decode/sheet"
	"anbar/decode/sizes"
	"anbar/decode/source"
	"anbar/decode/svg"
)

// Main is called first of all by every program that decodes, for it is its own
// decoder. It returns at once unless this process is one, and does not return then.
func Main() {
	if len(os.Args) < 3 || os.Args[1] != decode.Command {
		return
	}
	if err := runDecoder(os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// decoder is this process, from its inside.
type decoder struct {
	in     io.Reader
	out    io.Writer
	pdf    *pdfium.Reader // nil but for PDFs
	photos *photo.Reader  // nil but for photos
}

// runDecoder locks this process in, and then does jobs until its input ends.
func runDecoder(args []string) error {
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
	debug.SetMemoryLimit(heap + spareMemory)
	missing := enterSandbox(addresses)
	if err := decode.SendFrame(d.out, decode.FrameReady, []byte(missing)); err != nil {
		return err
	}
	return d.serveJobs()
}

// spareMemory is the memory of the process beside a picture, in bytes.
const spareMemory = 48 << 20

// freeMemory frees the memory of a large document.
func freeMemory() {
	free := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(free)
	if free[0].Value.Uint64()+free[1].Value.Uint64() > spareMemory {
		debug.FreeOSMemory()
	}
}

// serveJobs does jobs and answers each, until its input ends.
func (d *decoder) serveJobs() error {
	for {
		j, err := decode.ReceiveJob(d.in)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		ctx, cancel := withCPULimit(j)
		answer, err := d.runJob(ctx, j)
		isLate := ctx.Err() != nil
		cancel()
		freeMemory() // before the server checks the memory of this process
		if err == nil {
			err = decode.SendFrame(d.out, decode.FrameDone, answer)
		} else {
			err = d.sendFailure(err, isLate)
		}
		if err != nil {
			return err
		}
	}
}

// sendFailure answers a job that came to nothing.
func (d *decoder) sendFailure(why error, isLate bool) error {
	var bar *refusal.Error
	line := []byte(decode.FirstLine([]byte(why.Error())))
	switch code := decode.ArchiveCode(why); {
	case isLate:
		return decode.SendFrame(d.out, decode.FrameSlow)
	case code > 0:
		return decode.SendFrame(d.out, decode.FrameArchiveError, []byte{code}, line)
	case errors.As(why, &bar):
		return decode.SendFrame(d.out, decode.FrameRefusal, []byte{byte(bar.Code)}, []byte(decode.FirstLine([]byte(bar.Why))))
	case errors.Is(why, picture.ErrImpossible), errors.Is(why, extract.ErrUnreadable), errors.Is(why, pdfium.ErrDocument),
		errors.Is(why, photo.ErrPicture), errors.Is(why, svg.ErrDrawing), errors.Is(why, sheet.ErrUnreadable),
		errors.Is(why, letter.ErrLetter):
		return decode.SendFrame(d.out, decode.FrameUndecodable, line)
	}
	return decode.SendFrame(d.out, decode.FrameFailed, line)
}

// runJob makes the answer to a job.
func (d *decoder) runJob(ctx context.Context, j decode.Job) (answer []byte, err error) {
	defer func() {
		if p := recover(); p != nil { // decoders of foreign bytes
			err = fmt.Errorf("%w: %v", picture.ErrImpossible, p)
		}
	}()
	src := source.New(ctx, &remoteBlob{in: d.in, out: d.out, block: j.Head, size: j.Size}, j.Size)
	switch {
	case j.Work == decode.Text:
		text, err := extract.Text(src, extract.Kind(j.Kind), d.pdf)
		return []byte(text), err
	case j.Work == decode.Lines:
		lines, err := extract.FirstLines(src)
		return []byte(lines), err
	case j.Work == decode.Blocks:
		return marshalResult(extract.Read(src, extract.Kind(j.Kind), d.pdf))
	case j.Work == decode.Remarks:
		return marshalUnescaped(extract.Comments(src))
	case j.Work == decode.Sheet, j.Work == decode.Find:
		return runSheetJob(src, j)
	case j.Work == decode.Mail:
		l, err := letter.Read(src)
		if err != nil {
			return nil, err
		}
		return l.Encode()
	case j.Work == decode.List, j.Work == decode.Unpack:
		return d.runArchiveJob(src, j)
	case j.Work == decode.Check:
		return nil, d.checkEditable(src, decode.DocumentKind(j.Kind))
	case j.Work == decode.EditParts:
		return marshalUnescaped(d.readEditParts(src))
	case j.Work == decode.Merge:
		return nil, d.mergeDocument(src, j)
	case j.Work == decode.Sentences:
		return d.chooseSentences(src, extract.Kind(j.Kind), j.Args)
	case j.Work == decode.Page:
		var number int
		if err := json.Unmarshal(j.Args, &number); err != nil {
			return nil, err
		}
		b, pages, err := picture.RenderPage(src, number)
		return append(binary.LittleEndian.AppendUint16(nil, uint16(pages)), b...), err
	case j.Work == decode.Face:
		b, photo, err := picture.MakeFace(src)
		kind := []byte{0}
		if photo {
			kind[0] = 1
		}
		return append(kind, b...), err
	}
	return d.drawThumbnails(src)
}

// drawThumbnails draws the small pictures of a blob.
func (d *decoder) drawThumbnails(src *source.Source) (small []byte, err error) {
	switch {
	case d.pdf != nil:
		if src, err = convertSVG(src); err != nil {
			return nil, err
		}
		page, err := d.pdf.DrawFirstPage(src, sizes.Dense)
		if err != nil {
			return nil, err
		}
		return picture.ScaleThumbnails(page, 1)
	case d.photos != nil:
		err = d.photos.Decode(src, func(img image.Image, orientation int) error {
			small, err = picture.ScaleThumbnails(img, orientation)
			return err
		})
		return small, err
	}
	return picture.MakeThumbnails(src)
}

// convertSVG returns a drawing in SVG as a page; another blob itself.
func convertSVG(src *source.Source) (*source.Source, error) {
	head := make([]byte, 64)
	n, err := src.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if !svg.IsDrawing(head[:n]) {
		return src, nil
	}
	page, err := svg.ToPDF(src)
	if err != nil {
		return nil, err
	}
	return source.New(src.Context(), bytes.NewReader(page), int64(len(page))), nil
}

func marshalResult[T any](v T, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// marshalUnescaped is JSON that leaves markup as it is: it would take five times the place.
func marshalUnescaped[T any](v T, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err = e.Encode(v)
	return out.Bytes(), err
}

// chooseSentences chooses the key sentences of a document, from one reading of it.
func (d *decoder) chooseSentences(src *source.Source, kind extract.Kind, args []byte) ([]byte, error) {
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
	return json.Marshal(sentences.Choose(doc, kind, choice.Most))
}

// remoteBlob is a blob that the server reads for the decoder.
type remoteBlob struct {
	in     io.Reader
	out    io.Writer
	number int // among the blobs of the job
	block  []byte
	at     int64 // of block
	size   int64
}

// ReadAt implements io.ReaderAt.
func (r *remoteBlob) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		if at >= r.size {
			return n, io.EOF
		}
		if at < r.at || at >= r.at+int64(len(r.block)) {
			if err := r.loadBlock(at / decode.BlockSize * decode.BlockSize); err != nil {
				return n, err
			}
		}
		n += copy(p[n:], r.block[at-r.at:])
	}
	return n, nil
}

func (r *remoteBlob) loadBlock(at int64) error {
	if err := decode.SendRequest(r.out, r.number, at); err != nil {
		return err
	}
	f, b, err := decode.ReceiveFrame(r.in, r.block[:cap(r.block)], decode.BlockSize)
	if err == nil && (f != decode.FrameData || int64(len(b)) < min(decode.BlockSize, r.size-at)) {
		err = io.ErrUnexpectedEOF
	}
	r.block, r.at = b, at
	if err != nil {
		r.block = nil
	}
	return err
}

const watchTicks = 20

// withCPULimit is a context that ends when the process had as much of the processor's time as its job may take. The server
// watches over works that may take as long as they make progress.
func withCPULimit(j decode.Job) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	if j.Work == decode.List || j.Work == decode.Unpack {
		return ctx, cancel
	}
	began, limit := cpuTime(), j.Time
	go func() {
		look := time.NewTicker(max(limit/watchTicks, time.Millisecond))
		defer look.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-look.C:
				if cpuTime()-began >= limit {
					cancel()
				}
			}
		}
	}()
	return ctx, cancel
}
