package live

import (
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// Mount declares the calls.
func (h *Hub) Mount(r *api.Router) {
	api.Stream(r, api.Op{
		Call: "GET /live", Gate: api.Member,
		Does: "A stream of events that stays open: hello, change, presence, permissions, import", Gives: "text/event-stream",
	}, h.handleListen)
	api.Handle(r, api.Op{
		Call: "PUT /live/{stream_id}", Gate: api.Member,
		Does: "Replace the directories that a stream listens to",
	}, h.handleSubscribe)
}

type place struct {
	Space     db.SpaceID `json:"space_id"`
	Directory db.NodeID  `json:"directory_id"`
	Seq       *uint64    `json:"seq,omitempty" doc:"sequence of the listing shown; when the current one differs, a change event is sent at once"`
}

type subscribeIn struct {
	Stream      string      `path:"stream_id"`
	Epoch       string      `json:"epoch,omitempty" doc:"the epoch of the seq values, from the hello event"`
	Directories []place     `json:"directories"`
	Looking     []db.NodeID `json:"looking,omitempty" doc:"the directories on the screen; other subscribers of them see the user as present"`
}

// Subscription is a directory that a stream listens to, and the last change of it.
type Subscription struct {
	Directory db.NodeID `json:"directory_id"`
	Seq       uint64    `json:"seq"`
}

// SchemaName implements api.SchemaNamer.
func (Subscription) SchemaName() string { return "LiveSubscribed" }

// SubscribedList lists the directories that a stream now listens to.
type SubscribedList struct {
	Directories []Subscription `json:"directories"`
}

// SchemaName implements api.SchemaNamer.
func (SubscribedList) SchemaName() string { return "LiveSubscribedList" }

func (h *Hub) handleSubscribe(c *api.Call, in *subscribeIn) (*SubscribedList, error) {
	if len(in.Directories) > maxDirectories || len(in.Looking) > maxDirectories {
		return nil, fault.Field("directories", fault.TooLong)
	}
	asked := map[db.NodeID]db.SpaceID{}
	for _, p := range in.Directories {
		asked[p.Directory] = p.Space
	}
	var may map[db.NodeID]db.SpaceID
	var binned map[db.NodeID]bool
	err := h.db.View(c, func(v *db.View) (err error) {
		may, binned, err = findReadable(v, c.Who, asked)
		return err
	})
	if err != nil {
		return nil, err
	}
	looking := map[db.NodeID]db.SpaceID{}
	for _, dir := range in.Looking {
		if space, ok := may[dir]; ok {
			looking[dir] = space
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	st := h.streams[in.Stream]
	if st == nil || st.who.User != c.Who.User || st.who.Session != c.Who.Session {
		return nil, fault.InvalidID
	}
	h.setPlaces(st, may, looking)
	st.trashed = binned
	// Numbers are read once changes are heard of, so none is missed.
	l := &SubscribedList{Directories: []Subscription{}}
	for _, p := range in.Directories {
		if _, ok := may[p.Directory]; !ok {
			continue
		}
		now := h.db.ListingCommit(p.Directory)
		l.Directories = append(l.Directories, Subscription{p.Directory, now})
		if p.Seq != nil && (*p.Seq != now || in.Epoch != h.epoch) {
			st.markChanged(p.Directory, now)
		}
	}
	return l, nil
}
