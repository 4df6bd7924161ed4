package licenses

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestTheTextsAreThoseOfTheProgram compares the list of components with the modules that are linked.
func TestTheTextsAreThoseOfTheProgram(t *testing.T) {
	var all bytes.Buffer
	if err := Write(&all); err != nil {
		t.Fatal(err)
	}
	list, _, _ := strings.Cut(all.String(), strings.Repeat("=", 80))
	have := strings.Split(list, "\n")
	listing := exec.Command("go", "list", "-deps", "-tags", "nobadger,nobadgerv1,nobadgerv2,nomysql,nopgx,nobbolt", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "anbar")
	out, err := listing.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range strings.Fields(strings.ReplaceAll(string(out), " ", "\x00")) {
		if module = strings.ReplaceAll(module, "\x00", " "); !slices.Contains(have, "  "+module) {
			t.Errorf("the license of %s is not there: run \"make licenses\"", module)
		}
	}
	for _, part := range []string{"Apache License", "preact", "vazirmatn", "SIL OPEN FONT LICENSE", "Go go1."} {
		if !strings.Contains(all.String(), part) {
			t.Errorf("the texts do not have %q", part)
		}
	}
}
