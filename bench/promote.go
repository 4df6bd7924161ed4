package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

const (
	promoteLine    = 30 * time.Millisecond // there and back
	promoteRounds  = 3
	promoteWriters = 3
	promotePause   = 20 * time.Millisecond // of each writer
	promoteBefore  = 15 * time.Second      // for which people write
)

// measurePromote kills a machine with a million files while people write, has another one take its place, and counts what is lost.
func (r *run) measurePromote() error {
	dir, err := r.newDirectory("promote")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	service, addr, err := startGateway(dir)
	if err != nil {
		return err
	}
	defer service.Process.Kill()
	line, err := startDelayLine(addr, promoteLine/2)
	if err != nil {
		return err
	}
	defer line.Close()
	client, reset, err := useGateway("http://" + line.Addr().String())
	if err != nil {
		return err
	}
	defer reset()
	if _, err := client.CreateBucket(context.Background(), &s3.CreateBucketInput{Bucket: aws.String(awayBucket)}); err != nil {
		return err
	}
	defer os.RemoveAll(filepath.Join(r.dir, "promoted"))
	a, data, err := r.startFenced("promoted")
	if err != nil {
		return err
	}
	var took, oldest []time.Duration
	written, lost := 0, 0
	for i := range promoteRounds {
		p, err := a.replace(data, filepath.Join(dir, fmt.Sprint("machine-", i)))
		if err != nil {
			return errors.Join(err, a.kill())
		}
		a, data = p.next, p.data
		took, oldest = append(took, p.took), append(oldest, p.oldest)
		written, lost = written+p.written, lost+p.lost
	}
	r.addPromotion(took, oldest, written, lost)
	return a.kill() // the first copy of the last machine may still take long
}

// startFenced starts an appliance with a million files that another one can replace.
func (r *run) startFenced(name string) (a *appliance, data string, err error) {
	a, data, err = r.startWithTree(name)
	if err == nil {
		err = a.stop()
	}
	if err != nil {
		return nil, "", err
	}
	if a, err = startAppliance(data, "--backup-to", "s3://"+awayBucket, "--backup-fenced"); err != nil {
		return nil, "", err
	}
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) { // until it has its lease
		if err := a.signIn(); err == nil {
			return a, data, nil
		} else if time.Since(began) > 5*time.Minute {
			return nil, "", errors.Join(err, a.kill())
		}
	}
}

func (r *run) addPromotion(took, oldest []time.Duration, written, lost int) {
	worst, age := time.Duration(0), time.Duration(0)
	for i := range took {
		worst, age = max(worst, took[i]), max(age, oldest[i])
	}
	r.addAtMost("1,000,000 files: from \"anbar promote\" until the new machine acknowledges a write, with the old one killed, the longest "+
		"of "+fmt.Sprint(len(took))+", s", worst.Seconds(), 30, "from S3 at a line of %v; shortest %.1f s", promoteLine,
		minDuration(took).Seconds())
	r.addAtMost("the same: age of the oldest acknowledged row that is lost, s", age.Seconds(), 2,
		"before the old machine was killed; %d of %d rows are lost", lost, written)
}

func minDuration(all []time.Duration) time.Duration {
	least := all[0]
	for _, d := range all {
		least = min(least, d)
	}
	return least
}

// promotion is what came of one.
type promotion struct {
	next          *appliance
	data          string
	took, oldest  time.Duration
	written, lost int
}

type acknowledgedRow struct {
	name string
	at   time.Time
}

// replace has people write into the appliance, kills it, and has another machine take its place.
func (a *appliance) replace(data, second string) (*promotion, error) {
	if err := runBackup(data); err != nil {
		return nil, err
	}
	dir, err := a.createDirectory("written before " + filepath.Base(second))
	if err != nil {
		return nil, err
	}
	rows, err := a.writeRows(dir, promoteBefore)
	if err != nil {
		return nil, err
	}
	killed := time.Now()
	if err := a.kill(); err != nil {
		return nil, err
	}
	p := &promotion{data: second, written: len(rows)}
	if p.next, err = a.promote(second); err != nil {
		return nil, err
	}
	p.took = time.Since(killed)
	found, err := p.next.listNames(dir)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if !found[row.name] {
			p.lost++
			p.oldest = max(p.oldest, killed.Sub(row.at))
		}
	}
	return p, nil
}

// writeRows makes directories for a while, and returns those that were acknowledged. The last ones were just now.
func (a *appliance) writeRows(dir string, during time.Duration) ([]acknowledgedRow, error) {
	var mu sync.Mutex
	var rows []acknowledgedRow
	var failed error
	var all sync.WaitGroup
	end := time.Now().Add(during)
	for w := range promoteWriters {
		all.Go(func() {
			for i := 0; time.Now().Before(end); i++ {
				name := fmt.Sprintf("row %d %d", w, i)
				err := a.call("POST", "/storage/space/"+a.space+"/directory", map[string]any{"parent_id": dir, "directory_name": name}, nil)
				mu.Lock()
				if err != nil {
					failed = err
				} else {
					rows = append(rows, acknowledgedRow{name, time.Now()})
				}
				mu.Unlock()
				time.Sleep(promotePause)
			}
		})
	}
	all.Wait()
	return rows, failed
}

// promote runs the command on another data directory, and returns the machine once it acknowledged a write.
func (a *appliance) promote(data string) (*appliance, error) {
	addr := freeAddr()
	cmd := exec.Command(program[0], "promote", "--log", "error", "--from", "s3://"+awayBucket, "--data", data)
	cmd.Env = append(os.Environ(), "ANBAR_LISTEN="+addr)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	next := *a
	next.process, next.api = &process{cmd: cmd, out: bufio.NewReader(out)}, "http://"+addr+"/api"
	next.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	said := &strings.Builder{}
	for line := ""; !strings.Contains(line, "serves at"); {
		if line, err = next.out.ReadString('\n'); err != nil {
			return nil, fmt.Errorf("the machine was not promoted: %w: %s", errors.Join(err, cmd.Wait()), said)
		}
		_, _ = io.WriteString(said, line) // cannot fail
	}
	for i, began := 0, time.Now(); ; i++ {
		_, err := next.createDirectory(fmt.Sprint("first of ", filepath.Base(data), " ", i))
		if err == nil {
			return &next, nil
		}
		if time.Since(began) > time.Minute {
			return nil, errors.Join(err, next.kill())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// listNames returns the names of the directories in one.
func (a *appliance) listNames(dir string) (map[string]bool, error) {
	found := map[string]bool{}
	for cursor := ""; ; {
		var l struct {
			Directories []struct{ Name string }
			PageInfo    struct{ Next *string } `json:"page_info"`
		}
		if err := a.call("GET", "/storage/space/"+a.space+"/directory/"+dir+"?limit=1000&cursor="+cursor, nil, &l); err != nil {
			return nil, err
		}
		for _, d := range l.Directories {
			found[d.Name] = true
		}
		if l.PageInfo.Next == nil {
			return found, nil
		}
		cursor = *l.PageInfo.Next
	}
}
