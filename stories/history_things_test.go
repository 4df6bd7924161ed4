package stories

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"sync"

	"anbar/blobstore"
	"anbar/history"
)

// bundled is the answer to a bundle.
type bundled struct {
	Results []struct {
		Status int
		File   struct {
			ID      string `json:"file_id"`
			Version string `json:"version_id"`
			Number  int    `json:"version_number"`
		}
	}
}

// detailed has the fields of a file's details that the clients read.
type detailed struct {
	Versions []struct {
		ID     string `json:"version_id"`
		Number int
		Head   bool `json:"is_head"`
	} `json:"file_versioning"`
}

// file is one file with versions that clients know by their numbers.
type file struct {
	s       *scene
	dir, id string

	mu     sync.Mutex
	ids    map[int]string
	newest int
}

func (f *file) write(text string) *reply {
	var b bytes.Buffer
	writeFrame(&b, map[string]any{"key": "f.txt", "size": len(text), "checksum": blobstore.Sum([]byte(text)).String()}, []byte(text))
	return f.s.send(f.s.owner, "POST", "/upload/bundle?on_duplicate=version&space_id="+f.s.space+"&directory_id="+f.dir, b.Bytes())
}

func (f *file) wrote(r *reply) any {
	var b bundled
	r.into(&b)
	if len(b.Results) != 1 || b.Results[0].Status != 201 {
		r.t.Errorf("a version is not taken: %s", r.body)
		return history.VersionResult{Word: "refused"}
	}
	made := b.Results[0].File
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ids[made.Number], f.newest = made.Version, max(f.newest, made.Number)
	return history.VersionResult{Word: "done", Number: made.Number}
}

func (f *file) path() string {
	return "/space/" + f.s.space + "/directory/" + f.dir + "/file/" + f.id
}

func (f *file) listed(r *reply) any {
	var a detailed
	r.into(&a)
	f.mu.Lock()
	defer f.mu.Unlock()
	head, all := 0, []int{}
	for _, v := range a.Versions {
		f.ids[v.Number] = v.ID
		all = append(all, v.Number)
		if v.Head {
			head = v.Number
		}
	}
	return history.VersionResult{All: history.FormatNumbers(head, all)}
}

// one returns one of the newest versions that a client saw, which may be deleted by now.
func (f *file) one(r *rand.Rand) (number int, id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	number = max(1, f.newest-r.IntN(4)) // the newest more often: its number must not come again
	return number, f.ids[number]
}

// versions has three clients write, read, delete and restore versions of one file.
func (s *scene) versions(dir string) *game {
	f := &file{s: s, dir: dir, ids: map[int]string{}}
	first := f.write("first")
	if first.outcome != history.Answered {
		s.t.Fatalf("the first version is not taken: %d %s", first.status, first.body)
	}
	var b bundled
	first.into(&b)
	f.id = b.Results[0].File.ID
	g := &game{name: "versions", model: history.VersionsModel("first"), log: history.NewLog()}
	words := map[int]string{200: "done", 204: "done", 404: "gone", 422: "last"}
	plain := func(r *reply) any { return history.VersionResult{Word: r.word(words)} }
	list := func(client int) bool {
		return s.see(g, client, history.VersionOp{Verb: "list"}, func() *reply {
			return s.send(s.owner, "GET", "/storage"+f.path()+"/properties", nil)
		}, f.listed)
	}
	play := func(client int, r *rand.Rand) {
		text := fmt.Sprint("text-", r.Uint32())
		number, id := f.one(r)
		switch k := r.IntN(10); {
		case k < 3:
			s.do(g, client, history.VersionOp{Verb: "write", Text: text}, func() *reply { return f.write(text) },
				func(r *reply) any { return f.wrote(r) })
		case k < 6:
			s.see(g, client, history.VersionOp{Verb: "read"}, func() *reply {
				return s.send(s.owner, "GET", "/download"+f.path()+"/direct", nil)
			}, func(r *reply) any {
				r.word(words)
				return history.VersionResult{Text: string(r.body)}
			})
		case k < 7 || id == "":
			list(client)
		case k < 9:
			s.do(g, client, history.VersionOp{Verb: "delete", Number: number}, func() *reply {
				return s.send(s.owner, "DELETE", "/storage"+f.path()+"?version_id="+id, nil)
			}, plain)
		default:
			s.do(g, client, history.VersionOp{Verb: "restore", Number: number}, func() *reply {
				return s.send(s.owner, "PUT", "/storage"+f.path()+"/restore-version", map[string]string{"version_id": id})
			}, plain)
		}
	}
	g.clients = []func(int, *rand.Rand){play, play, play}
	g.look = func() bool { return list(0) }
	return g
}

// purse is the tokens that the windows of one browser share.
type purse struct {
	mu      sync.Mutex
	refresh []string // the oldest first
	access  []string
}

