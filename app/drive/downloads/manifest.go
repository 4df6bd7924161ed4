package downloads

import (
	"encoding/json"
	"hash/crc32"
	"path"
	"sort"
	"strings"
	"time"

	"anbar/app/drive/manifest"
	"anbar/db"
)

// archiveManifest is the manifest of an archive. Its lines are written from the plan whenever they are read, so that an archive of
// many files takes neither room on the disk nor a second list in memory.
type archiveManifest struct {
	space db.SpaceID
	entry int                // that the manifest is
	lines []int64            // where each line begins
	of    []int              // the entry that a line is about
	notes map[int]entryNotes // entries
}

// entryNotes is what the manifest says of an entry beside what the archive does.
type entryNotes struct {
	tags     []manifest.Tag
	original string // path in the drive; empty when it is that of the archive
}

// addManifest adds the manifest of all entries so far, at the top of the archive. It has the time of the newest of them: the
// same files give the same archive.
func (l *layout) addManifest(space db.SpaceID, told map[int]entryNotes) error {
	m := &archiveManifest{space: space, entry: len(l.entries), notes: told}
	taken := newUniqueNames()
	var newest, size int64
	var sum uint32
	for i := range l.entries {
		e := &l.entries[i]
		if top, _, below := strings.Cut(e.name, "/"); !below || top+"/" == e.name {
			taken.reserve(top)
		}
		newest = max(newest, e.modified)
		if _, ok := told[i]; e.isDirectory() && !ok {
			continue
		}
		m.lines, m.of = append(m.lines, size), append(m.of, i)
		line, err := l.manifestLine(m, i)
		if err != nil {
			return err
		}
		size += int64(len(line))
		sum = crc32.Update(sum, crc32.IEEETable, line)
	}
	l.add(entry{name: taken.assign(manifest.Name), modified: newest, size: size, sum: sum})
	l.Files--
	l.weight += int64(len(m.lines)) * 16
	for _, a := range told {
		l.weight += int64(len(a.original))
		for _, tag := range a.tags {
			l.weight += entryWeight + int64(len(tag.Title)+len(tag.Type)+len(tag.Value))
		}
	}
	l.manifest = m
	return nil
}

// manifestLine is what the manifest says of an entry.
func (l *layout) manifestLine(m *archiveManifest, i int) ([]byte, error) {
	e := &l.entries[i]
	b, err := json.Marshal(&manifest.Line{
		Space: m.space, Path: path.Clean(e.name), Directory: e.isDirectory(), ID: e.id, Size: e.size, Hash: e.hash,
		ModifiedAt: time.Unix(e.modified, 0).UTC(), Number: e.number, Tags: m.notes[i].tags,
		Original: m.notes[i].original,
	})
	return append(b, '\n'), err
}

// manifestPiece returns some lines of the manifest, which hold the byte at a place of it. The manifest begins at start.
func (l *layout) manifestPiece(at, start int64) (piece, error) {
	m := l.manifest
	i := sort.Search(len(m.lines), func(i int) bool { return m.lines[i] > at-start }) - 1
	p := piece{at: start + m.lines[i]}
	for ; i < len(m.lines) && len(p.header) < pieceSize; i++ {
		line, err := l.manifestLine(m, m.of[i])
		if err != nil {
			return p, err
		}
		p.header = append(p.header, line...)
	}
	p.length = int64(len(p.header))
	return p, nil
}
