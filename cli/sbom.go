package cli

import (
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"anbar/app"
	"anbar/packaging/licenses"

	"github.com/CycloneDX/cyclonedx-go"
)

type printComponents struct{}

// Run prints what the program is made of, as CycloneDX 1.6 in JSON.
func (printComponents) Run() error { return writeComponents(os.Stdout) }

// writeComponents writes the same bytes whenever the same program is asked: it has the time of the program's commit and no serial
// number.
func writeComponents(w io.Writer) error {
	list, err := licenses.List()
	if err != nil {
		return err
	}
	bom := cyclonedx.NewBOM()
	self := cyclonedx.Component{Type: cyclonedx.ComponentTypeApplication, BOMRef: "anbar", Name: "anbar", Version: app.Version,
		Licenses: &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "Apache-2.0"}}}}
	bom.Metadata = &cyclonedx.Metadata{Component: &self, Timestamp: commitTime()}
	components, refs := make([]cyclonedx.Component, 0, len(list)), make([]string, 0, len(list))
	for _, c := range list {
		url := packageURL(c)
		refs = append(refs, url)
		components = append(components, cyclonedx.Component{Type: cyclonedx.ComponentTypeLibrary, BOMRef: url, Name: c.Name,
			Version: c.Version, PackageURL: url})
	}
	bom.Components = &components
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: self.BOMRef, Dependencies: &refs}}
	return cyclonedx.NewBOMEncoder(w, cyclonedx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cyclonedx.SpecVersion1_6)
}

// packageURL names a component as scanners of vulnerabilities look it up (github.com/package-url/purl-spec).
func packageURL(c licenses.Component) string {
	version := strings.ReplaceAll(c.Version, "+", "%2B")
	if c.Kind == licenses.Language {
		return "pkg:golang/stdlib@" + version
	}
	return "pkg:" + string(c.Kind) + "/" + strings.Replace(c.Name, "@", "%40", 1) + "@" + version
}

// commitTime is that of the commit that the program was built from; empty where it was built from none.
func commitTime() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key != "vcs.time" {
			continue
		}
		if at, err := time.Parse(time.RFC3339, s.Value); err == nil {
			return at.UTC().Format(time.RFC3339)
		}
	}
	return ""
}
