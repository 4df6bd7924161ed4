package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// stream is one browser that listens. The hub's lock guards all but id, who,
// person and the channels.
type stream struct {
	id     string
	who    access.Actor
	person api.Person
	wake   chan struct{} // there is something to send
	end    chan struct{} // closed when another stream takes its place

	places         map[db.NodeID]db.SpaceID
	trashed        map[db.NodeID]bool // those of places that were in a trash when they were asked for
	viewing        map[db.NodeID]db.SpaceID
	changed        map[db.NodeID]uint64 // to be sent
	viewersChanged map[db.NodeID]bool   // whose lookers are to be sent
	sentViewers    map[db.NodeID]string // the users last sent for each directory
	moved          bool                 // a directory somewhere lies elsewhere now: places may be gone
	rightsChanged  map[db.SpaceID]bool  // spaces whose permissions changed
	imports        map[db.ImportID]bool // of its person, that have come further
	memberships    map[db.SpaceID]bool  // where its person was a member or a guest when that was looked at last
}

// markRights notes that the stream's person may do other things in spaces now, if
// they belong to them.
func (st *stream) markRights(spaces []db.SpaceID) {
	for _, id := range spaces {
		if st.rightsChanged == nil {
			st.rightsChanged = map[db.SpaceID]bool{}
		}
		st.rightsChanged[id] = true
		st.signal()
	}
}

func (st *stream) markChanged(dir db.NodeID, commit uint64) {
	if st.changed == nil {
		st.changed = map[db.NodeID]uint64{}
	}
	st.changed[dir] = commit
	st.signal()
}

func (st *stream) markViewers(dir db.NodeID) {
	if st.viewersChanged == nil {
		st.viewersChanged = map[db.NodeID]bool{}
	}
	st.viewersChanged[dir] = true
	st.signal()
}

func (st *stream) signal() {
	select {
	case st.wake <- struct{}{}:
	default:
	}
}

type helloEvent struct {
	Stream string `json:"stream_id"`
	Epoch  string `json:"epoch"`
}

type changeEvent struct {
	Directory db.NodeID `json:"directory_id"`
	Seq       uint64    `json:"seq"`
}

type presenceEvent struct {
	Directory db.NodeID    `json:"directory_id"`
	People    []api.Person `json:"people"`
}

type importEvent struct {
	Import db.ImportID `json:"import_id"`
}

type permissionsEvent struct {
	Space db.SpaceID `json:"space_id"`
	Gone  bool       `json:"gone"` // its person belongs to it no more
}

func writeEvent(b *bytes.Buffer, name string, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return err
	}
	b.WriteString("event: " + name + "\ndata: ")
	b.Write(raw)
	b.WriteString("\n\n")
	return nil
}

// writePending writes the waiting events into b.
func (h *Hub) writePending(st *stream, b *bytes.Buffer) error {
	h.mu.Lock()
	changed := st.changed
	st.changed = nil
	presence := h.collectPresence(st)
	imports := st.imports
	st.imports = nil
	h.mu.Unlock()
	for id := range imports {
		if err := writeEvent(b, "import", importEvent{id}); err != nil {
			return err
		}
	}
	for dir, seq := range changed {
		if err := writeEvent(b, "change", changeEvent{dir, seq}); err != nil {
			return err
		}
	}
	for _, p := range presence {
		if err := writeEvent(b, "presence", p); err != nil {
			return err
		}
	}
	return nil
}

// collectPresence returns the directories in which other people look now than the stream was
// told. The caller holds h.mu.
func (h *Hub) collectPresence(st *stream) []presenceEvent {
	var presence []presenceEvent
	for dir := range st.viewersChanged {
		people := h.viewers(dir, st.who.User)
		slices.SortFunc(people, func(a, b api.Person) int { return strings.Compare(a.ID.String(), b.ID.String()) })
		if who := viewersKey(people); who != st.sentViewers[dir] {
			if st.sentViewers == nil {
				st.sentViewers = map[db.NodeID]string{}
			}
			st.sentViewers[dir] = who
			presence = append(presence, presenceEvent{dir, people})
		}
	}
	st.viewersChanged = nil
	return presence
}

// writePermissions writes the changed permissions of the stream's user, and unsubscribes from
// directories that they may no longer read.
func (h *Hub) writePermissions(ctx context.Context, st *stream, b *bytes.Buffer) error {
	h.mu.Lock()
	righted := st.rightsChanged
	st.rightsChanged = nil
	had := map[db.SpaceID]bool{}
	for _, space := range st.places {
		had[space] = true
	}
	for space := range righted {
		had[space] = had[space] || st.memberships[space]
	}
	h.mu.Unlock()
	if len(righted) == 0 {
		return nil
	}
	return api.RunOnOwnStack(func() error {
		in := map[db.SpaceID]bool{}
		err := h.db.View(ctx, func(v *db.View) error {
			for space := range righted {
				_, _, err := access.SpaceRights(v, st.who, space)
				if err != nil && !isHidden(err) {
					return err
				}
				in[space] = err == nil
			}
			return nil
		})
		for space := range righted {
			if err == nil && (in[space] || had[space]) {
				err = writeEvent(b, "permissions", permissionsEvent{space, !in[space]})
			}
		}
		if err != nil {
			return err
		}
		h.mu.Lock()
		for space := range righted {
			st.memberships[space] = in[space]
		}
		h.mu.Unlock()
		_, err = h.refreshAccess(ctx, st, false)
		return err
	})
}

