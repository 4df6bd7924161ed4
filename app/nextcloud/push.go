package nextcloud

import (
	"context"
	"sync"
	"time"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/app/live"
	"anbar/db"
)

// Apps keep a connection open on which they hear that something changed in their tree, and
// then look. A change is told to those whose tree has another state after it: others learn
// nothing, not even that somebody works in a workspace that both belong to.

const pushPause = time.Second // in which quick changes are told together

// push is the apps that listen.
type push struct {
	s      *Service
	opened *limits.Limiter

	mu      sync.Mutex
	clients map[*listener]bool
	of      map[db.UserID][]*listener // the oldest first
	dirs    map[db.NodeID]bool        // that changed and were not looked at
	spaces  map[db.SpaceID]bool
	all     bool
	told    chan struct{}
	ended   chan struct{}
	looks   chan struct{} // apps whose token and tree are looked at now
	closing sync.Once
}

// listener is one app that listens.
type listener struct {
	user   db.UserID
	spaces map[db.SpaceID]bool // whose changes matter; the lock of push guards it
	wake   chan struct{}
	end    chan struct{}
}

func newPush(s *Service) *push {
	p := &push{
		s: s, opened: limits.NewLimiter(limits.PushPause, limits.PushOpened), clients: map[*listener]bool{},
		of: map[db.UserID][]*listener{}, dirs: map[db.NodeID]bool{}, spaces: map[db.SpaceID]bool{}, told: make(chan struct{}, 1),
		ended: make(chan struct{}), looks: make(chan struct{}, limits.PushLooks),
	}
	go p.run()
	return p
}

// Close ends all connections, and waits until no bytes are removed any more.
func (s *Service) Close() error {
	s.push.closing.Do(func() {
		close(s.push.ended)
		close(s.strays.ended)
	})
	<-s.strays.done
	return nil
}

// hear takes changes from the hub.
func (p *push) hear(t live.Changes) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.clients) == 0 {
		return
	}
	if p.all = p.all || t.Everything || len(p.dirs) > maxTold; !p.all {
		for _, dir := range t.Directories {
			p.dirs[dir] = true
		}
	}
	for _, user := range t.Tokens { // an app whose token ended is cut off, and asks whether it has to delete its copies
		p.wake(user)
	}
	for _, space := range t.Rights {
		p.spaces[space] = true
		p.all = true // somebody may belong to another workspace now
	}
	select {
	case p.told <- struct{}{}:
	default:
	}
}

const maxTold = 10_000

// run wakes the listeners whose workspaces changed.
func (p *push) run() {
	for {
		select {
		case <-p.ended:
			return
		case <-p.told:
		}
		p.wakeTouched()
		select {
		case <-p.ended:
			return
		case <-time.After(pushPause):
		}
	}
}

// wakeTouched signals the listeners whose directories or workspaces changed since the last call.
func (p *push) wakeTouched() {
	p.mu.Lock()
	dirs, spaces, all := p.dirs, p.spaces, p.all
	p.dirs, p.spaces, p.all = map[db.NodeID]bool{}, map[db.SpaceID]bool{}, false
	p.mu.Unlock()
	if !all && !p.locate(dirs, spaces) {
		all = true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.clients {
		if all || l.touched(spaces) {
			l.signal()
		}
	}
}

// locate adds the workspaces of directories.
func (p *push) locate(dirs map[db.NodeID]bool, spaces map[db.SpaceID]bool) bool {
	var ids []db.NodeID
	for dir := range dirs {
		ids = append(ids, dir)
	}
	return p.s.DB.ViewOne(context.Background(), func(v *db.View) error {
		some, err := v.SpacesHolding(ids)
		for _, id := range some {
			spaces[id] = true
		}
		return err
	}) == nil
}

func (l *listener) touched(spaces map[db.SpaceID]bool) bool {
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

// wakeAll has all apps of a person look at their tree.
func (p *push) wakeAll(user db.UserID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wake(user)
}

// wake is wakeAll for those who hold the lock.
func (p *push) wake(user db.UserID) {
	for _, l := range p.of[user] {
		l.signal()
	}
}

// open adds a listener; nil when there are too many.
func (p *push) open(user db.UserID) *listener {
	l := &listener{user: user, wake: make(chan struct{}, 1), end: make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.clients) >= limits.PushAll {
		return nil
	}
	if own := p.of[user]; len(own) >= limits.PushClients {
		close(own[0].end)
		p.leave(own[0])
	}
	p.clients[l] = true
	p.of[user] = append(p.of[user], l)
	return l
}

func (p *push) close(l *listener) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leave(l)
}

func (p *push) leave(l *listener) {
	delete(p.clients, l)
	own := p.of[l.user]
	for i := range own {
		if own[i] == l {
			own = append(own[:i:i], own[i+1:]...)
			break
		}
	}
	if p.of[l.user] = own; len(own) == 0 {
		delete(p.of, l.user)
	}
}

// state returns the state of the caller's tree, and remembers whose changes matter for it.
func (p *push) state(c *api.Call, l *listener) (string, error) {
	var ids []db.SpaceID
	err := p.s.DB.View(c, func(v *db.View) (err error) {
		ids, err = spacesOf(v, c.Who)
		return err
	})
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
	t, err := p.s.tree(c, filesBase)
	if err != nil {
		return "", err
	}
	return p.s.Dav.State(c, c.Who, t)
}

func (s *Service) mountPush(r *api.Router) {
	s.Live.Watch(s.push.hear)
	s.Live.Watch(s.strays.hear)
	anybody := func(c *api.Call) error {
		if err := s.push.opened.Allow(api.ClientAddress(c.R)); err != nil {
			return err
		}
		select {
		case <-s.push.ended:
			return fault.TooManyRequests.After(pushPause)
		default:
		}
		return s.push.serve(c)
	}
	r.MountProtocol(&api.Protocol{Paths: []string{"/push/ws"}, Stays: true, Handle: anybody, IsOpen: everybody})
}
