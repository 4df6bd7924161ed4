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

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/fault"
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

	places  map[db.NodeID]db.SpaceID
	binned  map[db.NodeID]bool // those of places that were in a trash when they were asked for
	looking map[db.NodeID]db.SpaceID
	changed map[db.NodeID]uint64 // to be sent
	seen    map[db.NodeID]bool   // whose lookers are to be sent
	shown   map[db.NodeID]string // the users last sent for each directory
	moved   bool                 // a directory somewhere lies elsewhere now: places may be gone
	righted map[db.SpaceID]bool  // spaces whose permissions changed
	imports map[db.ImportID]bool // of its person, that have come further
	belongs map[db.SpaceID]bool  // where its person was a member or a guest when that was looked at last
}

// rights notes that the stream's person may do other things in spaces now, if
// they belong to them.
func (st *stream) rights(spaces []db.SpaceID) {
	for _, id := range spaces {
		if st.righted == nil {
			st.righted = map[db.SpaceID]bool{}
		}
		st.righted[id] = true
		st.signal()
	}
}

func (st *stream) note(dir db.NodeID, commit uint64) {
	if st.changed == nil {
		st.changed = map[db.NodeID]uint64{}
	}
	st.changed[dir] = commit
	st.signal()
}

func (st *stream) look(dir db.NodeID) {
	if st.seen == nil {
		st.seen = map[db.NodeID]bool{}
	}
	st.seen[dir] = true
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

func event(b *bytes.Buffer, name string, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return err
	}
	b.WriteString("event: " + name + "\ndata: ")
	b.Write(raw)
	b.WriteString("\n\n")
	return nil
}

// take writes the waiting events into b.
func (h *Hub) take(st *stream, b *bytes.Buffer) error {
	h.mu.Lock()
	changed := st.changed
	st.changed = nil
	presence := h.newPresence(st)
	imports := st.imports
	st.imports = nil
	h.mu.Unlock()
	for id := range imports {
		if err := event(b, "import", importEvent{id}); err != nil {
			return err
		}
	}
	for dir, seq := range changed {
		if err := event(b, "change", changeEvent{dir, seq}); err != nil {
			return err
		}
	}
	for _, p := range presence {
		if err := event(b, "presence", p); err != nil {
			return err
		}
	}
	return nil
}

// newPresence returns the directories in which other people look now than the stream was
// told. The caller holds h.mu.
func (h *Hub) newPresence(st *stream) []presenceEvent {
	var presence []presenceEvent
	for dir := range st.seen {
		people := h.lookers(dir, st.who.User)
		slices.SortFunc(people, func(a, b api.Person) int { return strings.Compare(a.ID.String(), b.ID.String()) })
		if who := names(people); who != st.shown[dir] {
			if st.shown == nil {
				st.shown = map[db.NodeID]string{}
			}
			st.shown[dir] = who
			presence = append(presence, presenceEvent{dir, people})
		}
	}
	st.seen = nil
	return presence
}

// permit writes the changed permissions of the stream's user, and unsubscribes from
// directories that they may no longer read.
func (h *Hub) permit(ctx context.Context, st *stream, b *bytes.Buffer) error {
	h.mu.Lock()
	righted := st.righted
	st.righted = nil
	had := map[db.SpaceID]bool{}
	for _, space := range st.places {
		had[space] = true
	}
	for space := range righted {
		had[space] = had[space] || st.belongs[space]
	}
	h.mu.Unlock()
	if len(righted) == 0 {
		return nil
	}
	return aside(func() error {
		in := map[db.SpaceID]bool{}
		err := h.db.View(ctx, func(v *db.View) error {
			for space := range righted {
				_, _, err := access.SpaceRights(v, st.who, space)
				if err != nil && !hidden(err) {
					return err
				}
				in[space] = err == nil
			}
			return nil
		})
		for space := range righted {
			if err == nil && (in[space] || had[space]) {
				err = event(b, "permissions", permissionsEvent{space, !in[space]})
			}
		}
		if err != nil {
			return err
		}
		h.mu.Lock()
		for space := range righted {
			st.belongs[space] = in[space]
		}
		h.mu.Unlock()
		_, err = h.still(ctx, st, false)
		return err
	})
}

// leaveMoved looks after a move of a directory whether the stream's places are still where they were.
func (h *Hub) leaveMoved(ctx context.Context, st *stream) error {
	h.mu.Lock()
	moved := st.moved
	st.moved = false
	h.mu.Unlock()
	if !moved {
		return nil
	}
	return aside(func() error {
		_, err := h.still(ctx, st, true)
		return err
	})
}

func names(people []api.Person) string {
	var b strings.Builder
	for _, p := range people {
		b.WriteString(p.ID.String())
	}
	return b.String()
}

// handleListen is the call that stays open.
func (h *Hub) handleListen(c *api.Call) error {
	person, belongs, err := h.listener(c)
	if err != nil {
		return err
	}
	st := h.open(c.Who, person, belongs)
	defer h.close(st)
	c.W.Header().Set("Content-Type", "text/event-stream")
	c.W.Header().Set("X-Accel-Buffering", "no") // for a proxy in front
	var b bytes.Buffer
	if err := event(&b, "hello", helloEvent{st.id, h.epoch}); err != nil {
		return err
	}
	rc := http.NewResponseController(c.W)
	if !send(rc, c.W, &b) {
		return nil
	}
	return h.follow(c, st, rc)
}

// listener reads the user that listens, and the spaces of that user.
func (h *Hub) listener(c *api.Call) (person api.Person, belongs map[db.SpaceID]bool, err error) {
	belongs = map[db.SpaceID]bool{}
	err = aside(func() error {
		return h.db.ViewOne(c, func(v *db.View) error {
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

// follow sends events until the stream ends. After the answer has begun an error cannot be
// reported, so the stream ends and the browser connects again.
func (h *Hub) follow(c *api.Call, st *stream, rc *http.ResponseController) error {
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
			err := aside(func() (err error) {
				alive, err = h.still(c, st, true)
				return err
			})
			if err != nil || !alive {
				return nil
			}
			b.WriteString(":\n\n")
		case <-st.wake:
			if err := h.leaveMoved(c, st); err != nil {
				return nil
			}
			if err := h.permit(c, st, &b); err != nil {
				return nil
			}
			if err := h.take(st, &b); err != nil {
				return nil
			}
			if b.Len() == 0 {
				continue
			}
		}
		if !send(rc, c.W, &b) || !rest(c, h.closed) {
			return nil
		}
	}
}

// aside runs fn on a goroutine of its own: database calls need a deep stack, which a stream
// that stays open for hours would keep.
func aside(fn func() error) error {
	done := make(chan error, 1)
	go func() { done <- fn() }()
	return <-done
}

// rest waits between two writes, so that quick changes are sent together.
func rest(c *api.Call, closed chan struct{}) bool {
	wait := time.NewTimer(pause)
	defer wait.Stop()
	select {
	case <-wait.C:
		return true
	case <-c.Done():
	case <-closed:
	}
	return false
}

// send reports whether the other side still takes something in. A connection
// without deadlines has none to set.
func send(rc *http.ResponseController, w http.ResponseWriter, b *bytes.Buffer) bool {
	_ = rc.SetWriteDeadline(time.Now().Add(writeTime))
	defer func() { _ = rc.SetWriteDeadline(time.Time{}) }()
	if _, err := w.Write(b.Bytes()); err != nil {
		return false
	}
	return rc.Flush() == nil
}

func hidden(err error) bool { return errors.Is(err, fault.InvalidID) }

// gone drops the error of a missing row.
func gone(err error) error {
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return err
}
