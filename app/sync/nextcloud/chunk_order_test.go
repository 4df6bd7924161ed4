package nextcloud

import (
	"net/http"
	"testing"

	"anbar/db"
)

func TestChunksFollowTheirPlaces(t *testing.T) {
	for _, c := range []struct {
		name string
		all  []db.Chunk
		want string
	}{
		{"numbers without places", []db.Chunk{{Name: "10", Start: -1, Size: 1}, {Name: "9", Start: -1, Size: 2}}, "9 10"},
		{"places with names that are no numbers", []db.Chunk{{Name: "a", Start: 5, Size: 1}, {Name: "b", Start: 0, Size: 5}}, "b a"},
		{"places against the numbers", []db.Chunk{{Name: "1", Start: 5, Size: 1}, {Name: "2", Start: 0, Size: 5}}, "2 1"},
		{"some places are not known", []db.Chunk{
			{Name: "1", Start: 0, Size: 5}, {Name: "3", Start: -1, Size: 1}, {Name: "2", Start: 5, Size: 2},
		}, "1 2 3"},
	} {
		size, at, got := orderChunks(c.all), int64(0), ""
		for i, chunk := range c.all {
			if chunk.Start != at {
				t.Errorf("%s: %s begins at %d, not %d", c.name, chunk.Name, chunk.Start, at)
			}
			if at += chunk.Size; i > 0 {
				got += " "
			}
			got += chunk.Name
		}
		if got != c.want || size != at {
			t.Errorf("%s: %s of %d bytes, not %s of %d", c.name, got, size, c.want, at)
		}
	}
}

func TestTheFirstChunkBeginsTheFile(t *testing.T) {
	r := &http.Request{Header: http.Header{}}
	for _, c := range []struct {
		name   string
		before []db.Chunk
		want   int64
	}{
		{"0", nil, 0},
		{"1", nil, 0},
		{"1", []db.Chunk{{Name: "0", Start: 0, Size: 7}}, 7},
		{"1", []db.Chunk{{Name: "2", Start: -1, Size: 7}}, -1},
		{"2", []db.Chunk{{Name: "1", Start: 0, Size: 7}}, 7},
		{"3", []db.Chunk{{Name: "1", Start: 0, Size: 7}}, -1},
		{"7-9", nil, 7},
	} {
		if got, err := resolveStart(r, c.name, c.before); err != nil || got != c.want {
			t.Errorf("%s after %v begins at %d, not %d: %v", c.name, c.before, got, c.want, err)
		}
	}
}
