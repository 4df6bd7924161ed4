package rehearsal

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// maxDifferences of one answer are said one by one.
const maxDifferences = 8

// Compare says in what the answers of the new program differ from those of the old one, in plain sentences. Both have an answer to each
// question of the old ones, and none failed. The order of keys, fields that were added, times of now, and ids and tokens that were
// generated for the answer do not count.
func Compare(old, fresh []Answer) (differences []string) {
	byPath := map[Question]*Answer{}
	for i := range fresh {
		byPath[fresh[i].Question] = &fresh[i]
	}
	for i := range old {
		a := &old[i]
		d := &differ{old: a, fresh: byPath[a.Question]}
		d.compare()
		shown := d.found
		if len(shown) > maxDifferences {
			shown = append(shown[:maxDifferences:maxDifferences], fmt.Sprintf("and %d differences more", len(d.found)-maxDifferences))
		}
		for _, text := range shown {
			differences = append(differences, fmt.Sprintf("%s (%s): %s", a.About, a.Path, text))
		}
	}
	return differences
}

// differ compares two answers to one question.
type differ struct {
	old, fresh *Answer
	found      []string
}

func (d *differ) compare() {
	a, b := d.old, d.fresh
	switch {
	case a.Status != b.Status:
		d.add("", fmt.Sprintf("the answer was %s, and is %s", nameStatus(a), nameStatus(b)))
		return
	case (len(a.Body) == 0) != (len(b.Body) == 0):
		d.add("", "one of the two answers has no body")
		return
	case len(a.Body) == 0:
		return
	}
	va, e1 := parseBody(a.Body)
	vb, e2 := parseBody(b.Body)
	if e1 != nil || e2 != nil {
		d.add("", "an answer is no JSON")
		return
	}
	d.values("", va, vb)
}

func nameStatus(a *Answer) string {
	var body struct {
		Code any `json:"error_code"`
	}
	if json.Unmarshal(a.Body, &body) == nil && body.Code != nil {
		return fmt.Sprintf("%d (%v)", a.Status, body.Code)
	}
	return fmt.Sprint(a.Status)
}

// parseBody keeps numbers as they are written.
func parseBody(b []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

func (d *differ) add(at, text string) {
	if at != "" {
		text = at + ": " + text
	}
	d.found = append(d.found, text)
}

// volatile are fields about the process or the machine, not about what is kept.
var volatile = map[string]bool{
	"/admin/overview version": true, "/admin/overview disk": true, "/admin/overview backup": true, "/admin/overview writer": true,
	"/admin/overview attention": true, "/admin/overview at": true,
	"/storage/workspaces remaining": true, // what the disk has room for
}

func (d *differ) values(at string, a, b any) {
	switch a := a.(type) {
	case map[string]any:
		if b, ok := b.(map[string]any); ok {
			d.objects(at, a, b)
			return
		}
	case []any:
		if b, ok := b.([]any); ok {
			d.lists(at, a, b)
			return
		}
	case string:
		if b, ok := b.(string); ok && d.isSameText(a, b) {
			return
		}
	default:
		if a == b {
			return
		}
	}
	d.add(at, fmt.Sprintf("was %s, and is %s", describe(a), describe(b)))
}

func (d *differ) objects(at string, a, b map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(a)) {
		if volatile[d.old.Path+" "+key] {
			continue
		}
		there, ok := b[key]
		if !ok {
			d.add(at, fmt.Sprintf("the field %q is missing", key))
			continue
		}
		d.values(join(at, key), a[key], there)
	}
}

