package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

const (
	visitors    = 1000 // at once; the appliance lets 2,000 openings of one address pass before it slows them
	mayVisit    = 100
	leastVisits = 1000 // a second
)

// measureLinks lets a thousand visitors open a link at once: one that only some of them
// may open, and one that all may.
func (r *run) measureLinks() error {
	dir, err := r.newDirectory("links")
	if err != nil {
		return err
	}
	a, err := startFresh(filepath.Join(dir, "data"))
	if err != nil {
		return err
	}
	s, _, err := a.upload(a.root, "shared", randomBytes(mib, 3), 1)
	if err != nil {
		return err
	}
	for _, limit := range []int{mayVisit, visitors} {
		var l struct {
			ID string `json:"download_id"`
		}
		path := fmt.Sprintf("/download/space/%s/directory/%s/file/%s/temporary-link", a.space, s.File.Directory, s.File.ID)
		if err := a.call("POST", path, map[string]any{"title": "Shared", "count_limit": limit}, &l); err != nil {
			return err
		}
		in, took, err := a.visitLink(l.ID)
		if err != nil {
			return err
		}
		if limit < visitors {
			r.addAtMost(fmt.Sprintf("%d visitors at once on a link for %d: let in too many or too few", visitors, limit),
				float64(absInt(in-limit)),
				0, "%d in %v", in, took.Round(time.Millisecond))
			continue
		}
		r.addAtLeast("openings of a link a second, each a grant that is durable", float64(in)/took.Seconds(), leastVisits,
			"%d at once in %v", in, took.Round(time.Millisecond))
	}
	return a.stop()
}

func absInt(n int) int { return max(n, -n) }

// visitLink opens a link for every visitor at once, and returns how many came in.
func (a *appliance) visitLink(link string) (int, time.Duration, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: visitors}}
	defer client.CloseIdleConnections()
	var in atomic.Int64
	failed := make(chan error, visitors)
	var all sync.WaitGroup
	begin := time.Now()
	for range visitors {
		all.Go(func() {
			res, err := client.Post(a.api+"/download/share-link/"+link, "application/json", bytes.NewReader([]byte("{}")))
			if err != nil {
				failed <- err
				return
			}
			_, err = io.Copy(io.Discard, res.Body)
			if err = errors.Join(err, res.Body.Close()); err != nil {
				failed <- err
			}
			switch res.StatusCode {
			case http.StatusOK:
				in.Add(1)
			case http.StatusGone:
			default:
				failed <- fmt.Errorf("open a link: %s", res.Status)
			}
		})
	}
	all.Wait()
	took := time.Since(begin)
	close(failed)
	return int(in.Load()), took, <-failed
}
