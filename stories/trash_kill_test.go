package stories

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

// TestATrashIsRightAfterAKill kills the server again and again while a trash is emptied. What its list says is what it has then, and
// emptying goes on.
func TestATrashIsRightAfterAKill(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	v.live()
	var space struct {
		ID   string `json:"space_id"`
		Root string `json:"root_directory_id"`
		Bin  string `json:"trash_root_directory_id"`
	}
	if err := v.call("POST", "/storage/workspace", map[string]string{"title": "Team"}, &space); err != nil {
		t.Fatal(err)
	}
	const many = 1200
	var all sync.WaitGroup
	for part := range 8 {
		all.Go(func() {
			for i := part; i < many; i += 8 {
				dir := map[string]string{"parent_id": space.Root, "directory_name": fmt.Sprint("d", i)}
				if err := v.call("POST", "/storage/space/"+space.ID+"/directory", dir, nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	whole := map[string]any{"space_id": space.ID, "selection": map[string]any{"directory_id": space.Root, "all": true}}
	if err := v.call("POST", "/storage/batch-delete", whole, nil); err != nil {
		t.Fatal(err)
	}
	v.untilInTrash(space.ID, space.Bin, many)
	left := many
	for kills := 0; left > 0 && kills < 40; kills++ {
		go func() {
			_ = v.call("POST", "/trash/empty", map[string]string{"space_id": space.ID, "directory_id": space.Bin}, nil) // it is killed
		}()
		time.Sleep(time.Duration(5+7*kills) * time.Millisecond)
		v.kill()
		v.live()
		total, listed := v.inTrash(space.ID, space.Bin)
		if total != listed || total > left {
			t.Fatalf("after kill %d the list says %d items, and has %d; before there were %d", kills, total, listed, left)
		}
		left = total
	}
	if left > 0 {
		t.Errorf("%d are left", left)
	}
	v.kill()
}

// inTrash returns how many items the list of a trash says that it has, and how many it lists.
func (v *victim) inTrash(space, bin string) (total, listed int) {
	v.t.Helper()
	for page := 1; ; page++ {
		var l struct {
			Directories []struct{} `json:"directories"`
			Info        struct {
				Total int `json:"total"`
			} `json:"page_info"`
		}
		if err := v.call("GET", fmt.Sprintf("/trash/%s/directory/%s?limit=1000&page=%d", space, bin, page), nil, &l); err != nil {
			v.t.Fatal(err)
		}
		total, listed = l.Info.Total, listed+len(l.Directories)
		if len(l.Directories) < 1000 {
			return total, listed
		}
	}
}

func (v *victim) untilInTrash(space, bin string, want int) {
	v.t.Helper()
	for began := time.Now(); time.Since(began) < longestTask; time.Sleep(50 * time.Millisecond) {
		if total, _ := v.inTrash(space, bin); total == want {
			return
		}
	}
	v.t.Fatal("the items do not come into the trash")
}
