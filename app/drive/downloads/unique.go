package downloads

import "anbar/app/base/names"

// uniqueNames are the names of one directory of an archive. Each number is tried once, so that many equal names cost as much as
// others.
type uniqueNames struct {
	taken map[string]bool // keys
	next  map[string]int  // the number to go on with, by the key of a name without one
}

func newUniqueNames() *uniqueNames { return &uniqueNames{map[string]bool{}, map[string]int{}} }

// reserve takes a name that stays as it is.
func (u *uniqueNames) reserve(name string) { u.taken[names.Key(name)] = true }

// assign takes a name, with a number when it is taken already, and returns it.
func (u *uniqueNames) assign(name string) string {
	first := names.Key(name)
	for free, key := name, first; ; key = names.Key(free) {
		if !u.taken[key] {
			u.taken[key] = true
			return free
		}
		u.next[first] = max(u.next[first]+1, 2)
		free = names.WithNumber(name, u.next[first])
	}
}
