package export

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"anbar/app/base/names"
	"anbar/db"

	"golang.org/x/sys/unix"
)

// nameRules is which names a file system takes.
type nameRules struct {
	narrow bool // only names that Windows takes, too
	most   int  // bytes
}

const maxNameLen = 255 // bytes of a name, at most

// probeNames tries which names the file system of a directory takes.
func probeNames(root *os.Root) (nameRules, error) {
	d, err := root.Open(".")
	if err != nil {
		return nameRules{}, err
	}
	defer d.Close()
	var st unix.Statfs_t
	if err := unix.Fstatfs(int(d.Fd()), &st); err != nil {
		return nameRules{}, err
	}
	f := nameRules{most: maxNameLen}
	if st.Namelen > 0 && st.Namelen < maxNameLen {
		f.most = int(st.Namelen)
	}
	if err := writeSynced(root, probeName, nil); isNameRejected(err) {
		f.narrow = true
		return f, nil
	} else if err != nil && !errors.Is(err, fs.ErrExist) {
		return f, err
	}
	all, err := d.Readdirnames(-1)
	f.narrow = !slices.Contains(all, probeName) // it was written under another name
	return f, errors.Join(err, root.Remove(probeName))
}

// isNameRejected reports whether a file system does not take a name.
func isNameRejected(err error) bool {
	return errors.Is(err, unix.EINVAL) || errors.Is(err, unix.EILSEQ) || errors.Is(err, unix.ENAMETOOLONG)
}

// fitName returns a name that the file system takes. One that is mended ends in the id, so that it is nobody else's; therefore one
// that ends in an id already gets its own where names are mended.
func (f *nameRules) fitName(name, id string) string {
	s := name
	if f.narrow {
		s = names.ForWindows(s)
	}
	mends := f.narrow || f.most < maxNameLen
	if s == name && len(s) <= f.most && !strings.HasPrefix(s, reservedPrefix) && (!mends || parseMark(s) == 0) {
		return s
	}
	return f.markName(s, id)
}

// markName puts the id before the extension, within the length.
func (f *nameRules) markName(s, id string) string {
	ext := path.Ext(s)
	if len(ext) > 17 || ext == s {
		ext = ""
	}
	stem := strings.TrimSuffix(s, ext)
	if most := f.most - len(ext) - len(id) - 1; len(stem) > most {
		stem = stem[:max(most, 0)]
		for !utf8.ValidString(stem) {
			stem = stem[:len(stem)-1]
		}
	}
	return stem + "~" + id + ext
}

// fallbackName is a name that every file system takes.
func (f *nameRules) fallbackName(name, id string) string {
	ext := path.Ext(name)
	if len(ext) > 17 || strings.ContainsFunc(ext, func(r rune) bool {
		return r != '.' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	}) {
		ext = ""
	}
	return "_~" + id + ext
}

// parseMark returns the id that a mended name ends in; 0 for another name.
func parseMark(name string) (id db.NodeID) {
	i := strings.LastIndexByte(name, '~')
	text, _, _ := strings.Cut(name[i+1:], ".")
	if i < 0 || id.UnmarshalText([]byte(text)) != nil {
		return 0
	}
	return id
}

// folderNames is the names of folders that are named after people and workspaces.
type folderNames struct {
	rules *nameRules
	keys  map[string]bool
	used  map[string]bool
}

func newFolderNames(f *nameRules, reserved ...string) *folderNames {
	t := &folderNames{rules: f, keys: map[string]bool{}, used: map[string]bool{}}
	for _, r := range reserved {
		t.keys[names.Key(r)] = true
	}
	return t
}

// assign returns a name for a folder; what sets it apart comes behind when the name is taken.
func (t *folderNames) assign(name, apart string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == '/' {
			return '_'
		}
		return r
	}, name)
	if names.CountVisible(name) == 0 || name == "." || name == ".." || t.keys[names.Key(name)] {
		name += " (" + strings.ReplaceAll(apart, "/", "_") + ")"
	}
	name = t.rules.fitName(name, strings.ReplaceAll(apart, "/", "_"))
	t.keys[names.Key(name)], t.used[name] = true, true
	return name
}

func (t *folderNames) contains(name string) bool { return t.used[name] }
