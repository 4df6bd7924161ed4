// Package live notifies browsers of changes in the directories that they show, and of other
// users who look at them, by server-sent events with one stream for each browser.
package live

import (
	"context"
	"crypto/rand"
	"log/slog"
	"slices"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/panics"
	"anbar/db"
)

const (
	maxStreams     = 20 // of one person; the oldest ends for one more
	maxDirectories = 50 // of one stream
	maxPending     = 10_000
)

// Hub knows the directories that each stream listens to, and gets the changes from the
// commits of the database.
type Hub struct {
	db    *db.DB
	log   *slog.Logger
	epoch string // of this process: numbers of changes of another one mean nothing here

	// Changes handed over by the writer of the database, which waits for this lock: hold it
	// for nothing else.
	pendingMu     sync.Mutex
	pending       map[db.NodeID]uint64
	rightsChanged []db.SpaceID
	tokens        []db.UserID
	all           uint64 // the commit after which anything may look different
	moved         bool   // a directory lies elsewhere, or is gone
	wake          chan struct{}

	mu      sync.Mutex
	streams map[string]*stream
	byUser  map[db.UserID][]*stream // oldest first
	dirs    map[db.NodeID]map[*stream]bool

	watchers []func(Changes)

	closeOnce sync.Once
	closed    chan struct{}
	done      chan struct{}
}

// New makes the hub and has the database tell it of changes until Close.
func New(d *db.DB, log *slog.Logger) *Hub {
	h := &Hub{
		db: d, log: log, epoch: rand.Text(), pending: map[db.NodeID]uint64{}, wake: make(chan struct{}, 1), streams: map[string]*stream{},
		byUser: map[db.UserID][]*stream{}, dirs: map[db.NodeID]map[*stream]bool{}, closed: make(chan struct{}), done: make(chan struct{}),
	}
	d.Notify(h.receive)
	go h.dispatch()
	return h
}

// Run ends all streams when ctx ends, so that a stop does not wait for them.
func (h *Hub) Run(ctx context.Context) {
	<-ctx.Done()
	_ = h.Close() // it cannot fail
}

// Close ends all streams.
func (h *Hub) Close() error {
	h.closeOnce.Do(func() {
		h.db.Notify(nil)
		close(h.closed)
	})
	<-h.done
	return nil
}

