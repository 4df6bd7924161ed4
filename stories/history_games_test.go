package stories

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"anbar/history"

	"github.com/anishathalye/porcupine"
)

// game is one history: the operations of some clients on one thing, and its model.
type game struct {
	name    string
	model   porcupine.Model
	log     *history.Log
	clients []func(client int, r *rand.Rand)
	look    func() bool // the last word, when everything works again
}

// do records a call that changes something.
func (s *scene) do(g *game, client int, in any, call func() *reply, out func(*reply) any) {
	g.log.Record(client, in, func() (any, history.Outcome) {
		r := call()
		if r.outcome == history.Unknown {
			s.vague.Add(1)
		}
		if r.outcome != history.Answered {
			return nil, r.outcome
		}
		return out(r), r.outcome
	})
}

// see records a call that changes nothing: one without an answer says nothing. It
// reports whether there was one.
func (s *scene) see(g *game, client int, in any, call func() *reply, out func(*reply) any) (answered bool) {
	g.log.Record(client, in, func() (any, history.Outcome) {
		r := call()
		if answered = r.outcome == history.Answered; !answered {
			return nil, history.Unsent
		}
		return out(r), history.Answered
	})
	return answered
}

// word returns the model's word for the status; an unexpected status fails the test.
func (r *reply) word(words map[int]string) string {
	if w, ok := words[r.status]; ok {
		return w
	}
	r.t.Errorf("nobody expects %d %s", r.status, r.body)
	return fmt.Sprint(r.status)
}

func (s *scene) games(r *rand.Rand) []*game {
	var base struct {
		ID string `json:"directory_id"`
	}
	s.sure(s.owner, "POST", "/storage/space/"+s.space+"/directory", map[string]string{
		"parent_id": s.root, "directory_name": fmt.Sprint("round ", r.Uint64()),
	}, 201, &base)
	return []*game{
		s.names(s.dir(base.ID, "names")), s.moves(s.dir(base.ID, "moves")), s.versions(s.dir(base.ID, "versions")),
		s.links(s.dir(base.ID, "links"), 20+r.IntN(100)), s.sessions(), s.rights(s.dir(base.ID, "rights")),
	}
}

func (s *scene) dir(parent, name string) string {
	var d struct {
		ID string `json:"directory_id"`
	}
	s.sure(s.owner, "POST", "/storage/space/"+s.space+"/directory", map[string]string{"parent_id": parent, "directory_name": name}, 201, &d)
	return d.ID
}

type page struct {
	Directory struct {
		Directories int `json:"directories_count"`
	}
	Directories []struct {
		ID   string `json:"directory_id"`
		Name string
	}
	PageInfo struct{ Total int } `json:"page_info"`
}

func (p *page) entries() map[string]string {
	ids := map[string]string{}
	for _, d := range p.Directories {
		ids[d.Name] = d.ID
	}
	return ids
}

func (s *scene) list(token, dir string) *reply {
	return s.send(token, "GET", "/storage/space/"+s.space+"/directory/"+dir+"?limit=1000", nil)
}