// lists compares entries with a name of their own by that, and others by their place.
func (d *differ) lists(at string, a, b []any) {
	idsA, idsB := identify(a), identify(b)
	if idsA == nil || idsB == nil {
		if len(a) != len(b) {
			d.add(at, fmt.Sprintf("there were %d entries, and there are %d", len(a), len(b)))
			return
		}
		if areTexts(a) && areTexts(b) {
			a, b = sortTexts(a), sortTexts(b)
		}
		for i := range a {
			d.values(fmt.Sprintf("%s[%d]", at, i), a[i], b[i])
		}
		return
	}
	for i, id := range idsA {
		j := slices.Index(idsB, id)
		if j < 0 && isFresh(id, d.old.Fresh) {
			continue
		}
		if j < 0 {
			d.add(at, fmt.Sprintf("the entry %s is missing", describeEntry(a[i])))
			continue
		}
		d.values(join(at, describeEntry(a[i])), a[i], b[j])
	}
	for j, id := range idsB {
		if !slices.Contains(idsA, id) && !isFresh(id, d.fresh.Fresh) {
			d.add(at, fmt.Sprintf("there is an entry %s, which was not there", describeEntry(b[j])))
		}
	}
	if len(d.found) == 0 && !slices.Equal(idsA, idsB) {
		d.add(at, "the entries are in another order")
	}
}

// keys name an entry of a list, the first that it has.
var keys = []string{"id", "file_id", "directory_id", "user_id", "space_id", "download_id", "upload_id", "key", "code", "name"}

// isFresh reports whether the rehearsal made what is so named.
func isFresh(id, fresh string) bool {
	_, value, _ := strings.Cut(id, " ")
	return fresh != "" && idLike.MatchString(value) && len(value) == len(fresh) && value >= fresh
}

// identify returns what names each entry; nil when an entry has no name, or two have the same.
func identify(all []any) []string {
	var ids []string
	for _, e := range all {
		object, ok := e.(map[string]any)
		if !ok {
			return nil
		}
		id := ""
		for _, k := range keys {
			if s, ok := object[k].(string); ok && s != "" {
				id = k + " " + s
				break
			}
		}
		if id == "" || slices.Contains(ids, id) {
			return nil
		}
		ids = append(ids, id)
	}
	return ids
}

// generated finds what a program makes anew for each answer: signatures, grants and tokens.
var generated = regexp.MustCompile(`[A-Za-z0-9_=.%-]{32,}`)

var idLike = regexp.MustCompile(`\b[0-9a-hjkmnp-tv-z]{13}\b`)

const nowWindow = 5 * time.Second

// isSameText reports whether two texts mean the same.
func (d *differ) isSameText(a, b string) bool {
	if a == b {
		return true
	}
	ta, e1 := time.Parse(time.RFC3339Nano, a)
	tb, e2 := time.Parse(time.RFC3339Nano, b)
	if e1 == nil && e2 == nil { // both are as far from the moment of the question: the clock may have jumped in between
		apart := ta.Sub(d.old.At) - tb.Sub(d.fresh.At)
		return apart.Abs() < nowWindow
	}
	return maskGenerated(a, d.old.Fresh) == maskGenerated(b, d.fresh.Fresh)
}

// maskGenerated leaves out of a text what was generated for the answer.
func maskGenerated(s, fresh string) string {
	s = generated.ReplaceAllString(s, "*")
	return idLike.ReplaceAllStringFunc(s, func(id string) string {
		if fresh != "" && id >= fresh {
			return "*"
		}
		return id
	})
}

func areTexts(all []any) bool {
	for _, v := range all {
		if _, ok := v.(string); !ok {
			return false
		}
	}
	return true
}

func sortTexts(all []any) []any {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b any) int { return cmp.Compare(a.(string), b.(string)) })
	return all
}

func join(at, key string) string {
	if at == "" {
		return key
	}
	return at + " / " + key
}

const shownLetters = 60

// describe is a value in short.
func describe(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	letters := []rune(string(b))
	if len(letters) > shownLetters {
		return string(letters[:shownLetters]) + "…"
	}
	return string(letters)
}

// describeEntry names an entry of a list as people know it.
func describeEntry(v any) string {
	object, ok := v.(map[string]any)
	if !ok {
		return describe(v)
	}
	for _, k := range append([]string{"file_name", "directory_name", "name", "title", "email"}, keys...) {
		if s, ok := object[k].(string); ok && s != "" {
			return describe(strings.TrimSpace(s))
		}
	}
	return describe(v)
}