// refreshMoved looks after a move of a directory whether the stream's places are still where they were.
func (h *Hub) refreshMoved(ctx context.Context, st *stream) error {
	h.mu.Lock()
	moved := st.moved
	st.moved = false
	h.mu.Unlock()
	if !moved {
		return nil
	}
	return api.RunOnOwnStack(func() error {
		_, err := h.refreshAccess(ctx, st, true)
		return err
	})
}

func viewersKey(people []api.Person) string {
	var b strings.Builder
	for _, p := range people {
		b.WriteString(p.ID.String())
	}
	return b.String()
}

// handleListen is the call that stays open.
func (h *Hub) handleListen(c *api.Call, _ *api.None) error {
	person, belongs, err := h.loadListener(c)
	if err != nil {
		return err
	}
	st := h.openStream(c.Who, person, belongs)
	defer h.closeStream(st)
	c.W.Header().Set("Content-Type", "text/event-stream")
	c.W.Header().Set("X-Accel-Buffering", "no") // for a proxy in front
	var b bytes.Buffer
	if err := writeEvent(&b, "hello", helloEvent{st.id, h.epoch}); err != nil {
		return err
	}
	rc := http.NewResponseController(c.W)
	if !flushEvents(rc, c.W, &b) {
		return nil
	}
	return h.serveEvents(c, st, rc)
}

// loadListener reads the user that listens, and the spaces of that user.
func (h *Hub) loadListener(c *api.Call) (person api.Person, belongs map[db.SpaceID]bool, err error) {
	belongs = map[db.SpaceID]bool{}
	err = api.RunOnOwnStack(func() error {
		return h.db.View(c, func(v *db.View) error {
			all, err := v.People([]db.UserID{c.Who.User})
			if err != nil {
				return err
			}
			person = api.PersonOf(all[c.Who.User])
			spaces, err := access.Spaces(v, c.Who)
			for i := range spaces {
				belongs[spaces[i].ID] = true
			}
			return err
		})
	})
	return person, belongs, err
}

// serveEvents sends events until the stream ends. After the answer has begun an error cannot be
// reported, so the stream ends and the browser connects again.
func (h *Hub) serveEvents(c *api.Call, st *stream, rc *http.ResponseController) error {
	beat := time.NewTimer(heartbeat)
	defer beat.Stop()
	for {
		var b bytes.Buffer
		select {
		case <-c.Done():
			return nil
		case <-h.closed:
			return nil
		case <-st.end:
			return nil
		case <-beat.C:
			beat.Reset(heartbeat)
			alive := false
			err := api.RunOnOwnStack(func() (err error) {
				alive, err = h.refreshAccess(c, st, true)
				return err
			})
			if err != nil || !alive {
				return nil
			}
			b.WriteString(":\n\n")
		case <-st.wake:
			if err := h.refreshMoved(c, st); err != nil {
				return nil
			}
			if err := h.writePermissions(c, st, &b); err != nil {
				return nil
			}
			if err := h.writePending(st, &b); err != nil {
				return nil
			}
			if b.Len() == 0 {
				continue
			}
		}
		if !flushEvents(rc, c.W, &b) || !waitBetweenWrites(c, h.closed) {
			return nil
		}
	}
}

// waitBetweenWrites waits between two writes, so that quick changes are sent together.
func waitBetweenWrites(c *api.Call, closed chan struct{}) bool {
	wait := time.NewTimer(writeInterval)
	defer wait.Stop()
	select {
	case <-wait.C:
		return true
	case <-c.Done():
	case <-closed:
	}
	return false
}

// flushEvents reports whether the other side still takes something in. A connection
// without deadlines has none to set.
func flushEvents(rc *http.ResponseController, w http.ResponseWriter, b *bytes.Buffer) bool {
	_ = rc.SetWriteDeadline(time.Now().Add(writeTimeout))
	defer func() { _ = rc.SetWriteDeadline(time.Time{}) }()
	if _, err := w.Write(b.Bytes()); err != nil {
		return false
	}
	return rc.Flush() == nil
}

func isHidden(err error) bool { return errors.Is(err, fault.InvalidID) }

// ignoreMissing drops the error of a missing row.
func ignoreMissing(err error) error {
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return err
}
