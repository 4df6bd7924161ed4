package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// areas is the architecture: which areas of ours each area may import. A folder belongs to the area with the longest name that
// begins its path, packages of one area may import each other, and a folder of no area fails the test.
var areas = map[string]string{
	"config":    "",
	"ui":        "",
	"lru":       "",
	"history":   "",
	"packaging": "",
	"db":        "lru",
	"blobstore": "",

	"app/base":      "blobstore db lru",
	"decode":        "app/base db",
	"app/identity":  "app/base decode blobstore db lru",
	"app/drive":     "app/identity app/base decode blobstore db lru",
	"app/sales":     "app/identity app/base blobstore db",
	"app/sharing":   "app/drive app/identity app/sales app/base blobstore db",
	"app/office":    "app/drive app/identity app/base decode blobstore db lru",
	"app/sync":      "app/sharing app/drive app/identity app/base blobstore db lru",
	"app/operation": "app/office app/sharing app/drive app/identity app/sales app/base decode blobstore config db",

	"app/host":    "app/operation app/base blobstore config db",
	"app/control": "app/host app/operation app/drive app/identity app/base blobstore config db",

	"app":     "*",
	"":        "cli decode",
	"cli":     "app app/control app/host config db packaging",
	"stories": "*",
	"bench":   "*",
}

// upward are the imports that the areas do not allow, by package.
var upward = map[string]string{
	"app/identity/accounts":  "app/sales/plans app/sharing/members app/sharing/workspaces", // who signs up gets a workspace with a plan
	"app/identity/providers": "app/sharing/members",                                        // groups of a provider become memberships
	"app/drive/imports":      "app/sharing/gate app/sharing/links",                         // files come from a link of an appliance
	"cli": "app/base/fault app/base/progress app/drive/imports/folder app/identity/accounts app/identity/sessions app/operation/backup " +
		"app/operation/backup/seal app/operation/backup/sftp app/sharing/workspaces", // commands use what App has
}

// confined are the packages that read bytes of users. Only the processes that decode import them, so that such bytes are never
// decoded in the process that serves.
var confined = strings.Fields("decode/child decode/charset decode/docx decode/formula decode/pdfium decode/photo decode/picture " +
	"decode/source decode/svg decode/wasm decode/workbook")

// areaOf finds the area of a package; ok is false for a folder of no area.
func areaOf(pkg string) (area string, ok bool) {
	for area = pkg; ; area = path.Dir(area) {
		if area == "." {
			return "", pkg == ""
		}
		if _, ok = areas[area]; ok {
			return area, area != "app" || pkg == area
		}
	}
}

type source struct {
	pkg, path string
	file      *ast.File
	fset      *token.FileSet
}

func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || d.Name() != "." && strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(path))
		if pkg == "." {
			pkg = ""
		}
		all = append(all, source{pkg, path, f, fset})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryPackageImportsOnlyWhatTheMapAllows(t *testing.T) {
	needed := map[string]bool{}
	for _, s := range sources(t) {
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		area, known := areaOf(s.pkg)
		if !known {
			t.Errorf("%s: the folder belongs to no area of arch_test.go", s.path)
			continue
		}
		for _, i := range s.file.Imports {
			p, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "anbar/")
			if !ours {
				continue
			}
			if slices.Contains(confined, p) && area != "decode" && area != "" && area != "bench" {
				t.Errorf("%s imports %s, which only a process that decodes may", s.path, p)
			}
			to, _ := areaOf(p)
			switch allowed := areas[area]; {
			case allowed == "*", to == area, slices.Contains(strings.Fields(allowed), to):
			case slices.Contains(strings.Fields(upward[s.pkg]), p):
				needed[s.pkg+" "+p] = true
			default:
				t.Errorf("%s imports %s, which the map does not allow", s.path, p)
			}
		}
	}
	for pkg, list := range upward {
		for p := range strings.FieldsSeq(list) {
			if !needed[pkg+" "+p] {
				t.Errorf("%s needs no exception for %s any more", pkg, p)
			}
		}
	}
}

