package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
	"testing"
)

// loaders names packages beside access that read nodes and spaces from db, with the
// reason why that is no way around its checks.
var loaders = map[string]string{
	"Children cli": "commands below a command, which are no nodes of a workspace",
	"LivingSpace app/sharing/gate": "the owner of a workspace and visitors are told that a link or a box of theirs " +
		"does nothing any more",
	"LivingSpace app/sales/billing":       "the title of a workspace on an invoice that its owner paid",
	"LivingSpace app/sharing/members":     "a user who was invited, or whom a group of a provider assigns, is no member yet",
	"LivingSpace app/identity/providers":  "a workspace that the settings name exists or not, whoever asks",
	"LivingSpace app/drive/files":         "a copy goes on into a workspace that access loaded, unless it was deleted meanwhile",
	"ChildByName app/drive/activity":      "a path of a timeline leads to a directory, which access loads then",
	"ChildByName app/drive/files":         "whether a name is free in a directory that access loaded",
	"ChildByName app/office/editors":      "whether a copy is there already in a directory that access loaded",
	"ChildByName app/sharing/boxes":       "whether a name is free in the directory of a box that access loaded",
	"ChildByName app/sync/nextcloud":      "a path within a trashed directory leads to an item, which access loads then",
	"ChildByName app/sync/webdav":         "a path leads to an item, which access loads then; whether a name is free in a root",
	"ChildByName app/drive/uploads":       "the place of an upload leads to an item, which access loads then",
	"ChildByName app/drive/imports":       "whether a name is free in a directory that access loaded",
	"LivingSpace app/drive/export":        "the administrator of the machine takes everything along",
	"RootsOf app/drive/export":            "the administrator of the machine takes everything along",
	"NodeByID app/drive/export":           "whether a name in an export still stands for something",
	"ChildByName app/drive/export":        "whether a name in an export still stands for something",
	"Children app/drive/export":           "the administrator of the machine takes everything along",
	"Children app/drive/files":            "what lies in a directory that access loaded",
	"Children app/drive/trash":            "of a trash that access let empty",
	"FilesOfTypes app/office/editors":     "the documents in the folder of templates that access loaded",
	"Tree app/drive/files":                "a copy reads all below an item that access loaded",
	"Tree app/sync/webdav":                "the number of a directory that access loaded, not its tree",
	"MovingTop app/drive/files":           "a tree that the actor moves, before anybody else sees it",
	"StagedCopy app/drive/files":          "the actor's own copy, before anybody else sees it",
	"PublicSpaces app/sharing/workspaces": "workspaces that anybody may join",
	"ExpiredTrash app/drive/trash":        "the trash is emptied of what is too old, in nobody's name",
}

// guarded maps further methods of db to the packages that may call them.
var guarded = map[string]string{
	"Above":        "app/base/access",
	"GrantsOf":     "app/base/access",
	"MemberByID":   "app/base/access app/sharing/guests app/sharing/members",
	"LinkByID":     "app/sharing/links",
	"OneTimeBySum": "app/identity/onetime",
}

// methodsOf finds the exported methods of a type of db.
func methodsOf(all []source, receiver string) []*ast.FuncDecl {
	var found []*ast.FuncDecl
	for _, s := range all {
		if s.pkg != "db" || strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if ok && f.Recv != nil && f.Name.IsExported() && types.ExprString(f.Recv.List[0].Type) == "*"+receiver {
				found = append(found, f)
			}
		}
	}
	return found
}

// homesOf reads the packages that may call a method from the line "home: …" of its comment.
func homesOf(f *ast.FuncDecl) []string {
	if f.Doc == nil {
		return nil
	}
	for _, c := range f.Doc.List {
		if homes, ok := strings.CutPrefix(c.Text, "// home: "); ok {
			return strings.Fields(homes)
		}
	}
	return nil
}

// callsOf finds where the code outside of db names a method: by method and package.
func callsOf(all []source, names map[string]bool) map[string]map[string]token.Position {
	found := map[string]map[string]token.Position{}
	for _, s := range all {
		if strings.HasSuffix(s.path, "_test.go") || strings.HasPrefix(s.pkg, "db") || strings.HasPrefix(s.pkg, "bench") {
			continue
		}
		imported := map[string]bool{}
		for _, i := range s.file.Imports {
			imported[path.Base(strings.Trim(i.Path.Value, `"`))] = true
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok || !names[sel.Sel.Name] {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && imported[x.Name] {
				return true // a function of a package
			}
			if found[sel.Sel.Name] == nil {
				found[sel.Sel.Name] = map[string]token.Position{}
			}
			found[sel.Sel.Name][s.pkg] = s.fset.Position(sel.Pos())
			return true
		})
	}
	return found
}

// TestWritesStayHome holds that rows change only where they belong: each method of Tx
// names the packages that may call it, and each of them does.
func TestWritesStayHome(t *testing.T) {
	all := sources(t)
	homes := map[string][]string{}
	names := map[string]bool{}
	for _, f := range methodsOf(all, "Tx") {
		if f.Name.Name == "ReadOnly" || f.Name.Name == "AfterCommit" {
			continue // they write nothing
		}
		if homes[f.Name.Name] = homesOf(f); homes[f.Name.Name] == nil {
			t.Errorf("db: Tx.%s has no line \"// home: …\" that says which package may call it", f.Name.Name)
			continue
		}
		names[f.Name.Name] = true
	}
	calls := callsOf(all, names)
	for name, from := range calls {
		for pkg, at := range from {
			if !slices.Contains(homes[name], pkg) {
				t.Errorf("%s: only %v may call %s", at, homes[name], name)
			}
		}
	}
	for name := range names {
		for _, pkg := range homes[name] {
			if _, used := calls[name][pkg]; !used {
				t.Errorf("db: Tx.%s has a home in %s, which does not call it", name, pkg)
			}
		}
	}
}

// TestLoadsStayInAccess holds that nodes and spaces are loaded where rights are checked:
// in access, but for the exceptions above.
func TestLoadsStayInAccess(t *testing.T) {
	all := sources(t)
	names := map[string]bool{}
	for _, f := range methodsOf(all, "View") {
		if f.Type.Results == nil {
			continue
		}
		ast.Inspect(f.Type.Results, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && slices.Contains([]string{"Node", "Space", "OpenSpace", "Ancestor"}, id.Name) {
				names[f.Name.Name] = true
			}
			return true
		})
	}
	for name := range guarded {
		names[name] = true
	}
	calls := callsOf(all, names)
	for name, from := range calls {
		for pkg, at := range from {
			homes, known := guarded[name]
			if !known {
				homes = "app/base/access"
			}
			if !slices.Contains(strings.Fields(homes), pkg) && loaders[name+" "+pkg] == "" {
				t.Errorf("%s: only %s may call %s", at, homes, name)
			}
		}
	}
	for exception := range loaders {
		name, pkg, _ := strings.Cut(exception, " ")
		if _, used := calls[name][pkg]; !used {
			t.Errorf("nobody needs the exception %q", exception)
		}
	}
}
