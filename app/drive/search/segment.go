package search

import (
	"bytes"
	"slices"

	"anbar/db"
)

// chunkRows is how many names a chunk has at most. Chunks bound what is written anew while names are added or taken out.
const chunkRows = 16_384

// segment holds names, one after the other, with the other data of each node in parallel
// columns.
type segment struct {
	names    []byte // folded, each with a line's end behind it
	start    []uint32
	ids      []db.NodeID
	up       []int32 // number of the directory
	modified []int64
	size     []int64
	by       []int32
	group    []group
	dead     int
}

const separator = '\n'

// row is what a segment holds of a node, but its name.
type row struct {
	id             db.NodeID
	up, by         int32
	modified, size int64
	group          group
}

// rowOf returns a row without the numbers of the directory and the user.
func rowOf(n *db.IndexEntry) row {
	return row{id: n.ID, modified: n.ModifiedAt, size: n.Size, group: groupOf(n)}
}

func (s *segment) len() int { return len(s.ids) }

// lastID is the id of the last row, 0 when there is none.
func (s *segment) lastID() db.NodeID {
	if len(s.ids) == 0 {
		return 0
	}
	return s.ids[len(s.ids)-1]
}

// name is the folded name of a row.
func (s *segment) name(row int) []byte { return s.names[s.start[row] : s.end(row)-1] }

// end is where the name of the row behind begins.
func (s *segment) end(row int) uint32 {
	if row+1 < len(s.start) {
		return s.start[row+1]
	}
	return uint32(len(s.names))
}

func (s *segment) row(i int) row {
	return row{id: s.ids[i], up: s.up[i], by: s.by[i], modified: s.modified[i], size: s.size[i], group: s.group[i]}
}

func (s *segment) markDead(row int) {
	s.group[row] = dead
	s.dead++
}

func (s *segment) add(r row, name []byte) {
	s.start = append(s.start, uint32(len(s.names)))
	s.names = append(append(s.names, name...), separator)
	s.ids, s.up, s.by = append(s.ids, r.id), append(s.up, r.up), append(s.by, r.by)
	s.modified, s.size, s.group = append(s.modified, r.modified), append(s.size, r.size), append(s.group, r.group)
}

func (s *segment) reserve(rows, bytes int) {
	s.names, s.start, s.ids, s.up = make([]byte, 0, bytes), make([]uint32, 0, rows), make([]db.NodeID, 0, rows), make([]int32, 0, rows)
	s.modified, s.size, s.by, s.group = make([]int64, 0, rows), make([]int64, 0, rows), make([]int32, 0, rows), make([]group, 0, rows)
}

// shrink gives back the room that growing left.
func (s *segment) shrink() {
	s.names, s.start, s.ids, s.up = bytes.Clone(s.names), slices.Clone(s.start), slices.Clone(s.ids), slices.Clone(s.up)
	s.modified, s.size, s.by, s.group = slices.Clone(s.modified), slices.Clone(s.size), slices.Clone(s.by), slices.Clone(s.group)
}

// memoryUse returns the memory of the rows, without the overhead of the runtime.
func (s *segment) memoryUse() int {
	return cap(s.names) + 4*cap(s.start) + 8*cap(s.ids) + 4*cap(s.up) + 8*cap(s.modified) + 8*cap(s.size) + 4*cap(s.by) + cap(s.group)
}
