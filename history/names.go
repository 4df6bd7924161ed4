package history

import (
	"maps"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"
)

// NameOp is an operation on the names in one directory.
type NameOp struct {
	Verb string // make, rename, delete or list
	ID   string // of the directory to rename or delete
	Name string // of the directory to make, or the new name
}

// NameResult is the answer to a Name.
type NameResult struct {
	Word        string // done, taken or gone
	ID          string // of the directory that was made
	Entries     string // of a listing, as Entries writes them
	Directories int    // the listing's count of child directories
	Total       int    // the listing's count of entries on all pages
}

// unknownID is used until a listing shows the id of a directory that was made without
// an answer.
const unknownID = "?"

// FormatEntries writes the entries of a directory, ids by names, as one text in a fixed
// order.
func FormatEntries(ids map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(ids)) {
		b.WriteString(name + "=" + ids[name] + " ")
	}
	return b.String()
}

func parseEntries(s string) map[string]string {
	ids := map[string]string{}
	for _, e := range strings.Fields(s) {
		name, id, _ := strings.Cut(e, "=")
		ids[name] = id
	}
	return ids
}

func findName(ids map[string]string, id string) (string, bool) {
	for name, of := range ids {
		if of == id {
			return name, true
		}
	}
	return "", false
}

// NamesModel is the model of a directory: each name occurs once, and a listing shows all
// entries, with counts that agree with them.
func NamesModel() porcupine.Model {
	return newModel("", func(s string, in NameOp, out *NameResult) (bool, string) {
		ids := parseEntries(s)
		switch in.Verb {
		case "list":
			return stepList(ids, out)
		case "make":
			return stepMake(s, ids, in, out)
		}
		old, there := findName(ids, in.ID)
		_, taken := ids[in.Name]
		word := "done"
		switch {
		case !there:
			word = "gone"
		case in.Verb == "rename" && taken && old != in.Name:
			word = "taken"
		}
		if out != nil && out.Word != word {
			return false, s
		}
		if word != "done" {
			return true, s
		}
		delete(ids, old)
		if in.Verb == "rename" {
			ids[in.Name] = in.ID
		}
		return true, FormatEntries(ids)
	})
}

// NamesModelFrom is NamesModel for a directory that had entries before the history, as FormatEntries writes them.
func NamesModelFrom(entries string) porcupine.Model {
	m := NamesModel()
	m.Init = func() any { return FormatEntries(parseEntries(entries)) }
	return m
}

func stepMake(s string, ids map[string]string, in NameOp, out *NameResult) (bool, string) {
	_, taken := ids[in.Name]
	if taken {
		return out == nil || out.Word == "taken", s
	}
	id := unknownID
	if out != nil {
		if out.Word != "done" {
			return false, s
		}
		id = out.ID
	}
	if _, twice := findName(ids, id); twice && id != unknownID {
		return false, s
	}
	ids[in.Name] = id
	return true, FormatEntries(ids)
}

func stepList(ids map[string]string, out *NameResult) (bool, string) {
	s := FormatEntries(ids)
	if out == nil {
		return true, s
	}
	got := parseEntries(out.Entries)
	if len(got) != len(ids) || out.Directories != len(ids) || out.Total != len(ids) {
		return false, s
	}
	for name, id := range ids {
		if got[name] == "" || id != unknownID && got[name] != id {
			return false, s
		}
	}
	return true, out.Entries
}
