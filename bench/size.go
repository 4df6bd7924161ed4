package main

import (
	"bufio"
	"bytes"
	"cmp"
	"debug/elf"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

const (
	sizeFile  = "docs/benchmarks.size.md"
	sizeRows  = 30
	sizeBegin = "## Bytes by module\n"
)

// writeSizes writes down how much of the program each module is. unstripped is the
// program with its symbols, stripped the one that is shipped.
func writeSizes(unstripped, stripped string) error {
	names, err := listModules(unstripped)
	if err != nil {
		return err
	}
	f, err := elf.Open(unstripped)
	if err != nil {
		return err
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		return fmt.Errorf("list the symbols of %s: %w", unstripped, err)
	}
	bytesOf := map[string]int64{}
	for _, y := range symbols {
		if int(y.Section) < len(f.Sections) && f.Sections[y.Section].Type == elf.SHT_PROGBITS {
			bytesOf[moduleOf(y.Name, names)] += int64(y.Size)
		}
	}
	if lines := f.Section(".gopclntab"); lines != nil {
		bytesOf["(names and lines of functions, of all modules)"] = int64(lines.Size)
	}
	info, err := os.Stat(stripped)
	if err != nil {
		return err
	}
	table := renderSizeTable(bytesOf, info.Size())
	fmt.Print(table)
	if err := os.WriteFile(sizeFile, []byte(table), 0o644); err != nil {
		return err
	}
	report, err := os.ReadFile("docs/benchmarks.md")
	if err != nil {
		return err
	}
	before, _, _ := strings.Cut(string(report), sizeBegin)
	return os.WriteFile("docs/benchmarks.md", []byte(strings.TrimRight(before, "\n")+"\n\n"+table), 0o644)
}

// listModules are the modules that a program was built from.
func listModules(program string) (names []string, err error) {
	out, err := exec.Command("go", "version", "-m", program).Output()
	if err != nil {
		return nil, fmt.Errorf("list the modules of %s: %w", program, err)
	}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		f := strings.Fields(lines.Text())
		if len(f) >= 2 && (f[0] == "dep" || f[0] == "mod") {
			names = append(names, f[1])
		}
	}
	return names, nil
}

// moduleOf is the module that a symbol belongs to.
func moduleOf(symbol string, names []string) string {
	switch {
	case strings.HasPrefix(symbol, "type:"), strings.HasPrefix(symbol, "go:itab"):
		symbol = strings.TrimLeft(symbol[strings.IndexAny(symbol, ":")+1:], ".*[]")
	case strings.HasPrefix(symbol, "go:"):
		return "(texts and other data)"
	}
	symbol, _, _ = strings.Cut(symbol, "[")
	best := ""
	for _, n := range names {
		if strings.HasPrefix(symbol, n) && len(n) > len(best) {
			best = n
		}
	}
	if best != "" {
		return best
	}
	if first, _, _ := strings.Cut(symbol, "/"); !strings.Contains(first, ".") || !strings.Contains(symbol, "/") {
		return "(the standard library)"
	}
	return "(else)"
}

func renderSizeTable(bytesOf map[string]int64, whole int64) string {
	var named int64
	for _, n := range bytesOf {
		named += n
	}
	bytesOf["(types, the user interface and what has no symbol)"] = max(0, whole-named)
	all := slices.SortedFunc(maps.Keys(bytesOf), func(a, b string) int { return cmp.Compare(bytesOf[b], bytesOf[a]) })
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nMade by `make size`: the program has %.2f MB.\n\n| module | MB |\n|---|---|\n", sizeBegin, float64(whole)/1e6)
	var rest int64
	for i, m := range all {
		if i >= sizeRows {
			rest += bytesOf[m]
			continue
		}
		fmt.Fprintf(&b, "| %s | %.2f |\n", m, float64(bytesOf[m])/1e6)
	}
	fmt.Fprintf(&b, "| %d more | %.2f |\n", max(0, len(all)-sizeRows), float64(rest)/1e6)
	return b.String()
}
