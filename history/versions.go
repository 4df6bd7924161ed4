package history

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"
)

// VersionOp is an operation on the versions of one file.
type VersionOp struct {
	Verb   string // write, read, list, delete or restore
	Text   string // to write
	Number int    // of the version to delete or restore
}

// VersionResult is the answer to a VersionOp.
type VersionResult struct {
	Word   string // done, gone or last
	Number int    // of the version that was written
	Text   string // the text that was read
	All    string // of a listing, as FormatNumbers writes it
}

// FormatNumbers writes the versions of a file and which of them is shown.
func FormatNumbers(head int, all []int) string {
	all = slices.Clone(all)
	slices.Sort(all)
	return fmt.Sprint(head, " of ", all)
}

// versionState is a file with versions; texts is "number=text number=text …".
type versionState struct {
	head, last int
	texts      string
}

func (f versionState) parseTexts() map[int]string {
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

func (f versionState) withTexts(m map[int]string) versionState {
	var b strings.Builder
	for _, n := range slices.Sorted(maps.Keys(m)) {
		fmt.Fprintf(&b, "%d=%s ", n, m[n])
	}
	f.texts = b.String()
	return f
}

// VersionsModel is the model of a file that begins with one version with the text first:
// reads return the head version, and each new version gets the next number, which is
// never used again. Texts have no spaces.
func VersionsModel(first string) porcupine.Model {
	begin := versionState{head: 1, last: 1, texts: "1=" + first + " "}
	return newModel(begin, func(f versionState, in VersionOp, out *VersionResult) (bool, versionState) {
		all := f.parseTexts()
		switch in.Verb {
		case "read":
			return out == nil || out.Text == all[f.head], f
		case "list":
			return out == nil || out.All == FormatNumbers(f.head, slices.Collect(maps.Keys(all))), f
		case "write":
			f.last++
			f.head = f.last
			all[f.head] = in.Text
			return out == nil || out.Word == "done" && out.Number == f.head, f.withTexts(all)
		}
		return f.stepChange(all, in, out)
	})
}

func (f versionState) stepChange(all map[int]string, in VersionOp, out *VersionResult) (bool, versionState) {
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
	return true, f.withTexts(all)
}
