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

	"anbar/app/decode"
	"anbar/app/decode/unpack"
	"anbar/app/fault"
	"anbar/app/imports/source"
	"anbar/app/limits"
)

// Migration is the export of an account of Nextcloud (user_migration): its files with their versions, favorites and tags.
type Migration struct {
	*set
	once sync.Mutex
	told *told // nil until the archive was listed
}

// told is what the export says beside the files.
type told struct {
	versions  map[string][]source.Item // by path, the oldest first
	favorites map[string]bool
	tags      map[string][]string
}

// NewMigration returns a source of the export of an account, which it closes.
func NewMigration(dec *decode.Decoders, who limits.Owner, files []Part) *Migration {
	return &Migration{set: newSet(dec, who, files, false)}
}

const (
	filesTop    = "files/files/"
	versionsTop = "files/files_versions/"
	trashTop    = "files_trashbin/files/"
	tagsFile    = "files/tags.json"
	systemTags  = "files/systemtags.json"
	favorite    = "_$!<Favorite>!$_"
	mostTags    = 8 << 20 // of a JSON file
	tagsField   = "Tags"
)

var versionName = regexp.MustCompile(`^(.+)\.v(\d{9,11})$`)

// List implements source.Source.
func (m *Migration) List(ctx context.Context, cursor string) (*source.Page, error) {
	t, err := m.known(ctx)
	if err != nil {
		return nil, err
	}
	return m.list(ctx, cursor, t.complete)
}

// complete adds what the export says of an item; false for one that is no item of its own.
func (t *told) complete(it *source.Item, e *unpack.Entry) bool {
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
func (t *told) isVersion(p string) bool {
	rest, ok := strings.CutPrefix(p, versionsTop)
	v := versionName.FindStringSubmatch(rest)
	return ok && v != nil && len(t.versions[v[1]]) > 0
}

func (m *Migration) known(ctx context.Context) (*told, error) {
	m.once.Lock()
	defer m.once.Unlock()
	if m.told != nil {
		return m.told, nil
	}
	m.held.used = 0
	t := &told{versions: map[string][]source.Item{}, favorites: map[string]bool{}, tags: map[string][]string{}}
	there, err := m.look(ctx, t)
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
	m.told = t
	return t, nil
}

// look notes what the entries say, and returns the paths of the files and directories: true for files that can be read.
func (m *Migration) look(ctx context.Context, t *told) (map[string]bool, error) {
	there := map[string]bool{}
	err := m.each(ctx, func(n int, e *unpack.Entry) error {
		if rest, ok := strings.CutPrefix(e.Path, filesTop); ok {
			there[rest] = !e.Directory && e.Skip == ""
			if err := m.hold(len(rest)); err != nil {
				return err
			}
		}
		return m.note(ctx, t, n, e)
	})
	return there, err
}

// note keeps what an entry says beside the files.
func (m *Migration) note(ctx context.Context, t *told, n int, e *unpack.Entry) error {
	if e.Directory || e.Skip != "" {
		return nil
	}
	if rest, ok := strings.CutPrefix(e.Path, versionsTop); ok {
		return m.noteVersion(t, n, e, rest)
	}
	switch e.Path {
	case tagsFile:
		return m.read(ctx, n, e, func(p string, tags []string) {
			t.favorites[p] = slices.Contains(tags, favorite)
		})
	case systemTags:
		return m.read(ctx, n, e, func(p string, tags []string) { t.tags[p] = tags })
	}
	return nil
}

// noteVersion keeps an older content of a file; its name ends with the time when it was written.
func (m *Migration) noteVersion(t *told, n int, e *unpack.Entry, name string) error {
	v := versionName.FindStringSubmatch(name)
	if v == nil {
		return nil
	}
	seconds, err := strconv.ParseInt(v[2], 10, 64)
	if err != nil {
		return nil
	}
	it, err := item(n, 0, 0, e)
	it.Path, it.ModifiedAt = v[1], time.Unix(seconds, 0).UTC()
	t.versions[v[1]] = append(t.versions[v[1]], it)
	return errors.Join(err, m.hold(3*len(e.Path)+4*holding))
}

// read reads a JSON file of paths with tags. One that cannot be read says nothing: the files come without.
func (m *Migration) read(ctx context.Context, n int, e *unpack.Entry, fn func(string, []string)) error {
	if e.Size > mostTags {
		return nil
	}
	if err := m.hold(4 * int(e.Size)); err != nil {
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
	r, err := refOf(n, e)
	if err != nil {
		return nil, err
	}
	body, _, err := m.open(ctx, &source.Item{Ref: r}, 0)
	if errors.Is(err, source.ErrBroken) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(body, mostTags))
	if err := cmp.Or(err, body.Close()); err != nil && !errors.Is(err, source.ErrBroken) {
		return nil, err
	}
	return b, nil
}

// Versions implements source.Versioned.
func (m *Migration) Versions(ctx context.Context, it *source.Item) ([]source.Item, error) {
	t, err := m.known(ctx)
	if err != nil {
		return nil, err
	}
	return t.versions[it.Path], nil
}

// Open implements source.Source.
func (m *Migration) Open(ctx context.Context, it *source.Item, offset int64) (io.ReadCloser, *source.Info, error) {
	return m.open(ctx, it, offset)
}

// Parallel implements source.Source.
func (m *Migration) Parallel() int { return m.parallel() }