// TestPasswordsAreNeverCheap looks for calls that only tests may have.
func TestPasswordsAreNeverCheap(t *testing.T) {
	for _, s := range sources(t) {
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Cheap" {
				t.Errorf("%s makes passwords cheap", s.path)
			}
			return true
		})
	}
}

func TestSQLStaysInDB(t *testing.T) {
	for _, s := range sources(t) {
		if strings.HasPrefix(s.pkg, "db") || s.pkg == "bench" || strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			for _, verb := range []string{"SELECT ", "INSERT INTO", "UPDATE ", "DELETE FROM"} {
				if strings.HasPrefix(strings.Trim(lit.Value, "`\" \n\t"), verb) {
					t.Errorf("%s: SQL belongs into db", s.fset.Position(lit.Pos()))
				}
			}
			return true
		})
	}
}

const (
	maxFile     = 400
	maxFunction = 60
	maxLine     = 140 // columns, with tabs of four
)

func TestRoomsStaySmallAndSayWhatTheyAre(t *testing.T) {
	documented := map[string]bool{}
	for _, s := range sources(t) {
		documented[s.pkg] = documented[s.pkg] || s.file.Doc != nil
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		if n := s.fset.Position(s.file.End()).Line; n > maxFile {
			t.Errorf("%s has %d lines, more than %d", s.path, n, maxFile)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := s.fset.Position(f.End()).Line - s.fset.Position(f.Pos()).Line; n > maxFunction && !declares(f) {
				t.Errorf("%s: %s has %d lines, more than %d", s.fset.Position(f.Pos()), f.Name.Name, n, maxFunction)
			}
			if f.Name.IsExported() && f.Doc == nil && exportedReceiver(f) {
				t.Errorf("%s: %s has no comment that says what a caller must know", s.fset.Position(f.Pos()), f.Name.Name)
			}
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(documented)) {
		if !documented[pkg] {
			t.Errorf("package %q has no comment", pkg)
		}
	}
}

// declares reports whether a function only declares calls, as Mount does: there is
// nothing in it that could be done otherwise, so it may be long.
func declares(f *ast.FuncDecl) bool {
	only := strings.HasPrefix(strings.ToLower(f.Name.Name), "mount")
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false // a handler of a line or two; the line's length bounds it
		case *ast.IfStmt, *ast.ForStmt, *ast.SwitchStmt, *ast.SelectStmt, *ast.GoStmt, *ast.DeferStmt:
			only = false
		}
		return only
	})
	return only
}

// TestLinesAreShort lets only tags of fields be longer: they cannot be broken.
func TestLinesAreShort(t *testing.T) {
	for _, s := range sources(t) {
		tags := map[int]bool{}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if f, ok := n.(*ast.Field); ok && f.Tag != nil {
				tags[s.fset.Position(f.Tag.Pos()).Line] = true
			}
			return true
		})
		text, err := os.ReadFile(s.path)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")); n > maxLine && !tags[i+1] {
				t.Errorf("%s:%d has %d columns, more than %d", s.path, i+1, n, maxLine)
			}
		}
	}
}

func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	t := f.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	id, ok := t.(*ast.Ident)
	return ok && id.IsExported()
}

// TestTheArchitectureIsComplete looks for every folder with code in ARCHITECTURE.md.
func TestTheArchitectureIsComplete(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]bool{}
	for _, s := range sources(t) {
		tool := strings.HasSuffix(s.pkg, "test") || strings.HasPrefix(s.pkg, "packaging/") || strings.HasPrefix(s.pkg, "bench/")
		if !strings.HasSuffix(s.path, "_test.go") && !tool {
			folders[s.pkg] = true
		}
	}
	features, err := os.ReadDir("ui/src/features")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range features {
		folders["ui/src/features/"+f.Name()] = true
	}
	for folder := range folders {
		if name := path.Base(folder); !regexp.MustCompile(`\b` + name + `\b`).Match(text) {
			t.Errorf("ARCHITECTURE.md does not name %s", folder)
		}
	}
}
