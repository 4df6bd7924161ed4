package thumbnails

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
)

const (
	pageTime   = 20 * time.Second
	restAfter  = time.Minute
	pdfMemory  = 512 << 20
	memoryPage = 64 << 10
)

// renderer draws first pages of PDFs with PDFium, compiled to WebAssembly: it
// sees the bytes of one document and nothing else of this machine. It is loaded
// when the first document comes. One document is drawn at a time.
type renderer struct {
	dir   string // compiled code
	limit time.Duration

	cache wazero.CompilationCache
	pool  pdfium.Pool // nil while it is not loaded
	used  time.Time
}

func newRenderer(cacheDir string) *renderer {
	return &renderer{dir: filepath.Join(cacheDir, "pdfium"), limit: pageTime}
}

// load brings PDFium into memory: seconds for the first time, when its code is
// compiled, a fraction of one later.
func (r *renderer) load() error {
	cache, err := wazero.NewCompilationCacheWithDir(r.dir)
	if err != nil {
		return err
	}
	pool, err := webassembly.Init(webassembly.Config{
		MaxTotal: 1, Stdout: io.Discard, Stderr: io.Discard,
		FSConfig:      wazero.NewFSConfig(), // nothing of the disk
		RuntimeConfig: wazero.NewRuntimeConfig().WithCompilationCache(cache).WithCloseOnContextDone(true).WithMemoryLimitPages(pdfMemory / memoryPage),
	})
	if err != nil {
		return errors.Join(err, cache.Close(context.Background()))
	}
	r.cache, r.pool = cache, pool
	return nil
}

// rest gives the memory back when no document came for a while.
func (r *renderer) rest() error {
	if time.Since(r.used) < restAfter {
		return nil
	}
	return r.close()
}

func (r *renderer) close() error {
	if r.pool == nil {
		return nil
	}
	err := errors.Join(r.pool.Close(), r.cache.Close(context.Background()))
	r.pool, r.cache = nil, nil
	return err
}

// firstPage draws the first page of a document to fit the thumbnail.
func (r *renderer) firstPage(src *source) (page image.Image, err error) {
	if r.pool == nil {
		if err := r.load(); err != nil {
			return nil, fmt.Errorf("load PDFium: %w", err)
		}
	}
	defer func() { r.used = time.Now() }()
	// Each document gets a memory of its own, which goes with the instance.
	in, err := r.pool.GetInstance(r.limit)
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	defer func() {
		if cerr := in.Close(); cerr != nil { // after an interruption PDFium is not to be trusted
			err = errors.Join(err, r.close())
		}
	}()
	ctx, cancel := context.WithTimeout(src.ctx, r.limit)
	defer cancel()
	if err := bound(in, ctx); err != nil {
		return nil, err
	}
	if page, err = drawPage(in, src); err != nil {
		return nil, fmt.Errorf("%w: pdf: %w", errImpossible, errors.Join(err, ctx.Err()))
	}
	return page, nil
}

// bound makes ctx the one that PDFium is called with: the library has no way to
// say it, and would let a document run for ever.
func bound(in pdfium.Pdfium, ctx context.Context) error {
	i, ok := in.(interface{ GetImplementation() any })
	if !ok {
		return errors.New("this PDFium cannot be interrupted")
	}
	f := reflect.Indirect(reflect.ValueOf(i.GetImplementation())).FieldByName("Context")
	if !f.IsValid() || !f.CanSet() {
		return errors.New("this PDFium cannot be interrupted")
	}
	f.Set(reflect.ValueOf(ctx))
	return nil
}

func drawPage(in pdfium.Pdfium, src *source) (image.Image, error) {
	// The library remembers readers of broken documents, so it is given one that can be emptied.
	from := &lent{src.all()}
	defer func() { from.ReadSeeker = nil }()
	doc, err := in.OpenDocument(&requests.OpenDocument{FileReader: from, FileReaderSize: src.size})
	if err != nil {
		return nil, err
	}
	page, err := in.RenderPageInPixels(&requests.RenderPageInPixels{Width: side, Height: side, RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT,
		Page: requests.Page{ByIndex: &requests.PageByIndex{Document: doc.Document}}})
	if err != nil {
		return nil, err
	}
	img := *page.Result.Image // its pixels are in the memory of the instance
	img.Pix = slices.Clone(img.Pix)
	return &img, nil
}

type lent struct{ io.ReadSeeker }
