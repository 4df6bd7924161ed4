package downloads

import (
	"encoding/json"
	"hash/crc32"
	"path"
	"sort"
	"strings"
	"time"

	"anbar/app/manifest"
	"anbar/db"
)

// contents is the manifest of an archive. Its lines are written from the plan whenever they are read, so that an archive of
// many files takes neither room on the disk nor a second list in memory.
type contents struct {
	space db.SpaceID
	entry int           // that the manifest is
	lines []int64       // where each line begins
	of    []int         // the entry that a line is about
	about map[int]about // entries
}

// about is what the manifest says of an entry beside what the archive does.
type about struct {
	tags     []manifest.Tag
	original string // path in the drive; empty when it is that of the archive
}

// describe adds the manifest of all entries so far, at the top of the archive. It has the time of the newest of them: the
// same files give the same archive.
func (l *layout) describe(space db.SpaceID, told map[int]about) error {
	m := &contents{space: space, entry: len(l.entries), about: told}
	taken := newUniqueNames()
	var newest, size int64
	var sum uint32
	for i := range l.entries {
		e := &l.entries[i]
		if top, _, below := strings.Cut(e.name, "/"); !below || top+"/" == e.name {
			taken.keep(top)
		}
		newest = max(newest, e.modified)
		if _, ok := told[i]; e.directory() && !ok {
			continue
		}
		m.lines, m.of = append(m.lines, size), append(m.of, i)
		line, err := l.line(m, i)
		if err != nil {
			return err
		}
		size += int64(len(line))
		sum = crc32.Update(sum, crc32.IEEETable, line)
	}
	l.add(entry{name: taken.give(manifest.Name), modified: newest, size: size, sum: sum})
	l.Files--
	l.weight += int64(len(m.lines)) * 16
	for _, a := range told {
		l.weight += int64(len(a.original))
		for _, tag := range a.tags {
			l.weight += entryWeight + int64(len(tag.Title)+len(tag.Type)+len(tag.Value))
		}
	}
	l.contents = m
	return nil
}

// line is what the manifest says of an entry.
func (l *layout) line(m *contents, i int) ([]byte, error) {
	e := &l.entries[i]
	b, err := json.Marshal(&manifest.Line{
		Space: m.space, Path: path.Clean(e.name), Directory: e.directory(), ID: e.id, Size: e.size, Hash: e.hash,
		ModifiedAt: time.Unix(e.modified, 0).UTC(), Number: e.number, Tags: m.about[i].tags,
		Original: m.about[i].original,
	})
	return append(b, '\n'), err
}

// told returns some lines of the manifest, which hold the byte at a place of it. The manifest begins at start.
func (l *layout) told(at, start int64) (piece, error) {
	m := l.contents
	i := sort.Search(len(m.lines), func(i int) bool { return m.lines[i] > at-start }) - 1
	p := piece{at: start + m.lines[i]}
	for ; i < len(m.lines) && len(p.header) < listing; i++ {
		line, err := l.line(m, m.of[i])
		if err != nil {
			return p, err
		}
		p.header = append(p.header, line...)
	}
	p.length = int64(len(p.header))
	return p, nil
}
