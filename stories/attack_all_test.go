package stories

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"anbar/app/identity/accounts"
	"anbar/bench/attack"
	"anbar/blobstore"
)

const siegeMemory = 1 << 30

// TestHonestPeopleGetTheirDueUnderAttack lets a stranger, a visitor and a member do
// all they can to an appliance, in a group of 1 GiB where one can be made. Two honest
// people bring files in and read them meanwhile: nothing that was answered is lost
// or changed, and the process lives.
func TestHonestPeopleGetTheirDueUnderAttack(t *testing.T) {
	v := newVictim(t)
	group, err := attack.NewGroup(fmt.Sprintf("anbar-siege-%d", os.Getpid()), siegeMemory)
	if err != nil && !errors.Is(err, attack.ErrNoGroups) {
		t.Fatal(err)
	}
	v.group = group
	v.live()
	target := v.besiege()
	ctx, cancel := context.WithTimeout(t.Context(), siege)
	defer cancel()
	met := make(chan *attack.Tally, 1)
	go func() { met <- attack.Run(ctx, target) }()
	var honest sync.WaitGroup
	for i := range 2 {
		honest.Go(func() { v.honest(ctx, i) })
	}
	var most int64
	for ctx.Err() == nil {
		time.Sleep(100 * time.Millisecond)
		if group == nil {
			continue
		}
		now, err := group.Memory()
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, now)
	}
	honest.Wait()
	t.Logf("%d files, %d MiB at most; the attackers met %s", len(v.acked), most>>20, <-met)
	if len(v.acked) < int(siege/time.Second) {
		t.Errorf("the honest people brought %d files in within %v", len(v.acked), siege)
	}
	v.look()
	v.stop()
	if group != nil {
		if killed, err := group.CountKilled(); err != nil || killed > 0 {
			t.Errorf("%d processes were ended for memory: %v", killed, err)
		}
		if err := group.Remove(); err != nil {
			t.Error(err)
		}
	}
	healthy(t, newAppliance(t, v.data))
}

// besiege makes the account, the tree, the link and the upload box that the attackers
// use.
func (v *victim) besiege() attack.Target {
	v.t.Helper()
	do := func(c func(string, string, any, any) error, method, path string, body, into any) {
		if err := c(method, path, body, into); err != nil {
			v.t.Fatal(err)
		}
	}
	var w, other struct {
		Space string `json:"space_id"`
		Root  string `json:"root_directory_id"`
	}
	do(v.call, "POST", "/storage/workspace", map[string]string{"title": "honest"}, &w)
	v.space, v.root = w.Space, w.Root
	mallory := &victim{t: v.t, addr: v.addr}
	var s struct{ Access string }
	do(mallory.call, "POST", "/accounts/v1/users/login", map[string]string{"login": "m@example.org", "password": password}, &s)
	mallory.token = s.Access
	do(mallory.call, "POST", "/storage/workspace", map[string]string{"title": "mallory"}, &other)
	mallory.space, mallory.root = other.Space, other.Root
	target := attack.Target{Addr: v.addr, Member: mallory.token, Space: other.Space, Root: other.Root}
	target.Tree = mallory.many("tree", 2560)
	linked := v.many("linked", 5120)
	var link struct {
		ID string `json:"download_id"`
	}
	do(v.call, "POST", "/download/space/"+v.space+"/directory/"+v.root+"/links", map[string]any{
		"title": "All", "directory_ids": []string{linked},
	}, &link)
	var box struct {
		ID string `json:"upload_id"`
	}
	do(v.call, "POST", "/upload/space/"+v.space+"/directory/"+linked+"/box-link", map[string]any{
		"title": "In", "duration": map[string]any{"value": 1, "unit": "day"},
	}, &box)
	target.Link, target.Box = link.ID, box.ID
	return target
}

// many makes a directory with so many small files.
func (v *victim) many(name string, files int) string {
	v.t.Helper()
	var d struct {
		ID string `json:"directory_id"`
	}
	err := v.call("POST", "/storage/space/"+v.space+"/directory", map[string]string{"parent_id": v.root, "directory_name": name}, &d)
	for from := 0; err == nil && from < files; from += 256 {
		var b bytes.Buffer
		for i := from; i < from+256; i++ {
			content := fmt.Appendf(nil, "%s %d", name, i)
			writeFrame(&b, map[string]any{
				"key": fmt.Sprint(i), "relative_path": fmt.Sprint("d", i/1000), "size": len(content),
				"checksum": blobstore.Sum(content).String(),
			}, content)
		}
		err = v.call("POST", "/upload/bundle?space_id="+v.space+"&directory_id="+d.ID, b.Bytes(), nil)
	}
	if err != nil {
		v.t.Fatal(err)
	}
	return d.ID
}

// honest brings files in until ctx ends, in turns by a bundle and by three calls, and
// reads each again.
func (v *victim) honest(ctx context.Context, person int) {
	for i := 0; ctx.Err() == nil; i++ {
		name := fmt.Sprintf("honest-%d-%d", person, i)
		content := bytes.Repeat([]byte(name+" "), 1+i*37%900)
		send := v.bundle
		if i%2 == 1 {
			send = v.threeCalls
		}
		if err := send(name, content); err != nil {
			v.t.Errorf("%s: %v", name, err)
			return
		}
		v.mu.Lock()
		v.acked[name] = blobstore.Sum(content)
		v.mu.Unlock()
		got, err := v.read(name)
		if err != nil || !bytes.Equal(got, content) {
			v.t.Errorf("%s came back as %d bytes of %d: %v", name, len(got), len(content), err)
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// read finds a file by its name and reads it.
func (v *victim) read(name string) ([]byte, error) {
	var found struct {
		Files []struct {
			ID string `json:"file_id"`
		}
	}
	if err := v.call("GET", "/storage/space/"+v.space+"/directory/"+v.root+"/search?query="+name, nil, &found); err != nil {
		return nil, err
	}
	if len(found.Files) == 0 {
		return nil, fmt.Errorf("%s is not found", name)
	}
	var link struct{ URL string }
	if err := v.call("GET", "/download/space/"+v.space+"/directory/"+v.root+"/file/"+found.Files[0].ID, nil, &link); err != nil {
		return nil, err
	}
	res, err := http.Get("http://" + v.addr + link.URL)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}

// stop ends the process as an administrator does.
func (v *victim) stop() {
	v.t.Helper()
	if err := v.cmd.Process.Signal(os.Interrupt); err != nil {
		v.t.Fatal(err)
	}
	if err := v.cmd.Wait(); err != nil {
		v.t.Errorf("it did not stop well: %v", err)
	}
}

// attacker is the member who attacks.
var attacker = accounts.Person{FirstName: "Mallory", LastName: "Member", Email: "m@example.org", Password: password}
