package archive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
	"anbar/decode"
	"anbar/decode/unpack"
)

// Migration is the export of an account of Nextcloud (user_migration): its files with their versions, favorites and tags.
type Migration struct {
	*archiveSet
	once  sync.Mutex
	notes *exportNotes // nil until the archive was listed
}

// exportNotes is what the export says beside the files.
type exportNotes struct {
	versions  map[string][]source.Item // by path, the oldest first
	favorites map[string]bool
	tags      map[string][]string
}

// NewMigration returns a source of the export of an account, which it closes.
func NewMigration(dec *decode.Decoders, who limits.Owner, files []Part) *Migration {
	return &Migration{archiveSet: newArchiveSet(dec, who, files, false)}
}

const (
	filesTop    = "files/files/"
	versionsTop = "files/files_versions/"
	trashTop    = "files_trashbin/files/"
	tagsFile    = "files/tags.json"
	systemTags  = "files/systemtags.json"
	favorite    = "_$!<Favorite>!$_"
	maxTags     = 8 << 20 // of a JSON file
	tagsField   = "Tags"
)

var versionName = regexp.MustCompile(`^(.+)\.v(\d{9,11})$`)

// List implements source.Source.
func (m *Migration) List(ctx context.Context, cursor string) (*source.Page, error) {
	t, err := m.loadNotes(ctx)
	if err != nil {
		return nil, err
	}
	return m.listItems(ctx, cursor, t.completeItem)
}

// completeItem adds what the export says of an item; false for one that is no item of its own.
func (t *exportNotes) completeItem(it *source.Item, e *unpack.Entry) bool {
	switch rest, ok := strings.CutPrefix(e.Path, filesTop); {
	case ok:
		it.Path, it.Favorite, it.Versions = rest, t.favorites[rest], len(t.versions[rest]) > 0
		if tags := t.tags[rest]; len(tags) > 0 {
			it.Fields = []source.Field{{Title: tagsField, Type: "text", Value: strings.Join(tags, ", ")}}
		}
	case e.Directory, t.isVersion(e.Path):
		return false
	case it.Skip == "" && strings.HasPrefix(e.Path, trashTop):
		it.Skip = fault.ImportItemTrash.Key
	case it.Skip == "": // settings, contacts: no files of the person
		it.Skip = fault.ImportItemUsed.Key
	}
	return true
}

// isVersion is whether an entry comes along as a version of a file.
func (t *exportNotes) isVersion(p string) bool {
	rest, ok := strings.CutPrefix(p, versionsTop)
	v := versionName.FindStringSubmatch(rest)
	return ok && v != nil && len(t.versions[v[1]]) > 0
}

func (m *Migration) loadNotes(ctx context.Context) (*exportNotes, error) {
	m.once.Lock()
	defer m.once.Unlock()
	if m.notes != nil {
		return m.notes, nil
	}
	m.memBudget.used = 0
	t := &exportNotes{versions: map[string][]source.Item{}, favorites: map[string]bool{}, tags: map[string][]string{}}
	there, err := m.scanEntries(ctx, t)
	if err != nil {
		return nil, err
	}
	if len(there) == 0 {
		return nil, fault.ImportArchiveBroken.Because(fmt.Errorf("there is no %s in it", filesTop))
	}
	for p, all := range t.versions {
		if !there[p] { // of a deleted file; they are told one by one
			delete(t.versions, p)
		}
		slices.SortFunc(all, func(a, b source.Item) int { return a.ModifiedAt.Compare(b.ModifiedAt) })
	}
	m.notes = t
	return t, nil
}

// scanEntries notes what the entries say, and returns the paths of the files and directories: true for files that can be read.
func (m *Migration) scanEntries(ctx context.Context, t *exportNotes) (map[string]bool, error) {
	there := map[string]bool{}
	err := m.walkEntries(ctx, func(n int, e *unpack.Entry) error {
		if rest, ok := strings.CutPrefix(e.Path, filesTop); ok {
			there[rest] = !e.Directory && e.Skip == ""
			if err := m.reserveText(len(rest)); err != nil {
				return err
			}
		}
		return m.readNote(ctx, t, n, e)
	})
	return there, err
}

// readNote keeps what an entry says beside the files.
func (m *Migration) readNote(ctx context.Context, t *exportNotes, n int, e *unpack.Entry) error {
	if e.Directory || e.Skip != "" {
		return nil
	}
	if rest, ok := strings.CutPrefix(e.Path, versionsTop); ok {
		return m.addVersion(t, n, e, rest)
	}
	switch e.Path {
	case tagsFile:
		return m.readTags(ctx, n, e, func(p string, tags []string) {
			t.favorites[p] = slices.Contains(tags, favorite)
		})
	case systemTags:
		return m.readTags(ctx, n, e, func(p string, tags []string) { t.tags[p] = tags })
	}
	return nil
}

// addVersion keeps an older content of a file; its name ends with the time when it was written.
func (m *Migration) addVersion(t *exportNotes, n int, e *unpack.Entry, name string) error {
	v := versionName.FindStringSubmatch(name)
	if v == nil {
		return nil
	}
	seconds, err := strconv.ParseInt(v[2], 10, 64)
	if err != nil {
		return nil
	}
	it, err := (&entryPage{part: n, entries: []unpack.Entry{*e}}).toItem(0)
	it.Path, it.ModifiedAt = v[1], time.Unix(seconds, 0).UTC()
	t.versions[v[1]] = append(t.versions[v[1]], it)
	return errors.Join(err, m.reserveText(3*len(e.Path)+4*entryOverhead))
}

// readTags reads a JSON file of paths with tags. One that cannot be read says nothing: the files come without.
func (m *Migration) readTags(ctx context.Context, n int, e *unpack.Entry, fn func(string, []string)) error {
	if e.Size > maxTags {
		return nil
	}
	if err := m.reserveText(4 * int(e.Size)); err != nil {
		return err
	}
	b, err := m.readEntry(ctx, n, e)
	if err != nil {
		return err
	}
	var all map[string]json.RawMessage
	if json.Unmarshal(b, &all) != nil { // PHP writes an empty one as a list
		return nil
	}
	for p, raw := range all {
		var tags []string
		if json.Unmarshal(raw, &tags) == nil {
			fn(strings.TrimPrefix(p, "/"), tags)
		}
	}
	return nil
}

// readEntry returns the content of a small file, as much as can be read of it.
func (m *Migration) readEntry(ctx context.Context, n int, e *unpack.Entry) ([]byte, error) {
	r, err := formatRef(n, e)
	if err != nil {
		return nil, err
	}
	body, _, err := m.openEntry(ctx, &source.Item{Ref: r}, 0)
	if errors.Is(err, source.ErrBroken) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(body, maxTags))
	if err := cmp.Or(err, body.Close()); err != nil && !errors.Is(err, source.ErrBroken) {
		return nil, err
	}
	return b, nil
}

// ListVersions implements source.VersionLister.
func (m *Migration) ListVersions(ctx context.Context, it *source.Item) ([]source.Item, error) {
	t, err := m.loadNotes(ctx)
	if err != nil {
		return nil, err
	}
	return t.versions[it.Path], nil
}

// Open implements source.Source.
func (m *Migration) Open(ctx context.Context, it *source.Item, offset int64) (io.ReadCloser, *source.Info, error) {
	return m.openEntry(ctx, it, offset)
}

// Parallel implements source.Source.
func (m *Migration) Parallel() int { return m.parallelReads() }
