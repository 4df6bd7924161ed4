package nextcloud

import (
	"context"
	"sync"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/panics"
	"anbar/app/drive/live"
	"anbar/db"
)

// Apps keep a connection open on which they hear that something changed in their tree, and
// then look. A change is told to those whose tree has another state after it: others learn
// nothing, not even that somebody works in a workspace that both belong to.

const pushPause = time.Second // in which quick changes are told together

// pushHub is the apps that listen.
type pushHub struct {
	s      *Service
	opened *limits.Limiter

	mu         sync.Mutex
	clients    map[*listener]bool
	byUser     map[db.UserID][]*listener // the oldest first
	dirs       map[db.NodeID]bool        // that changed and were not looked at
	spaces     map[db.SpaceID]bool
	allChanged bool
	changed    chan struct{}
	stopped    chan struct{}
	checks     chan struct{} // apps whose token and tree are looked at now
	closing    sync.Once
}

// listener is one app that listens.
type listener struct {
	user   db.UserID
	spaces map[db.SpaceID]bool // whose changes matter; the lock of push guards it
	wake   chan struct{}
	end    chan struct{}
}

func newPushHub(s *Service) *pushHub {
	p := &pushHub{
		s: s, opened: limits.NewLimiter(limits.PushPause, limits.PushOpened), clients: map[*listener]bool{},
		byUser: map[db.UserID][]*listener{}, dirs: map[db.NodeID]bool{}, spaces: map[db.SpaceID]bool{}, changed: make(chan struct{}, 1),
		stopped: make(chan struct{}), checks: make(chan struct{}, limits.PushLooks),
	}
	go p.run()
	return p
}

// Close ends all connections, and waits until no bytes are removed any more.
func (s *Service) Close() error {
	s.push.closing.Do(func() {
		close(s.push.stopped)
		close(s.orphans.stopped)
	})
	<-s.orphans.done
	return nil
}

// receiveChanges takes changes from the hub.
func (p *pushHub) receiveChanges(t live.Changes) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.clients) == 0 {
		return
	}
	if p.allChanged = p.allChanged || t.Everything || len(p.dirs) > maxChangedDirs; !p.allChanged {
		for _, dir := range t.Directories {
			p.dirs[dir] = true
		}
	}
	for _, user := range t.Tokens { // an app whose token ended is cut off, and asks whether it has to delete its copies
		p.wakeLocked(user)
	}
	for _, space := range t.Rights {
		p.spaces[space] = true
		p.allChanged = true // somebody may belong to another workspace now
	}
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

const maxChangedDirs = 10_000

// run wakes the listeners whose workspaces changed.
func (p *pushHub) run() {
	for {
		select {
		case <-p.stopped:
			return
		case <-p.changed:
		}
		panics.Log(p.s.Log, "wake the apps that listen", p.wakeChanged)
		select {
		case <-p.stopped:
			return
		case <-time.After(pushPause):
		}
	}
}

// wakeChanged signals the listeners whose directories or workspaces changed since the last call.
func (p *pushHub) wakeChanged() {
	p.mu.Lock()
	dirs, spaces, all := p.dirs, p.spaces, p.allChanged
	p.dirs, p.spaces, p.allChanged = map[db.NodeID]bool{}, map[db.SpaceID]bool{}, false
	p.mu.Unlock()
	if !all && !p.collectSpaces(dirs, spaces) {
		all = true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.clients {
		if all || l.isAffected(spaces) {
			l.signal()
		}
	}
}

// collectSpaces adds the workspaces of directories.
func (p *pushHub) collectSpaces(dirs map[db.NodeID]bool, spaces map[db.SpaceID]bool) bool {
	var ids []db.NodeID
	for dir := range dirs {
		ids = append(ids, dir)
	}
	return p.s.DB.ViewOne(context.Background(), func(v *db.View) error {
		some, err := v.SpacesOfNodes(ids)
		for _, id := range some {
			spaces[id] = true
		}
		return err
	}) == nil
}

func (l *listener) isAffected(spaces map[db.SpaceID]bool) bool {
	for id := range spaces {
		if l.spaces[id] {
			return true
		}
	}
	return false
}

func (l *listener) signal() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// wakeUser has all apps of a person look at their tree.
func (p *pushHub) wakeUser(user db.UserID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wakeLocked(user)
}

// wakeLocked is wakeUser for those who hold the lock.
func (p *pushHub) wakeLocked(user db.UserID) {
	for _, l := range p.byUser[user] {
		l.signal()
	}
}

// addListener adds a listener; nil when there are too many.
func (p *pushHub) addListener(user db.UserID) *listener {
	l := &listener{user: user, wake: make(chan struct{}, 1), end: make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.clients) >= limits.PushAll {
		return nil
	}
	if own := p.byUser[user]; len(own) >= limits.PushClients {
		close(own[0].end)
		p.removeLocked(own[0])
	}
	p.clients[l] = true
	p.byUser[user] = append(p.byUser[user], l)
	return l
}

func (p *pushHub) removeListener(l *listener) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.removeLocked(l)
}

func (p *pushHub) removeLocked(l *listener) {
	delete(p.clients, l)
	own := p.byUser[l.user]
	for i := range own {
		if own[i] == l {
			own = append(own[:i:i], own[i+1:]...)
			break
		}
	}
	if p.byUser[l.user] = own; len(own) == 0 {
		delete(p.byUser, l.user)
	}
}

// loadState returns the state of the caller's tree, and remembers whose changes matter for it.
func (p *pushHub) loadState(c *api.Call, l *listener) (string, error) {
	ids, err := db.Get(c, p.s.DB, func(v *db.View) ([]db.SpaceID, error) { return listSpaceIDs(v, c.Who) })
	if err != nil {
		return "", err
	}
	belongs := make(map[db.SpaceID]bool, len(ids))
	for _, id := range ids {
		belongs[id] = true
	}
	p.mu.Lock()
	l.spaces = belongs
	p.mu.Unlock()
	t, err := p.s.loadTree(c, filesBase)
	if err != nil {
		return "", err
	}
	return p.s.Dav.LoadTreeTag(c, c.Who, t)
}

func (s *Service) mountPush(r *api.Router) {
	s.Live.Watch(s.push.receiveChanges)
	s.Live.Watch(s.orphans.receiveChanges)
	anybody := func(c *api.Call) error {
		if err := s.push.opened.Allow(api.ClientAddress(c.R)); err != nil {
			return err
		}
		select {
		case <-s.push.stopped:
			return fault.TooManyRequests.After(pushPause)
		default:
		}
		return s.push.serveSocket(c)
	}
	r.MountProtocol(&api.Protocol{Paths: []string{"/push/ws"}, IsLongLived: true, Handle: anybody, IsOpen: isOpenToAll})
}
