package files_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"anbar/app/drive/files"
)

// TestAListingIsOfOneMoment reads a directory while another user fills and empties it: its
// counts and its entries have to be of the same moment.
func TestAListingIsOfOneMoment(t *testing.T) {
	w := newWorld(t, 1)
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	dir := w.mkdir(w.m.root.id, "dir")
	for i := range 5 {
		w.mkdir(dir, fmt.Sprint("stays ", i))
	}
	var all sync.WaitGroup
	all.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			l, err := w.tree.CreateDirectory(context.Background(), w.who, w.space, dir, fmt.Sprint(i))
			if err == nil && i%3 == 2 {
				_, err = w.tree.Delete(context.Background(), w.who, dirs(w, l.ID))
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	})
	for range 4 {
		all.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				l, err := w.tree.List(context.Background(), w.who, w.space, dir, files.Page{Sort: "name:1", Limit: 1})
				if err != nil {
					t.Error(err)
					return
				}
				raw, err := json.Marshal(l)
				if err != nil {
					t.Error(err)
					return
				}
				var got struct {
					Directory struct {
						Directories int64 `json:"directories_count"`
					}
					PageInfo struct{ Total int64 } `json:"page_info"`
				}
				if err := json.Unmarshal(raw, &got); err != nil {
					t.Error(err)
					return
				}
				if got.Directory.Directories != got.PageInfo.Total {
					t.Errorf("the directory has %d directories and lists %d", got.Directory.Directories, got.PageInfo.Total)
					return
				}
			}
		})
	}
	all.Wait()
}