func (p *purse) take(r *rand.Rand) (refresh, access string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := len(p.refresh) - 1
	if k := r.IntN(1000); i > 1 && k == 0 {
		i = r.IntN(i - 1) // a stolen old token
	} else if i > 0 && k < 300 {
		i-- // a window that did not hear of the newest
	}
	return p.refresh[i], p.access[r.IntN(len(p.access))]
}

func (p *purse) put(old string, now pair) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.access = append(p.access, now.Access)
	if p.refresh[len(p.refresh)-1] == old {
		p.refresh = append(p.refresh, now.Refresh)
	}
}

// sessions has three windows of one browser use one session, which ends at any time.
func (s *scene) sessions() *game {
	in := s.login("v@example.org")
	p := &purse{refresh: []string{in.Refresh}, access: []string{in.Access}}
	g := &game{name: "sessions", model: history.SessionsModel(in.Refresh), log: history.NewLog()}
	words := map[int]string{200: "done", 204: "done", 401: "refused"}
	read := func(client int, access string) bool {
		return s.see(g, client, history.SessionOp{Verb: "read"}, func() *reply {
			return s.send(access, "GET", "/accounts/v1/users/me", nil)
		}, func(r *reply) any {
			return history.SessionResult{Word: r.word(words)}
		})
	}
	play := func(client int, r *rand.Rand) {
		refresh, access := p.take(r)
		switch k := r.IntN(2000); {
		case k == 0: // seldom, so that most sessions meet some trouble
			s.do(g, client, history.SessionOp{Verb: "logout"}, func() *reply {
				return s.send(access, "POST", "/accounts/v1/users/logout", map[string]string{"refresh": refresh})
			}, func(r *reply) any { return history.SessionResult{Word: r.word(words)} })
		case k < 200:
			s.do(g, client, history.SessionOp{Verb: "refresh", Refresh: refresh}, func() *reply {
				return s.send("", "POST", "/accounts/v1/token/refresh", map[string]string{"refresh": refresh})
			}, func(r *reply) any {
				var now pair
				u := history.SessionResult{Word: r.word(words)}
				if r.status == 200 {
					r.into(&now)
					p.put(refresh, now)
					u.Refresh = now.Refresh
				}
				return u
			})
		default:
			read(client, access)
		}
	}
	g.clients = []func(int, *rand.Rand){play, play, play}
	g.look = func() bool { return read(0, in.Access) }
	return g
}

// rights has the owner give a guest a role and take it away while the guest reads.
func (s *scene) rights(dir string) *game {
	g := &game{name: "rights", model: history.RightsModel(), log: history.NewLog()}
	var mu sync.Mutex
	role := ""
	seen := func(id string) {
		mu.Lock()
		defer mu.Unlock()
		if id != "" {
			role = id
		}
	}
	guests := "/role/v1/space/" + s.space + "/guest-users"
	target := []map[string]string{{"target_id": dir, "target_type": "directory"}}
	first := func(r *reply) any {
		var l struct {
			Guests []struct {
				ID string `json:"role_id"`
			}
		}
		r.into(&l)
		out := history.RightResult{Word: r.word(map[int]string{200: "done", 201: "done"})}
		if len(l.Guests) > 0 {
			out.ID = l.Guests[0].ID
		}
		seen(out.ID)
		return out
	}
	read := func(client int) bool {
		return s.see(g, client, history.RightOp{Verb: "read"}, func() *reply { return s.list(s.guest, dir) }, func(r *reply) any {
			return history.RightResult{Word: r.word(map[int]string{200: "done", 404: "refused"})}
		})
	}
	rule := func(client int, r *rand.Rand) {
		mu.Lock()
		id := role
		mu.Unlock()
		switch k := r.IntN(5); {
		case k < 2:
			s.do(g, client, history.RightOp{Verb: "grant"}, func() *reply {
				return s.send(s.owner, "POST", guests, map[string]any{
					"emails": []string{attacker.Email}, "role_id": "viewer", "targets": target,
				})
			}, first)
		case k == 2 || id == "":
			s.see(g, client, history.RightOp{Verb: "list"}, func() *reply {
				return s.send(s.owner, "POST", "/role/v1/space/"+s.space+"/list-guest-users-on-targets", map[string]any{"targets": target})
			}, first)
		default:
			s.do(g, client, history.RightOp{Verb: "revoke", ID: id}, func() *reply {
				return s.send(s.owner, "DELETE", guests, map[string]any{"role_ids": []string{id}})
			}, func(r *reply) any {
				return history.RightResult{Word: r.word(map[int]string{200: "done", 204: "done", 404: "refused"})}
			})
		}
	}
	reads := func(client int, _ *rand.Rand) { read(client) }
	g.clients = []func(int, *rand.Rand){rule, rule, reads, reads}
	g.look = func() bool { return read(2) }
	return g
}
