package archive

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
	"anbar/decode"
	"anbar/decode/unpack"
)

// Takeout is the archives that Google Takeout makes of an account, as one tree: the files of Google Drive at its top, and each
// other product in a directory.
type Takeout struct {
	*archiveSet
	once   sync.Mutex
	photos *photos // nil until all parts were listed
}

// NewTakeout returns a source of archives of Google Takeout, which it closes.
func NewTakeout(dec *decode.Decoders, who limits.Owner, files []Part) *Takeout {
	return &Takeout{archiveSet: newArchiveSet(dec, who, files, true)}
}

// drives are the names that Takeout gives the directory of Google Drive.
var drives = []string{"Drive", "Google Drive", "My Drive", "درایو", "Google ドライブ", "ドライブ", "Диск", "Google Диск"}

const takeoutTop = "Takeout/"

// takeoutPath is where an entry of Takeout goes; false when it is none of the files.
func takeoutPath(p string) (string, bool) {
	rest, ok := strings.CutPrefix(p, takeoutTop)
	if !ok {
		return p, p != strings.TrimSuffix(takeoutTop, "/")
	}
	product, below, deeper := strings.Cut(rest, "/")
	if slices.Contains(drives, product) {
		return below, deeper && below != ""
	}
	return rest, rest != "archive_browser.html"
}

// List implements source.Source.
func (t *Takeout) List(ctx context.Context, cursor string) (*source.Page, error) {
	ph, err := t.loadPhotos(ctx)
	if err != nil {
		return nil, err
	}
	return t.listItems(ctx, cursor, ph.completeItem)
}

// completeItem adds what Takeout says of an item; false for one that is no item of its own.
func (p *photos) completeItem(it *source.Item, e *unpack.Entry) bool {
	to, wanted := takeoutPath(e.Path)
	if !wanted && e.Directory {
		return false
	}
	if it.Path = to; !wanted && it.Skip == "" {
		it.Path, it.Skip = e.Path, fault.ImportItemUsed.Key
	}
	if p.used[e.Path] && it.Skip == "" {
		it.Skip = fault.ImportItemUsed.Key
	}
	if taken := p.taken[e.Path]; taken > 0 {
		it.ModifiedAt = time.Unix(taken, 0).UTC()
	}
	if name := p.names[e.Path]; name != "" {
		it.Path = path.Join(path.Dir(to), name)
	}
	return true
}

func (t *Takeout) loadPhotos(ctx context.Context) (*photos, error) {
	t.once.Lock()
	defer t.once.Unlock()
	if t.photos != nil {
		return t.photos, nil
	}
	t.memBudget.used = 0
	ph := &photos{sidecars: map[string][]sidecar{}, files: map[string]map[string]bool{}}
	if err := t.readSidecars(ctx, ph); err != nil {
		return nil, err
	}
	if err := t.readFileNames(ctx, ph); err != nil {
		return nil, err
	}
	ph.matchSidecars()
	t.photos = ph
	return ph, nil
}

// readSidecars keeps what the JSON files say, by directory.
func (t *Takeout) readSidecars(ctx context.Context, ph *photos) error {
	n := 0
	return t.walkEntries(ctx, func(_ int, e *unpack.Entry) error {
		if n++; n > limits.UnpackParts {
			return fault.ImportArchiveTooLarge.Because(fmt.Errorf("more than %d entries in all parts", limits.UnpackParts))
		}
		if e.About != nil && e.Skip == "" {
			dir := path.Dir(e.Path)
			ph.sidecars[dir] = append(ph.sidecars[dir], sidecar{path.Base(e.Path), *e.About})
			return t.reserveText(2*len(e.Path) + len(e.About.Title))
		}
		return nil
	})
}

// readFileNames keeps the names of the files beside them.
func (t *Takeout) readFileNames(ctx context.Context, ph *photos) error {
	return t.walkEntries(ctx, func(_ int, e *unpack.Entry) error {
		if dir := path.Dir(e.Path); ph.sidecars[dir] != nil && !e.Directory && e.Skip == "" && e.About == nil {
			if ph.files[dir] == nil {
				ph.files[dir] = map[string]bool{}
			}
			ph.files[dir][path.Base(e.Path)] = true
			return t.reserveText(len(path.Base(e.Path)))
		}
		return nil
	})
}

