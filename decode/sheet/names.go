package sheet

import (
	"strconv"
	"strings"
)

// DefinedName is a formula that others use by its name: mostly a range.
type DefinedName struct {
	Name    string `json:"name"`
	Sheet   string `json:"sheet,omitempty"` // id of the sheet that it counts on; empty for all
	Formula string `json:"f"`
	Hidden  bool   `json:"hidden,omitempty"`
}

const (
	maxNames     = 2_000
	maxNamesSize = 256 << 10 // bytes of all of them
)

// readDefinedName reads a defined name whose tag was read. It leaves out names of programs and of filters, which a reader has no
// use for, and all names unless the page begins at the first row: later pages of a sheet go without them.
func (w *workbook) readDefinedName(s *scanner) error {
	n := DefinedName{Name: s.attr("name"), Hidden: s.attr("hidden") == "1" || s.attr("hidden") == "true"}
	of, program := s.attr("localSheetId"), false
	for _, attr := range []string{"function", "vbProcedure", "xlm"} {
		program = program || s.attr(attr) == "1" || s.attr(attr) == "true"
	}
	text, err := s.text(maxCell)
	if err != nil || w.request.First > 1 || program || strings.HasSuffix(n.Name, "_FilterDatabase") || n.Name == "" {
		return err
	}
	if of != "" {
		at, err := strconv.Atoi(of)
		if err != nil || at < 0 || at >= len(w.page.Sheets) {
			return nil
		}
		n.Sheet = w.page.Sheets[at].ID
	}
	n.Formula = strings.TrimSpace(text)
	w.namesSize += len(n.Name) + len(text)
	if n.Formula != "" && len(w.page.Names) < maxNames && w.namesSize <= maxNamesSize {
		w.page.Names = append(w.page.Names, n)
	}
	return nil
}
