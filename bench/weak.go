package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"
)

const (
	nearAddr = "10.78.0.1"
	farAddr  = "10.78.0.2"
)

// weakRun is a weak line, with the machine of a person at its near end and a server's at its far one.
type weakRun struct {
	*run
	near, far *machine
	line      *link
}

func (r *run) newWeakRun(l *weakLine) (w *weakRun, remove func(), err error) {
	w = &weakRun{run: r}
	if w.near, err = newMachine("near", nearAddr, farAddr); err != nil {
		return nil, nil, err
	}
	if w.far, err = newMachine("far", farAddr, nearAddr); err != nil {
		return nil, nil, errors.Join(err, w.near.remove())
	}
	w.line = l.connect(w.near, w.far)
	return w, func() {
		if err := errors.Join(w.near.remove(), w.far.remove()); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}, nil
}

// measureBare puts bytes to a server that forgets them, over some connections at once, with no cuts, and returns the bits a second.
func (w *weakRun) measureBare(size, connections int, algorithm string) (float64, error) {
	l, err := w.far.listen("8099")
	if err != nil {
		return 0, err
	}
	sink := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) { _, _ = io.Copy(io.Discard, q.Body) })}
	go func() { _ = sink.Serve(l) }() // until it is closed
	defer sink.Close()
	client := &http.Client{Transport: &http.Transport{DialContext: w.near.dialBy(algorithm), MaxIdleConnsPerHost: connections}}
	defer client.CloseIdleConnections()
	pieces := make(chan int, size/(256<<10)+1)
	for left := size; left > 0; left -= 256 << 10 {
		pieces <- min(left, 256<<10)
	}
	close(pieces)
	var all sync.WaitGroup
	failed := make(chan error, connections)
	begin := time.Now()
	for range connections {
		all.Go(func() {
			for n := range pieces {
				q, err := http.NewRequest(http.MethodPut, "http://"+farAddr+":8099/", bytes.NewReader(make([]byte, n)))
				if err == nil {
					var answer *http.Response
					if answer, err = client.Do(q); err == nil {
						err = answer.Body.Close()
					}
				}
				if err != nil {
					failed <- err
					return
				}
			}
		})
	}
	all.Wait()
	close(failed)
	return float64(size*8) / time.Since(begin).Seconds(), <-failed
}

// browserShare is how many times less the browser sends.
const browserShare = 20

// measureWeak uploads 100 MiB over a weak line that is cut ten times. WEAK_MIB and WEAK_CUTS make it shorter, and
// WEAK_DO does only the "program" or the "browser".
func (r *run) measureWeak() error {
	if os.Geteuid() != 0 {
		fmt.Println("not measured: it makes network namespaces, which needs root")
		return nil
	}
	size, err := envNumber("WEAK_MIB", 100)
	if err != nil {
		return err
	}
	cuts, err := envNumber("WEAK_CUTS", 10)
	if err != nil {
		return err
	}
	// The cuts are spread over the time that the bytes take.
	every := time.Duration(float64(size*mib*8) / 2e6 / float64(cuts+1) * float64(time.Second))
	w, remove, err := r.newWeakRun(theWeakLine(cuts, every, 20*time.Second))
	if err != nil {
		return err
	}
	defer remove()
	if do := os.Getenv("WEAK_DO"); do != "" && do != "bare" {
		fmt.Println("      without the bare PUTs")
	} else if err := w.printBare(); err != nil {
		return err
	}
	a, err := w.startFar("weak")
	if err != nil {
		return err
	}
	if do := os.Getenv("WEAK_DO"); do == "" || do == "program" {
		if err := w.sendWeak(a, size*mib, 16); err != nil {
			return err
		}
	}
	// A browser sends a file over one connection: it would take more than an hour for all of it.
	if do := os.Getenv("WEAK_DO"); do == "" || do == "browser" {
		if err := w.sendByBrowser(a, size*mib/browserShare); err != nil {
			return err
		}
	}
	return a.stop()
}

// printBare says what TCP itself carries on the line, without cuts and without the product.
func (w *weakRun) printBare() error {
	for _, n := range []int{1, 6, 12} {
		rate, err := w.measureBare(n*mib/2, n, "cubic")
		if err != nil {
			return err
		}
		fmt.Printf("      bare PUTs without cuts, %d connections: %.2f Mbit/s\n", n, rate/1e6)
	}
	return nil
}

func envNumber(name string, otherwise int) (int, error) {
	text := os.Getenv(name)
	if text == "" {
		return otherwise, nil
	}
	return strconv.Atoi(text)
}