// Open implements source.Source.
func (t *Takeout) Open(ctx context.Context, it *source.Item, offset int64) (io.ReadCloser, *source.Info, error) {
	return t.openEntry(ctx, it, offset)
}

// Parallel implements source.Source.
func (t *Takeout) Parallel() int { return t.parallelReads() }

// photos is what the JSON files say about those beside them.
type photos struct {
	sidecars map[string][]sidecar       // JSON files by their directory
	files    map[string]map[string]bool // the other names there

	used  map[string]bool   // JSON files that said something, by path
	taken map[string]int64  // when pictures were taken
	names map[string]string // names that Takeout changed
}

// sidecar is a JSON file that says something.
type sidecar struct {
	name string
	unpack.Sidecar
}

const (
	metadata = ".supplemental-metadata"
	cutName  = 46 // bytes or letters that Takeout leaves of a name
)

func (p *photos) matchSidecars() {
	p.used, p.taken, p.names = map[string]bool{}, map[string]int64{}, map[string]string{}
	for dir, all := range p.sidecars {
		for _, a := range all {
			name := p.findSidecarTarget(dir, a)
			if name == "" {
				continue
			}
			full := path.Join(dir, name)
			p.used[path.Join(dir, a.name)] = true
			p.taken[full] = a.Taken
			if whole := restoreName(name, a.Title); whole != name && !p.files[dir][whole] {
				p.names[full] = whole
			}
		}
	}
	p.dateRelated()
	p.sidecars, p.files = nil, nil
}

// findSidecarTarget returns the name of the file that a JSON file is about; empty when it is not there.
func (p *photos) findSidecarTarget(dir string, a sidecar) string {
	base, number := splitNumber(strings.TrimSuffix(a.name, path.Ext(a.name)))
	if i := strings.LastIndex(base, ".s"); i > 0 && strings.HasPrefix(metadata, base[i:]) {
		base = base[:i]
	} else if i > 0 && strings.HasSuffix(base, metadata) {
		base = strings.TrimSuffix(base, metadata)
	}
	with := func(name string) string {
		ext := path.Ext(name)
		return strings.TrimSuffix(name, ext) + number + ext
	}
	there := p.files[dir]
	if there[with(base)] {
		return with(base)
	}
	if name := with(replaceSigns(a.Title)); there[name] {
		return name
	}
	if utf8.RuneCountInString(base) < cutName-2 {
		return ""
	}
	return findCutName(there, base, number)
}

// findCutName returns the one name that begins as the cut base and has its number; empty when there is none, or more than one.
func findCutName(there map[string]bool, base, number string) string {
	found := ""
	for name := range there { // the JSON file's name is cut: the name of one file begins so
		stem, n := splitNumber(strings.TrimSuffix(name, path.Ext(name)))
		if n == number && (strings.HasPrefix(stem, base) || strings.HasPrefix(base, stem) && utf8.RuneCountInString(stem) >= cutName-2) {
			if found != "" {
				return ""
			}
			found = name
		}
	}
	return found
}

// splitNumber takes the number off that Takeout gives the second of a name: "a(1)".
func splitNumber(s string) (rest, number string) {
	i := strings.LastIndexByte(s, '(')
	if i <= 0 || !strings.HasSuffix(s, ")") || i+2 == len(s) || strings.Trim(s[i+1:len(s)-1], "0123456789") != "" {
		return s, ""
	}
	return s[:i], s[i:]
}

// replaceSigns is a title with the signs that Takeout replaces in names.
func replaceSigns(title string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`&'"<>:/\|?*%`, r) || r < ' ' {
			return '_'
		}
		return r
	}, title)
}

// restoreName is the whole name of a file whose name Takeout cut, or in which it replaced signs.
func restoreName(name, title string) string {
	ext := path.Ext(name)
	stem, number := splitNumber(strings.TrimSuffix(name, ext))
	whole := strings.TrimSuffix(title, path.Ext(title))
	if !strings.EqualFold(path.Ext(title), ext) || strings.Contains(title, "/") || stem == whole {
		return name
	}
	cut := utf8.RuneCountInString(stem) >= cutName-2 && strings.HasPrefix(replaceSigns(whole), stem)
	if !cut && replaceSigns(whole) != stem {
		return name
	}
	return whole + number + path.Ext(title)
}
