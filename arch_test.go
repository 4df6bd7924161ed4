package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// mayImport is the architecture: which packages of ours each package may
// import. A package that is missing here fails the test.
var mayImport = map[string]string{
	"app/imports/bucket/buckettest": "", // for tests
	"packaging/licenses":            "",
	"packaging/licenses/generate":   "", // a tool

	"config":             "",
	"ui":                 "",
	"lru":                "",
	"db":                 "lru",
	"db/dbtest":          "db",
	"db/replica":         "",
	"db/texts":           "db",
	"blobstore":          "",
	"blobstore/blobtest": "blobstore",
	"blobstore/bench":    "blobstore",

	// Foundations.
	"app/fault":          "",
	"app/progress":       "",
	"app/conditional":    "",
	"app/limits":         "app/fault lru",
	"app/names":          "app/fault",
	"app/calendar":       "",
	"app/pdf":            "",
	"app/password":       "",
	"app/mail":           "app/fault app/names app/outward db",
	"app/mail/mailtest":  "",
	"app/codes":          "app/fault app/mail app/names db",
	"app/gate":           "app/api app/codes app/fault app/mail app/names app/password db",
	"app/access":         "app/fault db",
	"app/api":            "app/fault app/access db blobstore",
	"app/api/typescript": "",
	"app/invitations":    "app/access app/fault db",
	"app/quota":          "app/fault db",
	"app/onetime":        "app/fault db",
	"app/captcha":        "app/fault",
	"app/avatar":         "app/api app/conditional app/decode app/fault blobstore db",
	"app/audit":          "app/access app/api app/fault app/mail app/names db",
	"app/sessions":       "app/access app/api app/audit app/fault app/names app/onetime db",
	"app/activity":       "app/api app/access app/fault app/names app/quota db",
	"app/settings":       "app/chat app/fault db",
	"app/vault":          "",
	"app/outward":        "app/fault",
	"app/chat":           "app/outward",
	"app/leases":         "app/access app/api app/fault db",
	"app/jobs":           "app/fault",
	"app/logs":           "",
	"app/live":           "app/api app/access app/fault db",
	"app/server":         "app/conditional lru",
	"app/decode": "app/decode/extract app/decode/letter app/decode/refusal app/decode/sentences app/decode/sheet app/decode/sizes " +
		"app/decode/unpack db",
	"app/decode/child": "app/decode app/decode/extract app/decode/letter app/decode/pdfium app/decode/photo app/decode/picture " +
		"app/decode/docx app/decode/refusal app/decode/sentences app/decode/sheet app/decode/sizes app/decode/source " +
		"app/decode/svg app/decode/unpack app/decode/workbook",
	"app/decode/unpack":   "app/calendar app/decode/charset app/decode/source",
	"app/decode/refusal":  "",
	"app/decode/docx":     "app/decode/refusal",
	"app/decode/formula":  "",
	"app/decode/workbook": "app/decode/formula app/decode/refusal app/decode/source",
	"app/decode/charset":  "",
	"app/decode/extract": "app/decode/charset app/decode/letter app/decode/pdfium app/decode/refusal app/decode/sheet " +
		"app/decode/source app/names",
	"app/decode/letter":    "app/decode/charset app/decode/source",
	"app/decode/wasm":      "",
	"app/decode/pdfium":    "app/decode/source app/decode/wasm",
	"app/decode/svg":       "app/decode/source",
	"app/decode/photo":     "app/decode/source app/decode/wasm",
	"app/decode/picture":   "app/decode/sizes app/decode/source",
	"app/decode/sentences": "app/decode/extract app/names",
	"app/decode/sheet":     "app/decode/formula app/decode/refusal app/decode/source app/names",
	"app/decode/sizes":     "",
	"app/decode/source":    "",

	// Features.
	"app/fields": "app/api app/access app/activity app/fault app/names app/quota db",
	"app/accounts": "app/api app/access app/audit app/promotions app/avatar app/captcha app/codes app/fault app/invitations " +
		"app/mail app/members app/names app/onetime app/password app/plans app/sessions app/twofactor app/workspaces db blobstore lru",
	"app/twofactor": "app/api app/access app/audit app/codes app/fault app/mail app/names app/onetime app/sessions db",
	"app/passkeys":  "app/api app/access app/audit app/fault app/names app/onetime app/sessions app/twofactor db",
	"app/providers": "app/api app/access app/accounts app/audit app/fault app/members app/names app/onetime app/outward " +
		"app/sessions app/twofactor db",
	"app/plans": "app/access app/api app/audit app/fault app/mail app/quota app/sessions app/vault db",
	"app/billing": "app/access app/api app/audit app/avatar app/calendar app/fault app/limits app/mail app/outward app/pdf " +
		"app/plans db blobstore",
	"app/tickets": "app/access app/api app/audit app/calendar app/decode app/decode/letter app/fault app/limits " +
		"app/mail app/names app/plans db blobstore",
	"app/connections": "app/access app/api app/audit app/editors app/editors/google app/editors/onlyoffice app/editors/wopi app/fault " +
		"app/mail app/outward app/providers app/settings app/vault db",
	"app/console": "app/access app/accounts app/api app/audit app/connections app/fault app/jobs app/logs app/mail app/names app/plans " +
		"app/quota app/sessions app/settings app/summaries app/workspaces db",
	"app/promotions": "app/api app/access app/audit app/fault app/names db",
	"app/apitokens":  "app/api app/access app/audit app/fault app/names app/sessions db",
	"app/nextcloud": "app/access app/activity app/api app/apitokens app/audit app/avatar app/boxes app/downloads " +
		"app/fault app/files app/gate app/leases app/links app/live app/names app/quota app/search app/sessions app/trash app/webdav " +
		"db blobstore lru",
	"app/workspaces": "app/api app/access app/activity app/audit app/avatar app/billing app/fault app/members app/names app/quota " +
		"app/sessions db blobstore",
	"app/members": "app/api app/access app/activity app/fault app/files app/invitations app/mail app/names app/quota app/sessions db",
	"app/roles":   "app/api app/access app/activity app/fault app/members app/names db",
	"app/guests":  "app/api app/access app/activity app/fault app/invitations app/mail app/names app/roles db",
	"app/files":   "app/api app/access app/activity app/decode/sizes app/fault app/leases app/names app/quota db lru",
	"app/uploads": "app/api app/access app/activity app/fault app/names app/quota app/files db blobstore",
	"app/boxes": "app/api app/access app/activity app/audit app/calendar app/fault app/files app/gate app/mail app/names app/sessions " +
		"app/uploads db",
	"app/trash": "app/api app/access app/activity app/fault app/files app/quota db",
	"app/downloads": "app/api app/access app/calendar app/conditional app/decode app/decode/extract app/decode/refusal app/decode/sheet " +
		"app/decode/sizes app/fault " +
		"app/manifest " +
		"app/names db blobstore",
	"app/links": "app/api app/access app/activity app/audit app/downloads app/fault app/files app/gate app/mail app/names app/search " +
		"app/sessions db",
	"app/summaries": "app/api app/access app/audit app/chat app/decode app/decode/extract app/decode/sentences app/downloads app/fault " +
		"app/sessions app/settings app/vault db blobstore",
	"app/thumbnails": "app/decode app/decode/sizes db blobstore",
	"app/webdav": "app/access app/api app/conditional app/downloads app/fault app/files app/leases app/names app/quota " +
		"app/uploads db blobstore",
	"app/search":   "app/api app/access app/decode app/fault app/files app/names app/quota app/decode/extract db db/texts blobstore",
	"app/backup":   "db db/replica blobstore config",
	"app/manifest": "db",
	"app/export":   "app/manifest app/names app/progress blobstore db",

	"app/editors": "app/api app/access app/activity app/audit app/calendar app/decode app/decode/refusal app/downloads app/editors/blank " +
		"app/editors/google app/editors/onlyoffice app/editors/wopi app/fault app/files app/leases " +
		"app/names app/onetime app/outward app/sessions app/settings app/vault db " +
		"blobstore lru",
	"app/editors/blank":      "",
	"app/editors/google":     "app/fault app/outward",
	"app/editors/onlyoffice": "app/fault app/outward",
	"app/editors/wopi":       "app/fault app/outward",

	"app/imports": "app/access app/api app/fault app/fields app/files app/gate app/imports/source app/links app/live app/names " +
		"app/outward app/quota app/uploads app/vault blobstore db",
	"app/imports/archive": "app/access app/api app/decode app/decode/unpack app/downloads app/fault app/imports app/imports/source " +
		"blobstore db",
	"app/imports/bucket": "app/access app/api app/fault app/imports app/imports/source app/outward app/vault db",
	"app/imports/folder": "app/access app/fault app/imports app/imports/source app/names app/progress blobstore db",
	"app/imports/remote": "app/access app/api app/fault app/imports app/imports/source app/outward app/vault db",
	"app/imports/source": "",

	"app/compress": "app/access app/api app/downloads app/fault app/files app/names app/quota db blobstore",

	"app": "*",
	"":    "app/decode/child cli",
	"cli": "app app/accounts app/backup app/imports/folder app/progress app/promotions app/sessions app/workspaces " +
		"config db packaging/licenses",
	"stories":      "*",
	"history":      "",
	"bench":        "*",
	"bench/seed":   "blobstore",
	"bench/attack": "blobstore stories/testdata/hostile",
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
	for _, s := range sources(t) {
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		allowed, known := mayImport[s.pkg]
		if !known {
			t.Errorf("%s: the package is not on the map in arch_test.go", s.path)
			continue
		}
		for _, i := range s.file.Imports {
			p, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "anbar/")
			if p == "app/limits" && (s.pkg == "" || strings.HasPrefix(s.pkg, "app")) {
				continue // every package above the database and the store may import the table of bounds
			}
			if ours && allowed != "*" && !slices.Contains(strings.Fields(allowed), p) {
				t.Errorf("%s imports %s, which the map does not allow", s.path, p)
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