// receive takes the changes of a commit from the writer.
func (h *Hub) receive(told db.CommitEvent) {
	h.pendingMu.Lock()
	if told.Everything || len(h.pending)+len(told.Directories) > maxPending {
		h.all = told.Commit
		clear(h.pending)
	} else {
		for _, dir := range told.Directories {
			h.pending[dir] = told.Commit
		}
	}
	h.moved = h.moved || told.Displaced
	h.rightsChanged = append(h.rightsChanged, told.Rights...)
	h.tokens = append(h.tokens, told.Tokens...)
	h.pendingMu.Unlock()
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// dispatch sends changes to the streams that listen.
func (h *Hub) dispatch() {
	defer close(h.done)
	changed := map[db.NodeID]uint64{}
	for {
		select {
		case <-h.closed:
			return
		case <-h.wake:
		}
		h.pendingMu.Lock()
		changed, h.pending = h.pending, changed
		all, moved := h.all, h.moved
		h.all, h.moved = 0, false
		righted, tokens := h.rightsChanged, h.tokens
		h.rightsChanged, h.tokens = nil, nil
		h.pendingMu.Unlock()
		panics.Log(h.log, "live changes", func() {
			h.markStreams(changed, all, moved, righted)
			h.notifyWatchers(changed, Changes{Everything: all > 0, Rights: righted, Tokens: tokens})
		})
		clear(changed)
	}
}

// markStreams records changes in the streams that they concern. After the commit all, unless it
// is 0, any directory may look different. With moved, some may lie elsewhere with all above them.
func (h *Hub) markStreams(changed map[db.NodeID]uint64, all uint64, moved bool, righted []db.SpaceID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for dir, commit := range changed {
		h.markDirectory(dir, commit)
	}
	if all > 0 {
		for dir := range h.dirs {
			h.markDirectory(dir, all)
		}
	}
	for _, st := range h.streams {
		st.markRights(righted)
		if moved && len(st.places) > 0 {
			st.moved = true
			st.signal()
		}
	}
}

func (h *Hub) markDirectory(dir db.NodeID, commit uint64) {
	for st := range h.dirs[dir] {
		st.markChanged(dir, commit)
	}
}

// openStream begins a stream.
func (h *Hub) openStream(who access.Actor, person api.Person, belongs map[db.SpaceID]bool) *stream {
	st := &stream{memberships: belongs, id: rand.Text(), who: who, person: person, wake: make(chan struct{}, 1), end: make(chan struct{})}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.streams[st.id] = st
	own := append(h.byUser[who.User], st)
	h.byUser[who.User] = own
	if len(own) > maxStreams {
		h.endStream(own[0])
	}
	return st
}

// NotifyImport tells the streams of a person that an import of theirs has come further.
func (h *Hub) NotifyImport(user db.UserID, id db.ImportID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, st := range h.byUser[user] {
		if st.imports == nil {
			st.imports = map[db.ImportID]bool{}
		}
		st.imports[id] = true
		st.signal()
	}
}

// EndSession ends the streams of a session, at once.
func (h *Hub) EndSession(id db.SessionID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, st := range h.streams {
		if st.who.Session == id {
			h.endStream(st)
		}
	}
}

// endStream tells a stream to end. Its place stays taken until it has ended.
func (h *Hub) endStream(st *stream) {
	close(st.end)
	h.removeStream(st)
}

// closeStream ends a stream. It may have been ended before.
func (h *Hub) closeStream(st *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.removeStream(st)
}

func (h *Hub) removeStream(st *stream) {
	h.setPlaces(st, nil, nil)
	delete(h.streams, st.id)
	own := h.byUser[st.who.User]
	for i := range own {
		if own[i] == st {
			own = append(own[:i:i], own[i+1:]...)
			break
		}
	}
	if h.byUser[st.who.User] = own; len(own) == 0 {
		delete(h.byUser, st.who.User)
	}
}

// setPlaces sets the directories that a stream listens to and looks at.
func (h *Hub) setPlaces(st *stream, places, looking map[db.NodeID]db.SpaceID) {
	for _, dir := range difference(st.places, places) {
		h.removeListener(dir, st)
	}
	for dir := range places {
		h.addListener(dir, st)
	}
	entered, left := difference(looking, st.viewing), difference(st.viewing, looking)
	st.places, st.viewing = places, looking
	for _, dir := range slices.Concat(entered, left) {
		h.markViewers(dir)
	}
}

// difference returns the directories of a that are not in b.
func difference(a, b map[db.NodeID]db.SpaceID) []db.NodeID {
	var dirs []db.NodeID
	for dir := range a {
		if _, ok := b[dir]; !ok {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

func (h *Hub) removeListener(dir db.NodeID, st *stream) {
	delete(h.dirs[dir], st)
	if len(h.dirs[dir]) == 0 {
		delete(h.dirs, dir)
	}
	delete(st.changed, dir)
	delete(st.viewersChanged, dir)
	delete(st.sentViewers, dir)
}

func (h *Hub) addListener(dir db.NodeID, st *stream) {
	if h.dirs[dir] == nil {
		h.dirs[dir] = map[*stream]bool{}
	}
	if !h.dirs[dir][st] {
		h.dirs[dir][st] = true
		st.markViewers(dir)
	}
}

// markViewers sends the users who look at a directory to all streams that listen to it.
func (h *Hub) markViewers(dir db.NodeID) {
	for st := range h.dirs[dir] {
		st.markViewers(dir)
	}
}

// viewers returns the other users who look at a directory, each once.
func (h *Hub) viewers(dir db.NodeID, except db.UserID) []api.Person {
	seen := map[db.UserID]bool{except: true}
	people := []api.Person{}
	for st := range h.dirs[dir] {
		if _, looks := st.viewing[dir]; looks && !seen[st.who.User] {
			seen[st.who.User] = true
			people = append(people, st.person)
		}
	}
	return people
}

// findReadable returns which of the directories a person may read, and which of these are a trash or lie in one.
func findReadable(v *db.View, who access.Actor, places map[db.NodeID]db.SpaceID) (may map[db.NodeID]db.SpaceID,
	binned map[db.NodeID]bool, err error) {
	bySpace := map[db.SpaceID][]db.NodeID{}
	for dir, space := range places {
		bySpace[space] = append(bySpace[space], dir)
	}
	may, binned = make(map[db.NodeID]db.SpaceID, len(places)), map[db.NodeID]bool{}
	for space, dirs := range bySpace {
		for _, load := range []func(*db.View, access.Actor, db.SpaceID, []db.NodeID, access.Verb) (map[db.NodeID]*access.Item, error){
			access.Nodes, access.TrashedNodes,
		} {
			items, err := load(v, who, space, dirs, access.Read)
			if err != nil && !isHidden(err) {
				return nil, nil, err
			}
			for id, it := range items {
				if it.Kind == db.Directory {
					may[id] = space
				}
				if it.InTrash() {
					binned[id] = true
				}
			}
		}
	}
	return may, binned, nil
}

// refreshAccess reports whether a stream's session is open. It unsubscribes the stream from directories that its user may no longer read,
// or that went into a trash or out of it. With tells it says once more that these changed, which is not for what a change of
// permissions took: that one was told, and whoever may no longer look hears nothing more.
func (h *Hub) refreshAccess(ctx context.Context, st *stream, tells bool) (bool, error) {
	h.mu.Lock()
	places, binned := st.places, st.trashed
	h.mu.Unlock()
	now, err := h.loadReadable(ctx, st.who, places)
	if err != nil || now == nil {
		return false, err
	}
	left := func(dir db.NodeID) bool {
		_, ok := now.places[dir]
		return !ok || now.trashed[dir] != binned[dir]
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	var lost []db.NodeID
	kept, looking := map[db.NodeID]db.SpaceID{}, map[db.NodeID]db.SpaceID{}
	for dir, space := range st.places {
		if _, asked := places[dir]; asked && left(dir) {
			lost = append(lost, dir)
			continue
		}
		kept[dir] = space
		if _, looks := st.viewing[dir]; looks {
			looking[dir] = space
		}
	}
	h.setPlaces(st, kept, looking)
	if tells {
		for _, dir := range lost {
			st.markChanged(dir, h.db.Commits())
		}
	}
	return true, nil
}

// readablePlaces are the directories of a stream that its user may read, and which of them are in a trash.
type readablePlaces struct {
	places  map[db.NodeID]db.SpaceID
	trashed map[db.NodeID]bool
}

// loadReadable returns which of the directories a person may read; nil when their session is not open.
func (h *Hub) loadReadable(ctx context.Context, who access.Actor, places map[db.NodeID]db.SpaceID) (*readablePlaces, error) {
	return db.Get(ctx, h.db, func(v *db.View) (*readablePlaces, error) {
		se, err := v.SessionByID(who.Session)
		if err != nil {
			return nil, ignoreMissing(err)
		}
		if !se.EndedAt.IsZero() || se.User != who.User {
			return nil, nil
		}
		may, trashed, err := findReadable(v, who, places)
		return &readablePlaces{may, trashed}, err
	})
}

const (
	heartbeat     = 20 * time.Second
	writeInterval = 200 * time.Millisecond // between two writes to a stream
	writeTimeout  = 10 * time.Second
)
