package history

import (
	"maps"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"
)

// Name is an operation on the names in one directory.
type Name struct {
	Verb string // make, rename, delete or list
	ID   string // of the directory to rename or delete
	Name string // of the directory to make, or the new name
}

// Named is the answer to a Name.
type Named struct {
	Word        string // done, taken or gone
	ID          string // of the directory that was made
	Entries     string // of a listing, as Entries writes them
	Directories int    // the listing's count of child directories
	Total       int    // the listing's count of entries on all pages
}

// unknownID is used until a listing shows the id of a directory that was made without
// an answer.
const unknownID = "?"

// Entries writes the entries of a directory, ids by names, as one text in a fixed
// order.
func Entries(ids map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(ids)) {
		b.WriteString(name + "=" + ids[name] + " ")
	}
	return b.String()
}

func entries(s string) map[string]string {
	ids := map[string]string{}
	for _, e := range strings.Fields(s) {
		name, id, _ := strings.Cut(e, "=")
		ids[name] = id
	}
	return ids
}

func nameOf(ids map[string]string, id string) (string, bool) {
	for name, of := range ids {
		if of == id {
			return name, true
		}
	}
	return "", false
}

// Names is the model of a directory: each name occurs once, and a listing shows all
// entries, with counts that agree with them.
func Names() porcupine.Model {
	return model("", func(s string, in Name, out *Named) (bool, string) {
		ids := entries(s)
		switch in.Verb {
		case "list":
			return listed(ids, out)
		case "make":
			return made(s, ids, in, out)
		}
		old, there := nameOf(ids, in.ID)
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
		return true, Entries(ids)
	})
}

func made(s string, ids map[string]string, in Name, out *Named) (bool, string) {
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
	if _, twice := nameOf(ids, id); twice && id != unknownID {
		return false, s
	}
	ids[in.Name] = id
	return true, Entries(ids)
}

func listed(ids map[string]string, out *Named) (bool, string) {
	s := Entries(ids)
	if out == nil {
		return true, s
	}
	got := entries(out.Entries)
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
