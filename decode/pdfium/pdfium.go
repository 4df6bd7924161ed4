// Package pdfium draws and reads PDFs with PDFium, compiled to WebAssembly: it
// sees the bytes of one document and nothing else of this machine.
package pdfium

import (
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"strings"
	"unicode/utf16"

	"anbar/app/base/limits"
	"anbar/decode/source"
	"anbar/decode/wasm"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/emscripten"
)

// pdfium is PDFium as WebAssembly; pdfium.md says whence it comes.
//
//go:embed pdfium.wasm.zst
var packed []byte

// ErrDocument says that the document itself is why it cannot be read.
var ErrDocument = errors.New("not a document that PDFium reads")

// Reader reads one PDF after the other. It is not for use by several goroutines
// at once.
type Reader struct {
	module *wasm.Module
	memory []byte         // of the document that is read
	src    *source.Source // of the same
}

// Load brings PDFium into memory: seconds for the first time, when it is
// compiled, a fraction of one later. Its machine code stays in dir.
func Load(ctx context.Context, dir string) (*Reader, error) {
	r := &Reader{}
	var err error
	if r.memory, err = wasm.Reserve(limits.DecodePDFBytes); err == nil {
		r.module, err = wasm.Load(ctx, packed, dir, r.memory, r.exportImports)
	}
	if err != nil {
		return nil, fmt.Errorf("load PDFium: %w", errors.Join(err, r.Close()))
	}
	return r, nil
}

// exportImports gives PDFium its imports: only a way to read the document, without forms, files
// and clocks.
func (r *Reader) exportImports(ctx context.Context, engine wazero.Runtime, code wazero.CompiledModule) error {
	env := engine.NewHostModuleBuilder("env")
	own, err := emscripten.NewFunctionExporterForModule(code)
	if err != nil {
		return err
	}
	own.ExportFunctions(env)
	for _, f := range code.ImportedFunctions() {
		module, name, _ := f.Import()
		if module != "env" || strings.HasPrefix(name, "invoke_") || name == "emscripten_notify_memory_growth" {
			continue
		}
		does := func(_ context.Context, _ api.Module, stack []uint64) { clear(stack) }
		if name == "FPDF_FILEACCESS_CB" {
			does = r.readSource
		}
		env.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(does), f.ParamTypes(), f.ResultTypes()).Export(name)
	}
	_, err = env.Instantiate(ctx)
	return err
}

// readSource is called by PDFium with a position and a buffer to be filled, and
// answers 0 when it cannot.
func (r *Reader) readSource(_ context.Context, m api.Module, stack []uint64) {
	at, buf, n := uint32(stack[1]), uint32(stack[2]), uint32(stack[3])
	stack[0] = 0
	if p, ok := m.Memory().Read(buf, n); ok {
		if got, _ := r.src.ReadAt(p, int64(at)); got == len(p) { // the source keeps its failures
			stack[0] = uint64(n)
		}
	}
}

// Close frees all resources.
func (r *Reader) Close() error {
	var err error
	if r.module != nil {
		err = r.module.Close()
	}
	return errors.Join(err, wasm.Release(r.memory))
}

// DrawFirstPage draws the first page of a document to fit a square.
func (r *Reader) DrawFirstPage(src *source.Source, side int) (page image.Image, err error) {
	err = r.withDocument(src, func(d *document) { page = d.drawFirstPage(src.Size(), side) })
	return page, err
}

// ReadText returns the text of a document, at most that many bytes, with a form feed between
// pages.
func (r *Reader) ReadText(src *source.Source, most int) (text string, err error) {
	err = r.withDocument(src, func(d *document) { text = d.readText(src.Size(), most) })
	return text, err
}

// withDocument runs fn on a document.
func (r *Reader) withDocument(src *source.Source, fn func(*document)) error {
	r.src = src
	defer func() { r.src = nil }()
	return r.module.Run(src.Context(), func(ctx context.Context, m api.Module) error {
		d := &document{ctx: ctx, m: m}
		fn(d)
		if d.err != nil {
			return fmt.Errorf("%w: %w", ErrDocument, d.err)
		}
		return nil
	})
}