// names has three clients make, rename and delete directories of few names, and two
// look at them.
func (s *scene) names(dir string) *game {
	g := &game{name: "names", model: history.NamesModel(), log: history.NewLog()}
	var mu sync.Mutex
	var known []string
	list := func(client int) bool {
		return s.see(g, client, history.NameOp{Verb: "list"}, func() *reply { return s.list(s.owner, dir) }, func(r *reply) any {
			var p page
			r.into(&p)
			mu.Lock()
			defer mu.Unlock()
			known = known[:0]
			for _, d := range p.Directories {
				known = append(known, d.ID)
			}
			return history.NameResult{
				Word: r.word(map[int]string{200: "done"}), Entries: history.FormatEntries(p.entries()),
				Directories: p.Directory.Directories,
				Total:       p.PageInfo.Total,
			}
		})
	}
	one := func(r *rand.Rand) string {
		mu.Lock()
		defer mu.Unlock()
		if len(known) == 0 {
			return ""
		}
		return known[r.IntN(len(known))]
	}
	words := map[int]string{200: "done", 201: "done", 204: "done", 409: "taken", 404: "gone"}
	plain := func(r *reply) any { return history.NameResult{Word: r.word(words)} }
	play := func(client int, r *rand.Rand) {
		name, id := string(rune('a'+r.IntN(4))), one(r)
		switch k := r.IntN(10); {
		case k < 4:
			s.do(g, client, history.NameOp{Verb: "make", Name: name}, func() *reply {
				return s.send(s.owner, "POST", "/storage/space/"+s.space+"/directory",
					map[string]string{"parent_id": dir, "directory_name": name})
			}, func(r *reply) any {
				var d struct {
					ID string `json:"directory_id"`
				}
				r.into(&d)
				return history.NameResult{Word: r.word(words), ID: d.ID}
			})
		case k < 6 || id == "":
			list(client)
		case k < 8:
			s.do(g, client, history.NameOp{Verb: "rename", ID: id, Name: name}, func() *reply {
				return s.send(s.owner, "PUT", "/storage/space/"+s.space+"/rename/directory",
					map[string]string{"directory_id": id, "new_name": name})
			}, plain)
		default:
			s.do(g, client, history.NameOp{Verb: "delete", ID: id}, func() *reply {
				return s.send(s.owner, "DELETE", "/storage/space/"+s.space+"/directory/"+id, nil)
			}, plain)
		}
	}
	watch := func(client int, _ *rand.Rand) { list(client) } // changes show for a moment only
	g.clients = []func(int, *rand.Rand){play, play, play, watch, watch}
	g.look = func() bool { return list(0) }
	return g
}

// moves has three clients move one directory between three, and look where it is.
func (s *scene) moves(dir string) *game {
	at := []string{s.dir(dir, "a"), s.dir(dir, "b"), s.dir(dir, "c")}
	item := s.dir(at[0], "item")
	g := &game{name: "moves", model: history.PlacesModel(at[0]), log: history.NewLog()}
	look := func(client int, where string) bool {
		return s.see(g, client, history.PlaceOp{Verb: "look", At: where}, func() *reply { return s.list(s.owner, where) },
			func(r *reply) any {
				var p page
				r.into(&p)
				return history.PlaceResult{Here: p.entries()["item"] == item}
			})
	}
	play := func(client int, r *rand.Rand) {
		to := at[r.IntN(len(at))]
		if r.IntN(2) == 0 {
			look(client, to)
			return
		}
		s.do(g, client, history.PlaceOp{Verb: "move", At: to}, func() *reply {
			return s.send(s.owner, "PUT", "/storage/space/"+s.space+"/move/directory", map[string]string{
				"source_directory_id": item, "destination_directory_id": to,
			})
		}, func(r *reply) any {
			return history.PlaceResult{Word: r.word(map[int]string{200: "done", 409: "refused", 422: "refused"})}
		})
	}
	g.clients = []func(int, *rand.Rand){play, play, play}
	g.look = func() bool {
		for _, where := range at {
			if !look(0, where) {
				return false
			}
		}
		return true
	}
	return g
}

// links has four strangers open a link that opens so many times.
func (s *scene) links(dir string, limit int) *game {
	s.dir(dir, "given")
	var link struct {
		ID string `json:"download_id"`
	}
	s.sure(s.owner, "POST", "/download/space/"+s.space+"/directory/"+s.root+"/links", map[string]any{
		"title": "T", "directory_ids": []string{dir}, "count_limit": limit,
	}, 201, &link)
	g := &game{name: "links", model: history.OpeningsModel(limit), log: history.NewLog()}
	count := func(client int) bool {
		return s.see(g, client, history.OpeningOp{Verb: "count"}, func() *reply {
			return s.send(s.owner, "GET", "/download/space/"+s.space+"/links/"+link.ID+"/openings?limit=1", nil)
		}, func(r *reply) any {
			var p page
			r.into(&p)
			return history.OpeningResult{Count: p.PageInfo.Total}
		})
	}
	play := func(client int, r *rand.Rand) {
		if r.IntN(4) == 0 {
			count(client)
			return
		}
		s.do(g, client, history.OpeningOp{Verb: "open"}, func() *reply {
			return s.send("", "POST", "/download/share-link/"+link.ID, map[string]string{})
		}, func(r *reply) any {
			return history.OpeningResult{Granted: r.word(map[int]string{200: "done", 410: "spent"}) == "done"}
		})
	}
	g.clients = []func(int, *rand.Rand){play, play, play}
	g.look = func() bool { return count(0) }
	return g
}
