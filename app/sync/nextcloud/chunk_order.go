package nextcloud

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"anbar/app/base/fault"
	"anbar/db"
)

// parseOrdinal is the number at the start of a chunk's name; false for a name without one.
func parseOrdinal(name string) (int64, bool) {
	first, _, _ := strings.Cut(name, "-")
	n, err := strconv.ParseInt(first, 10, 64)
	return n, err == nil && n >= 0
}

// resolveStart returns where a chunk begins: the header says it, or the name, or the chunks before it. -1 is not yet known.
func resolveStart(r *http.Request, name string, before []db.Chunk) (int64, error) {
	if said := r.Header.Get("OC-Chunk-Offset"); said != "" {
		at, err := strconv.ParseInt(said, 10, 64)
		if err != nil || at < 0 {
			return 0, fault.BadRequest
		}
		return at, nil
	}
	n, ok := parseOrdinal(name)
	if !ok {
		return 0, fault.BadRequest
	}
	if strings.Contains(name, "-") { // "first-last"
		return n, nil
	}
	if i := slices.IndexFunc(before, func(c db.Chunk) bool { return c.Name == name }); i >= 0 && before[i].Start >= 0 {
		return before[i].Start, nil // it comes again
	}
	return startAfter(before, name, n), nil
}

// startAfter returns where the chunk with a number begins by the chunks before it. -1 is not yet known.
func startAfter(before []db.Chunk, name string, n int64) int64 {
	others := false
	for _, c := range before {
		if o, _ := parseOrdinal(c.Name); o == n-1 && c.Start >= 0 {
			return c.Start + c.Size
		}
		others = others || c.Name != name
	}
	if n == 0 || n == 1 && !others { // some count from 0, some from 1
		return 0
	}
	return -1
}

// orderChunks sorts the chunks as they follow each other, and gives a place to those that have none. It returns the size of all.
// Numbers order only chunks of which one has no place: apps that say each place may give any names.
func orderChunks(all []db.Chunk) (size int64) {
	placed := !slices.ContainsFunc(all, func(c db.Chunk) bool { return c.Start < 0 })
	slices.SortStableFunc(all, func(a, b db.Chunk) int {
		if placed {
			return cmp.Compare(a.Start, b.Start)
		}
		n, _ := parseOrdinal(a.Name)
		m, _ := parseOrdinal(b.Name)
		return cmp.Compare(n, m)
	})
	for i := range all {
		if all[i].Start < 0 {
			all[i].Start = size
		}
		size = max(size, all[i].Start+all[i].Size)
	}
	return size
}
