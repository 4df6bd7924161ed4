// Package search finds files and directories by their names, from an index in memory, and
// files by their text, from a separate database. Neither index decides about rights: every
// hit is loaded with its permission check.
package search

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/base/pace"
	"anbar/app/base/panics"
	"anbar/app/base/quota"
	"anbar/app/drive/files"
	"anbar/blobstore"
	"anbar/db"
	"anbar/db/texts"
	"anbar/decode"

	"github.com/klauspost/compress/zstd"
)

// Service is the search of one appliance.
type Service struct {
	db      *db.DB
	log     *slog.Logger
	names   *index
	loaded  chan struct{}
	started atomic.Bool

	blobs    *blobstore.Store
	dec      *decode.Decoders
	path     string // of the database of texts
	textsMu  sync.Mutex
	texts    *texts.DB // nil while it is not needed
	packer   *zstd.Encoder
	unpacker *zstd.Decoder
	enqueued [2]chan struct{} // to documents and pdfs: there may be something to read

	lifetime context.Context // until Close
	cancel   context.CancelFunc
	work     sync.WaitGroup
}

// New returns the service. It reads the names when Run starts, or at the first search. It
// keeps its database, which can be rebuilt, in cacheDir.
func New(d *db.DB, blobs *blobstore.Store, dec *decode.Decoders, cacheDir string, log *slog.Logger) *Service {
	s := &Service{
		db: d, blobs: blobs, dec: dec, path: filepath.Join(cacheDir, "search.db"), log: log, names: newIndex(), loaded: make(chan struct{}),
	}
	for lane := range s.enqueued {
		s.enqueued[lane] = make(chan struct{}, 1)
	}
	s.lifetime, s.cancel = context.WithCancel(context.Background())
	return s
}

// Close ends running searches and frees their resources. No further search may come, and
// Run must have ended.
func (s *Service) Close() error {
	s.cancel()
	s.work.Wait()
	s.textsMu.Lock()
	defer s.textsMu.Unlock()
	if s.texts == nil {
		return nil
	}
	s.unpacker.Close()
	err := errors.Join(s.packer.Close(), s.texts.Close())
	s.texts = nil
	return err
}

const (
	catchUpInterval = 5 * time.Second  // how often the index reads changes, so that a search finds little to do
	spareHits       = 8                // results loaded beyond a page, in case some are gone
	loadRetryDelay  = 10 * time.Second // after a failure to load
)

// Run reads the names and the texts and follows the changes, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	s.loadNames(ctx)
	var reading sync.WaitGroup
	reading.Go(func() { s.readContents(ctx) })
	defer reading.Wait()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(pace.Align(catchUpInterval)):
			err := panics.Catch(func() error { return s.names.catchUp(ctx, s.db) })
			if err != nil && ctx.Err() == nil {
				s.log.Error("keep the index of names up to date", "error", err)
			}
		}
	}
}

