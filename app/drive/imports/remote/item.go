package remote

import (
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
)

// newItem makes an item of an entry of a directory.
func (s *Source) newItem(dir string, e *entry) *source.Item {
	path := e.name
	if dir != "" {
		path = dir + "/" + e.name
	}
	it := &source.Item{
		Key: path, Path: toValidPath(path), Directory: e.isCollection(), Size: -1, ETag: limitText(e.text(davNS, "getetag")),
		ModifiedAt: parseTime(e.text(davNS, "getlastmodified")),
	}
	switch {
	case isTooDeep(path):
		it.Key, it.Path = path[:min(len(path), limits.RemotePath)], toValidPath(path[:min(len(path), limits.RemotePath)])
		it.Skip = fault.ImportItemTooDeep.Key
		return it
	case len(e.props) == 0:
		it.Directory = it.Directory || strings.HasSuffix(e.href, "/")
		it.Skip = fault.ImportItemDenied.Key
		return it
	}
	if s.server != nil {
		s.addExtras(it, e)
	}
	if it.Directory {
		if s.server == nil {
			it.ETag = "" // it says nothing about what lies deeper
		}
		return it
	}
	it.Size = parseSize(e.text(davNS, "getcontentlength"))
	it.Type = limitText(e.text(davNS, "getcontenttype"))
	it.Sums = parseSums(joinTexts(e.children(ocNS, "checksums")))
	if it.ETag == "" {
		it.ETag = synthesizeTag(it.ModifiedAt, it.Size)
	}
	return it
}

// addExtras takes what only such servers say.
func (s *Source) addExtras(it *source.Item, e *entry) {
	it.Favorite = e.text(ocNS, "favorite") == "1"
	it.Fields = s.parseFields(e)
	if it.Directory {
		if e.text(ncNS, "is-encrypted") == "1" {
			it.Skip = fault.ImportItemEncrypted.Key // only its person's devices can read it
		}
		return
	}
	if id := e.text(ocNS, "fileid"); isNumber(id) {
		it.Ref = id
		it.Versions = e.text(anbarNS, "versions") != "0"
	}
}

// limitText is a text that a server has no reason to make longer; empty for a longer one.
func limitText(s string) string {
	if len(s) > limits.RemoteText {
		return ""
	}
	return s
}

// parseFields are the tags and the custom fields of an entry.
func (s *Source) parseFields(e *entry) []source.Field {
	var all []source.Field
	var tags string
	for _, k := range e.children(ncNS, "system-tags") {
		name := strings.TrimSpace(k.text)
		if name == "" || k.attrs["user-visible"] == "false" || len(tags)+len(name) > limits.RemoteFieldsText/2 {
			continue
		}
		if tags != "" {
			tags += ", "
		}
		tags += name
	}
	if tags != "" && s.tags != "" {
		all = append(all, source.Field{Title: s.tags, Type: "text", Value: tags})
	}
	room := limits.RemoteFieldsText - len(tags)
	for _, k := range e.children(anbarNS, "fields") {
		f := source.Field{Title: k.attrs["title"], Type: limitText(k.attrs["type"]), Value: k.text}
		if room -= len(f.Title) + len(f.Type) + len(f.Value); f.Title != "" && f.Value != "" && room > 0 && len(all) < limits.RemoteFields {
			all = append(all, f)
		}
	}
	return all
}

func toValidPath(path string) string {
	all := splitItemPath(path)
	for i, n := range all {
		all[i] = toValidText(n)
	}
	return strings.Join(all, "/")
}

func joinTexts(all []childElement) string {
	var texts []string
	for _, k := range all {
		texts = append(texts, k.text)
	}
	return strings.Join(texts, " ")
}

func isNumber(s string) bool {
	return s != "" && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}

func parseSize(said string) int64 {
	n, err := strconv.ParseInt(said, 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// parseTime reads a time of a server; zero for none.
func parseTime(said string) time.Time {
	for _, read := range []func(string) (time.Time, error){
		http.ParseTime,
		func(s string) (time.Time, error) { return time.Parse(time.RFC3339, s) },
		func(s string) (time.Time, error) { return time.Parse(time.RFC1123, s) },
	} {
		if t, err := read(said); err == nil && t.Unix() > 0 {
			return t.UTC()
		}
	}
	return time.Time{}
}

// synthesizeTag stands for the state of a content at a server that knows no tags of them.
func synthesizeTag(at time.Time, size int64) string {
	if at.IsZero() {
		return ""
	}
	return "modified " + strconv.FormatInt(at.Unix(), 10) + " " + strconv.FormatInt(size, 10)
}

// normalizeTag is what makes two tags of a content the same: servers mark them as weak, or as packed on the way.
func normalizeTag(said string) string {
	said = strings.TrimPrefix(strings.TrimSpace(said), "W/")
	return strings.TrimSuffix(strings.Trim(said, `"`), "-gzip")
}

var algorithms = map[string]struct {
	name  string
	bytes int
}{
	"md5": {"md5", 16}, "sha1": {"sha1", 20}, "sha-1": {"sha1", 20}, "sha256": {"sha256", 32}, "sha-256": {"sha256", 32},
	"adler32": {"adler32", 4},
}

// parseSums reads "SHA1:… MD5:…".
func parseSums(said string) []source.Sum {
	var all []source.Sum
	for _, one := range strings.Fields(said) {
		name, digits, _ := strings.Cut(one, ":")
		kind, known := algorithms[strings.ToLower(name)]
		digits = strings.ToLower(digits)
		if kind.name == "adler32" {
			digits = strings.Repeat("0", max(0, 8-len(digits))) + digits
		}
		if b, err := hex.DecodeString(digits); known && err == nil && len(b) == kind.bytes && len(all) < len(algorithms) {
			all = append(all, source.Sum{Algorithm: kind.name, Hex: digits})
		}
	}
	return all
}
