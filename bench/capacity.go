package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"anbar/db"
)

// carrier is a machine that a day of a team is measured on.
type carrier struct {
	cores, dirs int    // that the server may use, and of 10,000 files each in its drive
	limit       string // of the memory, as GOMEMLIMIT
}

const (
	dayStep  = 8 * time.Second
	dayLimit = 200 * time.Millisecond // for 95 of 100 requests
	// A person who works in the drive makes a request each 5 seconds on average: opens a folder, reads, saves, searches.
	dayPause = 5 * time.Second
)

// measureCapacity: how many requests of a mixed day a machine answers, and how many people that is.
func (r *run) measureCapacity() error {
	if err := os.Setenv("ANBAR_WORKSPACE_NODES", "0"); err != nil {
		return err
	}
	defer os.Unsetenv("ANBAR_WORKSPACE_NODES")
	for _, c := range []carrier{{1, 10, "350MiB"}, {2, 100, "700MiB"}} {
		if err := r.measureDay(c); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) measureDay(c carrier) error {
	a, data, err := r.startWithTreeOf(fmt.Sprintf("capacity-%d", c.cores), c.dirs, false)
	if err != nil {
		return err
	}
	if err := a.stop(); err != nil {
		return err
	}
	by := []string{"taskset", "-c", "0-" + strconv.Itoa(c.cores-1), "env", "GOMEMLIMIT=" + c.limit, program[0]}
	if a, err = startApplianceBy(by, data); err != nil {
		return err
	}
	if err := a.signIn(); err != nil {
		return err
	}
	d, err := a.prepareDay(c.dirs)
	if err != nil {
		return err
	}
	rate, at, p95 := 0.0, 0, time.Duration(0)
	for workers := 1; workers <= 64; workers *= 2 {
		took, err := d.work(workers)
		if err != nil {
			return err
		}
		slow := percentile(took, 0.95)
		if slow > dayLimit {
			break
		}
		if now := float64(len(took)) / dayStep.Seconds(); now > rate {
			rate, at, p95 = now, workers, slow
		}
	}
	_, peak := a.memory()
	r.addAtLeast(fmt.Sprintf("a mixed day on %d core(s), %d names: requests a second while 95 of 100 take at most %v", c.cores,
		c.dirs*manyFiles, dayLimit), rate, 100, "p95 %v with %d at once; people who make one each %v: %.0f; memory at most %d MiB",
		p95.Round(time.Millisecond), at, dayPause, rate*dayPause.Seconds(), peak/mib)
	return a.stop()
}

// day is what people of a team do: of 100 requests 60 open a folder, 20 read a file of 100 KiB, 10 search a name, 10 store a file of
// 32 KiB.
type day struct {
	a     *appliance
	dirs  []string
	links []string
	into  smallDir
	next  atomic.Int64 // number of the file that is written next
}

func (a *appliance) prepareDay(dirs int) (*day, error) {
	d := &day{a: a}
	for i := range dirs {
		d.dirs = append(d.dirs, db.NodeID(1_000_000+i).String())
	}
	for i := range 50 {
		f, _, err := a.upload(a.root, fmt.Sprintf("read %d", i), randomBytes(100<<10, uint64(i)+40_000), 1)
		if err != nil {
			return nil, err
		}
		link, err := a.createLink(f)
		if err != nil {
			return nil, err
		}
		d.links = append(d.links, link)
	}
	var err error
	d.into, err = a.createSmallDir("written")
	return d, err
}

// work has so many people do one request after the other for a while, and returns how long each took.
func (d *day) work(people int) (all []time.Duration, err error) {
	var mu sync.Mutex
	var working sync.WaitGroup
	end := time.Now().Add(dayStep)
	for i := range people {
		working.Go(func() {
			random := rand.New(rand.NewPCG(uint64(people), uint64(i)))
			var took []time.Duration
			var failed error
			for time.Now().Before(end) && failed == nil {
				begin := time.Now()
				failed = d.request(random)
				took = append(took, time.Since(begin))
			}
			mu.Lock()
			defer mu.Unlock()
			all, err = append(all, took...), errors.Join(err, failed)
		})
	}
	working.Wait()
	return slices.Clip(all), err
}

func (d *day) request(random *rand.Rand) error {
	a := d.a
	switch n := random.IntN(100); {
	case n < 60:
		dir := d.dirs[random.IntN(len(d.dirs))]
		return a.call("GET", fmt.Sprintf("/storage/space/%s/directory/%s?limit=100", a.space, dir), nil, nil)
	case n < 80:
		_, err := a.fetch(d.links[random.IntN(len(d.links))], "")
		return err
	case n < 90:
		return a.call("GET", fmt.Sprintf("/storage/space/%s/directory/%s/search?query=%d&limit=50", a.space, a.root, random.IntN(10_000)),
			nil, nil)
	default:
		i := int(d.next.Add(1))
		return a.putOne(d.into, i, randomBytes(32<<10, uint64(i)+50_000))
	}
}