// loadNames reads all names, once. While it fails it is tried again.
func (s *Service) loadNames(ctx context.Context) {
	if s.started.Swap(true) {
		return
	}
	began := time.Now()
	for ctx.Err() == nil {
		err := panics.Catch(func() error { return s.names.loadAll(ctx, s.db) })
		if err == nil {
			debug.FreeOSMemory() // growing left as much garbage as there is data
			count, _ := s.names.count()
			s.log.Info("read the names", "count", count, "took", time.Since(began).Round(time.Millisecond), "bytes",
				s.names.memoryUse())
			close(s.loaded)
			return
		}
		if ctx.Err() == nil {
			s.log.Error("read the names", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(loadRetryDelay):
		}
	}
	s.started.Store(false)
}

// awaitNames waits until the index has all names as of now.
func (s *Service) awaitNames(ctx context.Context) error {
	if !s.started.Load() {
		s.work.Go(func() { s.loadNames(s.lifetime) })
	}
	select {
	case <-s.loaded:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.lifetime.Done():
		return context.Canceled
	}
	return s.names.catchUp(ctx, s.db)
}

// Prune drops the names of deleted workspaces, and the texts of blobs that no file has any
// more.
func (s *Service) Prune(ctx context.Context) error {
	return errors.Join(s.pruneNames(ctx), s.pruneTexts(ctx))
}

func (s *Service) pruneNames(ctx context.Context) error {
	select {
	case <-s.loaded:
	default:
		return nil
	}
	gone := map[db.NodeID]bool{}
	err := s.db.View(ctx, func(v *db.View) error {
		for _, root := range s.names.roots() {
			_, err := v.IndexedNode(root)
			if err != nil && !errors.Is(err, db.ErrNotFound) {
				return err
			}
			gone[root] = err != nil
		}
		return nil
	})
	if err == nil {
		s.names.removeWithin(func(id db.NodeID) bool { return gone[id] })
	}
	return err
}

// Match is one result.
type Match struct {
	*files.ItemView
	Marks   []names.Range // in the name
	Snippet *Snippet      // for a match in the text
}

// Snippet is a piece of a file's text around the matched words.
type Snippet struct {
	Text  string        `json:"text"`
	Marks []names.Range `json:"highlight" doc:"UTF-16 offsets: from, until before"`
	Place int           `json:"place" doc:"the page or slide, from 1; 0 where the file has none, or it is not known"`
}

// SchemaName implements api.SchemaNamer.
func (Snippet) SchemaName() string { return "SearchSnippet" }

// Page is one page of results.
type Page struct {
	All  []Match
	Info api.PageInfo
}

// Search returns a page of matches that the user may see in a workspace.
func (s *Service) Search(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, a SearchRequest) (*Page, error) {
	q, err := parseQuery(a)
	if err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(v *db.View) error { return q.loadScope(v, who, space, dir) })
	if err != nil {
		return nil, err
	}
	if err := s.awaitNames(ctx); err != nil {
		return nil, fmt.Errorf("read the names: %w", err)
	}
	if err := s.searchContents(ctx, q, space); err != nil {
		return nil, fmt.Errorf("search the texts: %w", err)
	}
	skip := 0
	if q.after == nil {
		skip = (q.page - 1) * q.limit
	}
	f := s.names.scan(q, skip+q.limit+spareHits)
	p := &Page{Info: api.PageInfo{Page: q.page, Limit: q.limit, Total: f.total}}
	hits := f.hits[min(skip, len(f.hits)):]
	used, err := db.Get(ctx, s.db, func(v *db.View) (int, error) { return q.loadResults(v, who, space, hits, p) })
	if err != nil {
		return nil, err
	}
	if err := s.addSnippets(ctx, q, p); err != nil {
		return nil, err
	}
	if int64(skip+used) < f.rest && used > 0 {
		p.Info.Next, err = api.EncodeCursor(q.cursorAt(hits[used-1]))
	}
	return p, err
}

// FindNames finds up to limit nodes by their names, the best first: nodes below some directories,
// and some single nodes. It checks no rights: the caller has to load each node.
func (s *Service) FindNames(ctx context.Context, text string, below, alone map[db.NodeID]bool, limit int) ([]db.NodeID, error) {
	q, err := parseQuery(SearchRequest{Text: text})
	if err != nil {
		return nil, err
	}
	if len(q.words) == 0 {
		return nil, fault.Field("query", fault.Required)
	}
	q.visible, q.alone = func(id db.NodeID) bool { return below[id] }, alone
	if err := s.awaitNames(ctx); err != nil {
		return nil, fmt.Errorf("read the names: %w", err)
	}
	var ids []db.NodeID
	for _, h := range s.names.scan(q, limit).hits {
		ids = append(ids, h.id)
	}
	return ids, nil
}

