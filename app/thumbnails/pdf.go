package thumbnails

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/emscripten"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

const (
	pageTime   = 20 * time.Second
	restAfter  = time.Minute
	pdfMemory  = 512 << 20
	memoryPage = 64 << 10
)

// pdfium is PDFium as WebAssembly; pdfium.md says whence it comes.
//
//go:embed pdfium.wasm.zst
var pdfium []byte

// renderer draws first pages of PDFs with PDFium: it sees the bytes of one
// document and nothing else of this machine. It is loaded when the first
// document comes. One document is drawn at a time.
type renderer struct {
	dir   string // compiled code
	limit time.Duration

	cache  wazero.CompilationCache
	engine wazero.Runtime // nil while it is not loaded
	code   wazero.CompiledModule
	src    *source // of the document that is drawn
	used   time.Time
}

func newRenderer(cacheDir string) *renderer {
	return &renderer{dir: filepath.Join(cacheDir, "pdfium"), limit: pageTime}
}

// load brings PDFium into memory: seconds for the first time, when it is
// compiled, a fraction of one later.
func (r *renderer) load(ctx context.Context) (err error) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer z.Close()
	wasm, err := z.DecodeAll(pdfium, nil)
	if err != nil {
		return err
	}
	if r.cache, err = wazero.NewCompilationCacheWithDir(r.dir); err != nil {
		return err
	}
	r.engine = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(r.cache).WithCloseOnContextDone(true).WithMemoryLimitPages(pdfMemory/memoryPage))
	defer func() {
		if err != nil {
			err = errors.Join(err, r.close())
		}
	}()
	if _, err = wasi_snapshot_preview1.Instantiate(ctx, r.engine); err != nil {
		return err
	}
	if r.code, err = r.engine.CompileModule(ctx, wasm); err != nil {
		return err
	}
	return r.surround(ctx)
}

// surround gives PDFium what it imports: a way to read the document. Forms,
// files and clocks it does without.
func (r *renderer) surround(ctx context.Context) error {
	env := r.engine.NewHostModuleBuilder("env")
	own, err := emscripten.NewFunctionExporterForModule(r.code)
	if err != nil {
		return err
	}
	own.ExportFunctions(env)
	for _, f := range r.code.ImportedFunctions() {
		module, name, _ := f.Import()
		if module != "env" || strings.HasPrefix(name, "invoke_") || name == "emscripten_notify_memory_growth" {
			continue
		}
		does := func(_ context.Context, _ api.Module, stack []uint64) { clear(stack) }
		if name == "FPDF_FILEACCESS_CB" {
			does = r.read
		}
		env.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(does), f.ParamTypes(), f.ResultTypes()).Export(name)
	}
	_, err = env.Instantiate(ctx)
	return err
}

// read is called by PDFium with a position and a buffer to be filled, and
// answers 0 when it cannot.
func (r *renderer) read(_ context.Context, m api.Module, stack []uint64) {
	at, buf, n := uint32(stack[1]), uint32(stack[2]), uint32(stack[3])
	stack[0] = 0
	if p, ok := m.Memory().Read(buf, n); ok {
		if got, _ := r.src.ReadAt(p, int64(at)); got == len(p) { // the source keeps its failures
			stack[0] = uint64(n)
		}
	}
}

// rest gives the memory back when no document came for a while.
func (r *renderer) rest() error {
	if r.engine == nil || time.Since(r.used) < restAfter {
		return nil
	}
	defer debug.FreeOSMemory()
	return r.close()
}

func (r *renderer) close() error {
	if r.engine == nil {
		return nil
	}
	err := errors.Join(r.engine.Close(context.Background()), r.cache.Close(context.Background()))
	r.engine, r.cache, r.code = nil, nil, nil
	return err
}

// firstPage draws the first page of a document to fit the thumbnail.
func (r *renderer) firstPage(src *source) (image.Image, error) {
	if r.engine == nil {
		if err := r.load(src.ctx); err != nil {
			return nil, fmt.Errorf("load PDFium: %w", err)
		}
	}
	r.src = src
	defer func() { r.src, r.used = nil, time.Now() }()
	ctx, cancel := context.WithTimeout(src.ctx, r.limit)
	defer cancel()
	// Each document gets a memory of its own, which goes with the instance.
	m, err := r.engine.InstantiateModule(ctx, r.code, wazero.NewModuleConfig().WithStartFunctions("_initialize").WithName(""))
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	d := &document{ctx: ctx, m: m}
	page := d.draw(src.size)
	if d.err != nil {
		d.err = fmt.Errorf("%w: pdf: %w", errImpossible, d.err)
	}
	return page, errors.Join(d.err, m.Close(context.Background()))
}

// document is one run of PDFium. After a failure its calls do nothing.
type document struct {
	ctx context.Context
	m   api.Module
	err error
}

func (d *document) call(name string, args ...uint64) uint64 {
	if d.err != nil {
		return 0
	}
	res, err := d.m.ExportedFunction(name).Call(d.ctx, args...)
	if err != nil {
		d.err = fmt.Errorf("%s: %w", name, err)
	}
	if len(res) == 0 {
		return 0
	}
	return res[0]
}

// must is a call that gives something.
func (d *document) must(name string, args ...uint64) uint64 {
	v := d.call(name, args...)
	if v == 0 && d.err == nil {
		d.err = fmt.Errorf("%s failed, code %d", name, d.call("FPDF_GetLastError"))
	}
	return v
}

const (
	annotations = 0x01
	redFirst    = 0x10
	white       = 0xffffffff
)

func (d *document) draw(size int64) *image.RGBA {
	d.call("FPDF_InitLibrary")
	doc := d.must("FPDF_LoadCustomDocument", d.must("FPDF_FILEACCESS_Create", uint64(size), 0), 0)
	page := d.must("FPDF_LoadPage", doc, 0)
	w, h := scaled(api.DecodeF64(d.must("FPDF_GetPageWidth", page)), api.DecodeF64(d.must("FPDF_GetPageHeight", page)))
	bitmap := d.must("FPDFBitmap_Create", uint64(w), uint64(h), 0)
	d.call("FPDFBitmap_FillRect", bitmap, 0, 0, uint64(w), uint64(h), white)
	d.call("FPDF_RenderPageBitmap", bitmap, page, 0, 0, uint64(w), uint64(h), 0, annotations|redFirst)
	at, stride := d.must("FPDFBitmap_GetBuffer", bitmap), int(d.must("FPDFBitmap_GetStride", bitmap))
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	if d.err != nil {
		return img
	}
	pix, ok := d.m.Memory().Read(uint32(at), uint32(stride*h))
	if !ok {
		d.err = errors.New("no bitmap")
		return img
	}
	for y := range h {
		copy(img.Pix[y*img.Stride:][:4*w], pix[y*stride:])
	}
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	return img
}

// scaled makes a page fit, small or large as it may be.
func scaled(w, h float64) (int, int) {
	f := side / max(w, h, 1)
	return max(1, min(side, int(w*f+0.5))), max(1, min(side, int(h*f+0.5)))
}
