package live

import "anbar/db"

// Changes lists what changed in some commits.
type Changes struct {
	Directories []db.NodeID
	Everything  bool
	Rights      []db.SpaceID
	Tokens      []db.UserID // a token of these people ended
}

// Watch has fn called with what changes, until Close. The hub waits for fn, so fn must return
// at once. It is called before there are changes.
func (h *Hub) Watch(fn func(Changes)) { h.watchers = append(h.watchers, fn) }

// notifyWatchers adds the directories to changes and passes them on.
func (h *Hub) notifyWatchers(changed map[db.NodeID]uint64, changes Changes) {
	if len(h.watchers) == 0 {
		return
	}
	for dir := range changed {
		changes.Directories = append(changes.Directories, dir)
	}
	for _, fn := range h.watchers {
		fn(changes)
	}
}
