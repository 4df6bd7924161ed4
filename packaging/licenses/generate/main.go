// Command generate writes the license texts of the Go modules and npm packages that the program is made of. It runs in the
// directory of the repository, with the build tags of the program as its only argument.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

const target = "packaging/licenses/texts.gz"

// component is a part of the program that others wrote.
type component struct {
	name, dir string
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: generate TAGS")
	}
	if err := generate(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func generate(tags string) error {
	modules, err := listModules(tags)
	if err != nil {
		return err
	}
	packages, err := listPackages("ui")
	if err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("find Go itself: %w", err)
	}
	language := component{name: "Go " + runtime.Version(), dir: strings.TrimSpace(string(root))}
	all := append([]component{language}, slices.Concat(modules, packages)...)
	text, err := compose(all)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(target, b.Bytes(), 0o644)
}

// listModules returns the modules whose packages are linked into the program.
func listModules(tags string) ([]component, error) {
	out, err := exec.Command("go", "list", "-deps", "-tags", tags, "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", ".").Output()
	if err != nil {
		return nil, fmt.Errorf("list the modules: %w", err)
	}
	lines := slices.DeleteFunc(strings.Split(string(out), "\n"), func(l string) bool { return l == "" })
	slices.Sort(lines)
	var all []component
	for _, l := range slices.Compact(lines) {
		name, dir, _ := strings.Cut(l, "\t")
		all = append(all, component{name, dir})
	}
	return all, nil
}

// listPackages returns the npm packages that the user interface is built of.
func listPackages(dir string) ([]component, error) {
	b, err := os.ReadFile(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version string
			Dev     bool
			Link    bool
		}
	}
	if err := json.Unmarshal(b, &lock); err != nil {
		return nil, err
	}
	var all []component
	for at, p := range lock.Packages {
		if at == "" || p.Dev || p.Link {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, at)); errors.Is(err, fs.ErrNotExist) {
			continue // for another system
		}
		name := at[strings.LastIndex(at, "node_modules/")+len("node_modules/"):]
		all = append(all, component{"npm " + name + " " + p.Version, filepath.Join(dir, at)})
	}
	slices.SortFunc(all, func(a, b component) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

var isText = regexp.MustCompile(`(?i)^(licen[cs]es?|copying|notice|unlicense|patents|ofl)([.\-_].*)?$`)

// compose lists the components, and then each text once.
func compose(all []component) ([]byte, error) {
	owners := map[string][]string{}
	var texts, without []string
	for _, c := range all {
		found, err := textsOf(c.dir)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			without = append(without, c.name)
		}
		for _, text := range found {
			if owners[text] == nil {
				texts = append(texts, text)
			}
			owners[text] = append(owners[text], c.name)
		}
	}
	var b bytes.Buffer
	b.WriteString("Anbar is made of the following components. Their licenses follow.\n\n")
	for _, c := range all {
		fmt.Fprintln(&b, "  "+c.name)
	}
	if len(without) > 0 {
		fmt.Fprintf(&b, "\nThe packages of these have no text of a license; their manifests name it: %s\n", strings.Join(without, ", "))
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(owners[text], "\n"), strings.TrimSpace(text))
	}
	return b.Bytes(), nil
}

func textsOf(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, e := range entries {
		if e.IsDir() || !isText.MatchString(e.Name()) {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, string(b))
	}
	return all, nil
}
