package cli

import (
	"bytes"
	"runtime/debug"
	"strings"
	"testing"

	"anbar/packaging/licenses"

	"github.com/CycloneDX/cyclonedx-go"
)

// TestComponentsAreWhole reads the list as a scanner does, and looks for each module of this test's own program in it.
func TestComponentsAreWhole(t *testing.T) {
	var written, again bytes.Buffer
	if err := writeComponents(&written); err != nil {
		t.Fatal(err)
	}
	if err := writeComponents(&again); err != nil || !bytes.Equal(written.Bytes(), again.Bytes()) {
		t.Fatalf("a second list differs: %v", err)
	}
	var bom cyclonedx.BOM
	if err := cyclonedx.NewBOMDecoder(&written, cyclonedx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	if bom.SpecVersion != cyclonedx.SpecVersion1_6 || bom.Metadata.Component.Name != "anbar" {
		t.Errorf("version %v of %q", bom.SpecVersion, bom.Metadata.Component.Name)
	}
	known, kinds := map[string]bool{}, map[string]int{}
	for _, c := range *bom.Components {
		if known[c.PackageURL] {
			t.Errorf("%s is there twice", c.PackageURL)
		}
		known[c.PackageURL] = true
		kind, _, _ := strings.Cut(c.PackageURL, "/")
		kinds[kind]++
	}
	if kinds["pkg:golang"] < 100 || kinds["pkg:npm"] < 100 || len(kinds) != 2 {
		t.Errorf("components by kind: %v", kinds)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		t.Fatal("the test does not know what it is made of")
	}
	for _, m := range info.Deps {
		if m.Path == "anbar" || m.Path == "github.com/google/go-cmp" { // of tests alone
			continue
		}
		if m.Replace != nil {
			m = m.Replace
		}
		if url := packageURL(licenses.Component{Kind: licenses.GoModule, Name: m.Path, Version: m.Version}); !known[url] {
			t.Errorf("%s is not in the list", url)
		}
	}
}

func TestPackageURLs(t *testing.T) {
	for _, c := range []struct {
		of   licenses.Component
		want string
	}{
		{licenses.Component{Kind: licenses.Language, Name: "go", Version: "1.26.8"}, "pkg:golang/stdlib@1.26.8"},
		{licenses.Component{Kind: licenses.Package, Name: "@base-ui/react", Version: "1.9.0"}, "pkg:npm/%40base-ui/react@1.9.0"},
		{licenses.Component{Kind: licenses.GoModule, Name: "github.com/a/b/v2", Version: "v2.1.0+incompatible"},
			"pkg:golang/github.com/a/b/v2@v2.1.0%2Bincompatible"},
	} {
		if got := packageURL(c.of); got != c.want {
			t.Errorf("%v: %s, want %s", c.of, got, c.want)
		}
	}
}
