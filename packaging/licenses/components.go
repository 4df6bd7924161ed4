package licenses

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Component is a part of the program that others wrote.
type Component struct {
	Kind          Kind
	Name, Version string // the version as its registry writes it
}

// Kind is where a component comes from.
type Kind string

// The kinds of components.
const (
	Language Kind = "language" // Go itself, with its standard library
	GoModule Kind = "golang"
	Package  Kind = "npm"
)

// List returns the components in the order of the texts, each version once.
func List() ([]Component, error) {
	var all bytes.Buffer
	if err := Write(&all); err != nil {
		return nil, err
	}
	var list []Component
	add := func(c Component) {
		if !slices.Contains(list, c) { // a package may be installed at two places
			list = append(list, c)
		}
	}
	lines := bufio.NewScanner(&all)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "====") {
			return list, nil
		}
		if !strings.HasPrefix(line, "  ") {
			continue
		}
		switch fields := strings.Fields(line); {
		case len(fields) == 3 && fields[0] == string(Package):
			add(Component{Package, fields[1], fields[2]})
		case len(fields) == 2 && fields[0] == "Go":
			add(Component{Language, "go", strings.TrimPrefix(fields[1], "go")})
		case len(fields) == 2:
			add(Component{GoModule, fields[0], fields[1]})
		default:
			return nil, fmt.Errorf("the list of components has a line %q", line)
		}
	}
	return nil, fmt.Errorf("the list of components has no end: %w", lines.Err())
}