// document is one run of PDFium. After a failure its calls do nothing.
type document struct {
	ctx        context.Context
	m          api.Module
	err        error
	doc        uint64
	form       uint64              // the environment of its form, once a field was met
	seenFields map[string]struct{} // values of fields: one may be on several pages
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

// mustCall is a call that gives something.
func (d *document) mustCall(name string, args ...uint64) uint64 {
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

// loadDocument loads the document.
func (d *document) loadDocument(size int64) uint64 {
	d.call("FPDF_InitLibrary")
	return d.mustCall("FPDF_LoadCustomDocument", d.mustCall("FPDF_FILEACCESS_Create", uint64(size), 0), 0)
}

// readText reads pages until there is enough. It keeps the text read before a failure.
func (d *document) readText(size int64, most int) string {
	var b strings.Builder
	doc := d.loadDocument(size)
	d.doc = doc
	pages := int(int32(d.call("FPDF_GetPageCount", doc)))
	for i := 0; i < pages && b.Len() < most && d.err == nil; i++ {
		d.appendPage(doc, i, most-b.Len(), &b)
		b.WriteByte('\f')
	}
	if d.err != nil && b.Len() > 1 && d.ctx.Err() != nil {
		d.err = nil // it takes too long; keep the text read so far
	}
	return b.String()
}

// appendPage adds the text of one page. A page that cannot be read adds nothing.
func (d *document) appendPage(doc uint64, number, most int, b *strings.Builder) {
	page := d.call("FPDF_LoadPage", doc, uint64(number))
	if page == 0 {
		return
	}
	end := b.Len() + most
	if text := d.call("FPDFText_LoadPage", page); text != 0 {
		if n := min(int(int32(d.call("FPDFText_CountChars", text))), most); n > 0 {
			b.WriteString(d.readChars(text, n))
		}
		d.call("FPDFText_ClosePage", text)
	}
	d.appendNotes(page, b, end)
	d.call("FPDF_ClosePage", page)
}

// readChars reads UTF-16 of a page.
func (d *document) readChars(text uint64, n int) string {
	buf := d.mustCall("malloc", uint64(2*n+2))
	got := int(int32(d.call("FPDFText_GetText", text, 0, uint64(n), buf)))
	if d.err != nil || got <= 0 {
		return ""
	}
	s := d.readUTF16(buf, 2*min(got, n))
	d.call("free", buf)
	return s
}

// readUTF16 reads UTF-16 from the memory of PDFium.
func (d *document) readUTF16(at uint64, bytes int) string {
	raw, ok := d.m.Memory().Read(uint32(at), uint32(bytes))
	if !ok {
		return ""
	}
	all := make([]uint16, len(raw)/2)
	for i := range all {
		all[i] = binary.LittleEndian.Uint16(raw[2*i:])
	}
	return hyphenReplacer.Replace(strings.TrimRight(string(utf16.Decode(all)), "\x00"))
}

// hyphenReplacer makes one word of what the end of a line divided: PDFium has a sign for the hyphen there.
var hyphenReplacer = strings.NewReplacer("\ufffe\r\n", "", "\ufffe", "")

func (d *document) drawFirstPage(size int64, side int) *image.RGBA {
	doc := d.loadDocument(size)
	page := d.mustCall("FPDF_LoadPage", doc, 0)
	w, h := fitSize(api.DecodeF64(d.mustCall("FPDF_GetPageWidth", page)), api.DecodeF64(d.mustCall("FPDF_GetPageHeight", page)), side)
	bitmap := d.mustCall("FPDFBitmap_Create", uint64(w), uint64(h), 0)
	d.call("FPDFBitmap_FillRect", bitmap, 0, 0, uint64(w), uint64(h), white)
	d.call("FPDF_RenderPageBitmap", bitmap, page, 0, 0, uint64(w), uint64(h), 0, annotations|redFirst)
	at, stride := d.mustCall("FPDFBitmap_GetBuffer", bitmap), int(d.mustCall("FPDFBitmap_GetStride", bitmap))
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

// fitSize makes a page fit, small or large as it may be.
func fitSize(w, h float64, side int) (int, int) {
	f := float64(side) / max(w, h, 1)
	return max(1, min(side, int(w*f+0.5))), max(1, min(side, int(h*f+0.5)))
}
