package packaging

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// recipe is what nfpm.yaml says.
type recipe struct {
	Depends  []string
	Deb      struct{ Predepends []string }
	Contents []struct {
		Src, Dst, Type string
		Info           struct {
			Mode         fs.FileMode
			Owner, Group string
		} `yaml:"file_info"`
	}
	Scripts map[string]string
}

func readRecipe(t *testing.T) *recipe {
	t.Helper()
	b, err := os.ReadFile("nfpm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	r := new(recipe)
	if err := yaml.Unmarshal(b, r); err != nil {
		t.Fatal(err)
	}
	return r
}

// asBefore is the package as it was before it had scripts: the settings were root's alone.
func (r *recipe) asBefore() *recipe {
	old := *r
	old.Contents = append(old.Contents[:0:0], r.Contents...)
	for i := range old.Contents {
		old.Contents[i].Info.Group = ""
	}
	old.Scripts = map[string]string{"preinstall": "./packaging/testdata/old-preinstall.sh"}
	return &old
}

// program is the only file that is not the one that the recipe names: this test is the program, see TestMain. In packages it is a
// link to where a machine has it.
const program, programThere = "./anbar", "/program"

// writeDeb makes the package that nfpm would make, which takes too long to build for every run of the tests. What nfpm makes is
// tried in TestPackagesOnDebian.
func (r *recipe) writeDeb(t *testing.T, file, version string) {
	t.Helper()
	control := newTarball(t)
	var conf strings.Builder
	data := newTarball(t)
	for _, c := range r.Contents {
		if c.Type == "tree" {
			continue
		}
		data.addDirs(c.Dst)
		if c.Src == program {
			data.header(&tar.Header{Typeflag: tar.TypeSymlink, Name: "." + c.Dst, Linkname: programThere, Mode: 0o777})
			continue
		}
		data.add("."+c.Dst, readSource(t, c.Src), c.Info.Mode, c.Info.Owner, c.Info.Group)
		if strings.HasPrefix(c.Type, "config") {
			fmt.Fprintln(&conf, c.Dst)
		}
	}
	control.add("./control", fmt.Appendf(nil, "Package: anbar\nVersion: %s\nArchitecture: all\nMaintainer: t <t@example.org>\n"+
		"Depends: %s\nPre-Depends: %s\nDescription: drive\n", version, strings.Join(r.Depends, ", "),
		strings.Join(r.Deb.Predepends, ", ")), 0o644, "", "")
	control.add("./conffiles", []byte(conf.String()), 0o644, "", "")
	for name, to := range map[string]string{
		"preinstall": "preinst", "postinstall": "postinst", "preremove": "prerm", "postremove": "postrm",
	} {
		if src := r.Scripts[name]; src != "" {
			control.add("./"+to, readSource(t, src), 0o755, "", "")
		}
	}
	var deb bytes.Buffer
	deb.WriteString("!<arch>\n")
	addMember(&deb, "debian-binary", []byte("2.0\n"))
	addMember(&deb, "control.tar", control.bytes())
	addMember(&deb, "data.tar", data.bytes())
	if err := os.WriteFile(file, deb.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readSource(t *testing.T, src string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", src))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// addMember adds a file to an archive of ar(5).
func addMember(ar *bytes.Buffer, name string, content []byte) {
	fmt.Fprintf(ar, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", name, 0, 0, 0, "100644", len(content))
	ar.Write(content)
	if len(content)%2 == 1 {
		ar.WriteByte('\n')
	}
}

type tarball struct {
	t    *testing.T
	buf  *bytes.Buffer
	w    *tar.Writer
	dirs map[string]bool
}

func newTarball(t *testing.T) *tarball {
	buf := new(bytes.Buffer)
	return &tarball{t, buf, tar.NewWriter(buf), map[string]bool{}}
}

func (b *tarball) header(h *tar.Header) {
	b.t.Helper()
	h.Format = tar.FormatGNU
	if err := b.w.WriteHeader(h); err != nil {
		b.t.Fatal(err)
	}
}

func (b *tarball) add(name string, content []byte, mode fs.FileMode, owner, group string) {
	b.t.Helper()
	b.header(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(content)), Mode: int64(mode), Uname: owner, Gname: group})
	if _, err := b.w.Write(content); err != nil {
		b.t.Fatal(err)
	}
}

func (b *tarball) addDirs(file string) {
	b.t.Helper()
	dir := path.Dir(file)
	if dir == "/" || b.dirs[dir] {
		return
	}
	b.addDirs(dir)
	b.dirs[dir] = true
	b.header(&tar.Header{Typeflag: tar.TypeDir, Name: "." + dir + "/", Mode: 0o755})
}

func (b *tarball) bytes() []byte {
	b.t.Helper()
	if err := b.w.Close(); err != nil {
		b.t.Fatal(err)
	}
	return b.buf.Bytes()
}
