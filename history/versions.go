package history

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"
)

// Content is an operation on the versions of one file.
type Content struct {
	Verb   string // write, read, list, delete or restore
	Text   string // to write
	Number int    // of the version to delete or restore
}

// Contained is the answer to a Content.
type Contained struct {
	Word   string // done, gone or last
	Number int    // of the version that was written
	Text   string // the text that was read
	All    string // of a listing, as Numbers writes it
}

// Numbers writes the versions of a file and which of them is shown.
func Numbers(head int, all []int) string {
	all = slices.Clone(all)
	slices.Sort(all)
	return fmt.Sprint(head, " of ", all)
}

// versioned is a file with versions; texts is "number=text number=text …".
type versioned struct {
	head, last int
	texts      string
}

func (f versioned) all() map[int]string {
	m := map[int]string{}
	for _, e := range strings.Fields(f.texts) {
		n, text := 0, ""
		if _, err := fmt.Sscanf(e, "%d=%s", &n, &text); err != nil {
			panic(err)
		}
		m[n] = text
	}
	return m
}

func (f versioned) with(m map[int]string) versioned {
	var b strings.Builder
	for _, n := range slices.Sorted(maps.Keys(m)) {
		fmt.Fprintf(&b, "%d=%s ", n, m[n])
	}
	f.texts = b.String()
	return f
}

// Contents is the model of a file that begins with one version with the text first:
// reads return the head version, and each new version gets the next number, which is
// never used again. Texts have no spaces.
func Contents(first string) porcupine.Model {
	begin := versioned{1, 1, "1=" + first + " "}
	return model(begin, func(f versioned, in Content, out *Contained) (bool, versioned) {
		all := f.all()
		switch in.Verb {
		case "read":
			return out == nil || out.Text == all[f.head], f
		case "list":
			return out == nil || out.All == Numbers(f.head, slices.Collect(maps.Keys(all))), f
		case "write":
			f.last++
			f.head = f.last
			all[f.head] = in.Text
			return out == nil || out.Word == "done" && out.Number == f.head, f.with(all)
		}
		return f.change(all, in, out)
	})
}

func (f versioned) change(all map[int]string, in Content, out *Contained) (bool, versioned) {
	word := "done"
	if _, there := all[in.Number]; !there {
		word = "gone"
	} else if in.Verb == "delete" && len(all) == 1 {
		word = "last"
	}
	if out != nil && out.Word != word {
		return false, f
	}
	switch {
	case word != "done":
		return true, f
	case in.Verb == "restore":
		f.head = in.Number
		return true, f
	}
	delete(all, in.Number)
	if f.head == in.Number {
		f.head = slices.Max(slices.Collect(maps.Keys(all)))
	}
	return true, f.with(all)
}