// loadScope loads the directory of the search, and the objects named by the filters.
func (q *query) loadScope(v *db.View, who access.Actor, space db.SpaceID, dir db.NodeID) error {
	at, _, err := access.Browse(v, who, space, dir)
	if q.InTrash {
		at, err = q.loadTrashDirectory(v, who, space, dir)
	}
	if err != nil {
		return err
	}
	if at.Kind != db.Directory {
		return fault.NotADirectory
	}
	if q.isAdvanced() {
		if err := quota.CheckAdvancedSearch(at.Space); err != nil {
			return err
		}
	}
	if q.visible, q.alone, err = loadVisible(v, who, at.Space, q.InTrash); err != nil {
		return err
	}
	if q.Scope == "here" && at.Can(access.Read) {
		q.visible, q.alone = func(id db.NodeID) bool { return id == at.ID }, nil
	}
	if q.Favorite {
		all, err := v.FavoriteIDs(who.User, space)
		if err != nil {
			return err
		}
		q.restrict(all)
	}
	if q.Field == 0 {
		return nil
	}
	if _, err := access.Space(v, who, space, access.Read, access.SpaceField); err != nil {
		return err
	}
	return q.restrictToField(v, space)
}

// loadTrashDirectory loads the directory of a search in the trash: one in the trash, or, for
// a search in all of it, any.
func (q *query) loadTrashDirectory(v *db.View, who access.Actor, space db.SpaceID, dir db.NodeID) (*access.Item, error) {
	at, err := access.TrashedNode(v, who, space, dir, access.Read)
	if err == nil || q.Scope == "here" {
		return at, err
	}
	return access.Node(v, who, space, dir, access.Read)
}

// loadVisible returns the directories that the user may search with everything below them, and
// single items that they may see beside these.
func loadVisible(v *db.View, who access.Actor, s *db.Space, trash bool) (below func(db.NodeID) bool, alone map[db.NodeID]bool, err error) {
	if !trash {
		tops, err := access.ReadableRoots(v, who, s.ID)
		below = func(id db.NodeID) bool { return tops[id] }
		if !tops[s.Root] || len(tops) > 2 {
			alone = tops
		}
		return below, alone, err
	}
	shared, mine := s.Trash, s.MyTrash
	_, err = access.TrashedNode(v, who, s.ID, shared, access.Read)
	if isHidden(err) {
		shared, err = mine, nil
	}
	return func(id db.NodeID) bool { return id == shared || id == mine }, nil, err
}

// isHidden reports whether the error means that the user may not see the item.
func isHidden(err error) bool {
	return errors.Is(err, fault.InvalidID) || errors.Is(err, fault.PermissionDenied)
}

// restrictToField narrows the search to items with a value in that custom field that contains the
// text.
func (q *query) restrictToField(v *db.View, space db.SpaceID) error {
	var all []db.NodeID
	key := names.SearchKey(q.FieldValue)
	for f, err := range v.ValuesOf(space, q.Field) {
		if err != nil {
			return err
		}
		if strings.Contains(names.SearchKey(f.Content), key) {
			all = append(all, f.Node)
		}
	}
	q.restrict(all)
	return nil
}

// restrict narrows to some nodes, or to those of them it was narrowed to before.
func (q *query) restrict(all []db.NodeID) {
	only := map[db.NodeID]bool{}
	for _, id := range all {
		if q.only == nil || q.only[id] {
			only[id] = true
		}
	}
	q.only = only
}

// loadResults loads results until the page is full, and returns how many hits it consumed. It
// skips hits that were deleted since, or that the user may not see.
func (q *query) loadResults(v *db.View, who access.Actor, space db.SpaceID, hits []hit, p *Page) (int, error) {
	load := func(id db.NodeID) (*access.Item, error) { return access.Node(v, who, space, id, access.Read) }
	if q.InTrash {
		load = func(id db.NodeID) (*access.Item, error) { return access.TrashedNode(v, who, space, id, access.Read) }
	}
	for i, h := range hits {
		if len(p.All) == q.limit {
			return i, nil
		}
		it, err := load(h.id)
		if isHidden(err) {
			continue
		}
		if err != nil {
			return i, err
		}
		l, err := files.Present(v, it)
		if err != nil {
			return i, err
		}
		p.All = append(p.All, Match{ItemView: l, Marks: names.FindMarks(it.Name, q.words)})
	}
	return len(hits), nil
}
