package decode

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"image"
	"sync"

	"anbar/app/base/limits"
	"anbar/decode/extract"
	"anbar/decode/sentences"
	"anbar/decode/sheet"
)

// pool are decoders for works that users wait for. Users share its slots, so that none takes it all.
type pool struct {
	slots   *limits.Slots // as many as there are workers
	workers []*worker
	idle    chan *worker
}

func newPool(slots *limits.Slots, workers ...*worker) *pool {
	p := &pool{slots: slots, workers: workers, idle: make(chan *worker, len(workers))}
	for _, w := range workers {
		p.idle <- w
	}
	return p
}

func (p *pool) close() error {
	var err error
	for _, w := range p.workers {
		err = errors.Join(err, w.close())
	}
	return err
}

// acquire waits for a worker that does nothing, and gives it to a user until release, which may be called twice. It fails with
// limits.ErrBusy when the user's turn does not come in time.
func (p *pool) acquire(ctx context.Context, who limits.Owner) (w *worker, release func(), err error) {
	leave, err := p.slots.Acquire(ctx, who, 1)
	if err != nil {
		return nil, nil, err
	}
	select {
	case w = <-p.idle:
		return w, sync.OnceFunc(func() { p.idle <- w; leave() }), nil
	case <-ctx.Done():
		leave()
		return nil, nil, ctx.Err()
	}
}

// runPreview has a work done by a pool, within the time of previews, or that of the workspace if it is shorter. A blob that was
// too slow for a work in the background may be fast enough for this one. It fails as pool.acquire and worker.run do.
func (d *Decoders) runPreview(ctx context.Context, p *pool, who limits.Owner, c Content, j Job) ([]byte, error) {
	j.Time = min(limits.PreviewTime, d.TimeLimit(c.Space))
	w, release, err := p.acquire(ctx, who)
	if err != nil {
		return nil, err
	}
	defer release()
	b, took, err := w.run(ctx, c, j)
	d.addTime(c.Space, took)
	return b, err
}

// ReadBlocks returns what a document says, for a user who waits. It fails with limits.ErrBusy when too many wait, and
// with ErrContent when the blob cannot be read.
func (d *Decoders) ReadBlocks(ctx context.Context, who limits.Owner, c Content, kind extract.Kind) (*extract.Document, error) {
	p := d.previews
	if kind == extract.PDF {
		p = d.pdfPreviews
	}
	b, err := d.runPreview(ctx, p, who, c, Job{Work: Blocks, Kind: byte(kind)})
	if err != nil {
		return nil, err
	}
	doc := &extract.Document{}
	if json.Unmarshal(b, doc) != nil {
		return nil, errBadAnswer
	}
	return doc, nil
}

// ReadComments returns what people remarked in a document, for a user who waits. It fails as ReadBlocks does.
func (d *Decoders) ReadComments(ctx context.Context, who limits.Owner, c Content) (*extract.Remarks, error) {
	b, err := d.runPreview(ctx, d.previews, who, c, Job{Work: Remarks})
	if err != nil {
		return nil, err
	}
	all := &extract.Remarks{}
	if json.Unmarshal(b, all) != nil || all.Comments == nil {
		return nil, errBadAnswer
	}
	return all, nil
}

// MakePoster returns the small pictures of a picture that a user sent, as MakeThumbnails does. It fails as ReadBlocks does.
func (d *Decoders) MakePoster(ctx context.Context, who limits.Owner, c Content) ([]byte, error) {
	b, err := d.runPreview(ctx, d.previews, who, c, Job{Work: Picture})
	if err != nil {
		return nil, err
	}
	return checkPictures(b)
}

// PicturePage is a page of a picture that browsers do not show.
type PicturePage struct {
	Bytes []byte
	Type  string // image/png or image/jpeg
	Pages int    // that there are
}

// RenderPicturePage returns a page of a TIFF, from 1, for a user who waits. It fails as ReadBlocks does.
func (d *Decoders) RenderPicturePage(ctx context.Context, who limits.Owner, c Content, number int) (*PicturePage, error) {
	args, err := json.Marshal(number)
	if err != nil {
		return nil, err
	}
	b, err := d.runPreview(ctx, d.previews, who, c, Job{Work: Page, Args: args})
	if err != nil {
		return nil, err
	}
	if len(b) < 2 {
		return nil, errBadAnswer
	}
	p := &PicturePage{Bytes: b[2:], Pages: int(binary.LittleEndian.Uint16(b))}
	config, kind, err := image.DecodeConfig(bytes.NewReader(p.Bytes))
	if p.Type = "image/" + kind; err != nil || kind != "png" && kind != "jpeg" || max(config.Width, config.Height) > maxPageSide ||
		number > p.Pages {
		return nil, errBadAnswer
	}
	return p, nil
}

const maxPageSide = 3000 // pixels

// ReadSheetPage returns a page of a workbook, for a user who waits: a sheet.Page as JSON. It fails as ReadBlocks does.
func (d *Decoders) ReadSheetPage(ctx context.Context, who limits.Owner, c Content, want sheet.PageRequest) (json.RawMessage, error) {
	args, err := json.Marshal(want)
	if err != nil {
		return nil, err
	}
	b, err := d.runPreview(ctx, d.previews, who, c, Job{Work: Sheet, Args: args})
	// To read the page and write it again would take longer than to make it.
	if err == nil && !json.Valid(b) {
		err = errBadAnswer
	}
	return b, err
}

// FindCell returns the cell of a workbook that has some words, for a user who waits. It fails as ReadBlocks does.
func (d *Decoders) FindCell(ctx context.Context, who limits.Owner, c Content, words []string) (sheet.Position, error) {
	var spot sheet.Position
	args, err := json.Marshal(words)
	if err != nil {
		return spot, err
	}
	b, err := d.runPreview(ctx, d.previews, who, c, Job{Work: Find, Args: args})
	if err == nil && json.Unmarshal(b, &spot) != nil {
		err = errBadAnswer
	}
	return spot, err
}

// ExtractSentences returns the key sentences of a document, for a user who waits, and fails as ReadBlocks does.
func (d *Decoders) ExtractSentences(ctx context.Context, who limits.Owner, c Content, kind extract.Kind, choice Choice,
) (*sentences.Result, error) {
	p := d.previews
	if kind == extract.PDF {
		p = d.pdfPreviews
	}
	j := Job{Work: Sentences, Kind: byte(kind)}
	var err error
	if j.Args, err = json.Marshal(choice); err != nil {
		return nil, err
	}
	b, err := d.runPreview(ctx, p, who, c, j)
	if err != nil {
		return nil, err
	}
	r := &sentences.Result{}
	if json.Unmarshal(b, r) != nil || r.Form == "" || r.Sentences == nil || r.Titles == nil || r.Sheets == nil {
		return nil, errBadAnswer
	}
	return r, nil
}
