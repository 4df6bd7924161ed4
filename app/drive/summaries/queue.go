package summaries

import (
	"context"
	"slices"
	"sync"

	"anbar/app/base/limits"
	"anbar/db"
)

// queue does the tasks of all workspaces, a few at a time. Workspaces have turns, so that many tasks of one do not
// delay the others.
type queue struct {
	ctx     context.Context
	most    int // tasks at a time
	running sync.WaitGroup

	mu     sync.Mutex
	busy   int
	spaces []*spaceQueue // of workspaces with waiting tasks, the next one first
	stop   map[db.SummaryID]context.CancelFunc
}

type spaceQueue struct {
	space db.SpaceID
	tasks []task
}

type task struct {
	id db.SummaryID
	do func(context.Context)
}

func newQueue(ctx context.Context, most int) *queue {
	return &queue{ctx: ctx, most: most, stop: map[db.SummaryID]context.CancelFunc{}}
}

// add puts a task at the end of its workspace's line; limits.ErrBusy when that is full.
func (q *queue) add(space db.SpaceID, id db.SummaryID, do func(context.Context)) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.IndexFunc(q.spaces, func(l *spaceQueue) bool { return l.space == space })
	if i < 0 {
		q.spaces = append(q.spaces, &spaceQueue{space: space})
		i = len(q.spaces) - 1
	}
	l := q.spaces[i]
	if len(l.tasks) >= limits.SummariesWaiting {
		return limits.ErrBusy
	}
	l.tasks = append(l.tasks, task{id, do})
	q.startNext()
	return nil
}

// startNext begins waiting tasks while there are free places. The caller holds the lock.
func (q *queue) startNext() {
	for q.busy < q.most && len(q.spaces) > 0 && q.ctx.Err() == nil {
		l := q.spaces[0]
		t := l.tasks[0]
		l.tasks, q.spaces = l.tasks[1:], q.spaces[1:]
		if len(l.tasks) > 0 {
			q.spaces = append(q.spaces, l) // behind the others
		}
		ctx, stop := context.WithCancel(q.ctx)
		q.stop[t.id] = stop
		q.busy++
		q.running.Go(func() {
			defer func() {
				stop()
				q.mu.Lock()
				defer q.mu.Unlock()
				delete(q.stop, t.id)
				q.busy--
				q.startNext()
			}()
			t.do(ctx)
		})
	}
}

// position returns how many tasks are begun until that one is: 1 for the next one, 0 for one that is not waiting.
func (q *queue) position(id db.SummaryID) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for mine, l := range q.spaces {
		at := slices.IndexFunc(l.tasks, func(t task) bool { return t.id == id })
		if at < 0 {
			continue
		}
		n := at + 1
		for i, other := range q.spaces {
			turns := at // of the other workspace before this task
			if i < mine {
				turns++
			}
			if i != mine {
				n += min(turns, len(other.tasks))
			}
		}
		return n
	}
	return 0
}

// contains reports whether a task waits or is being done.
func (q *queue) contains(id db.SummaryID) bool {
	q.mu.Lock()
	_, runs := q.stop[id]
	q.mu.Unlock()
	return runs || q.position(id) > 0
}

// cancel ends a task, or takes it out of its line.
func (q *queue) cancel(id db.SummaryID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if stop := q.stop[id]; stop != nil {
		stop()
	}
	for i, l := range q.spaces {
		l.tasks = slices.DeleteFunc(l.tasks, func(t task) bool { return t.id == id })
		if len(l.tasks) == 0 {
			q.spaces = slices.Delete(q.spaces, i, i+1)
			return
		}
	}
}
