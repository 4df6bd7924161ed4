package main

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

// torn are the functions that read more than once without a snapshot, each with its reason.
var torn = map[string]string{
	"app/drive/search.loadAll": "a snapshot of that length would hold up the checkpoint; catchUp reads again what changed meanwhile",
}

// ViewOne has no snapshot: two queries in it may see two states of the database, and what they make of them fits neither.
func TestViewOneAsksOnce(t *testing.T) {
	all := sources(t)
	functions := map[string]*ast.FuncDecl{} // package.name
	for _, s := range all {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && !strings.HasSuffix(s.path, "_test.go") {
				functions[s.pkg+"."+f.Name.Name] = f
			}
		}
	}
	for _, s := range all {
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil || torn[s.pkg+"."+f.Name.Name] != "" {
				continue
			}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || !strings.HasSuffix(types.ExprString(call.Fun), ".ViewOne") {
					return true
				}
				if read, ok := call.Args[1].(*ast.FuncLit); ok && countReads(functions, s.pkg, read.Type, read.Body) > 1 {
					t.Errorf("%s: %s asks more than once without a snapshot: use View", s.fset.Position(n.Pos()), f.Name.Name)
				}
				return true
			})
		}
	}
}

// countReads counts the queries of a function by the view that it is given. Those of access are always several.
func countReads(functions map[string]*ast.FuncDecl, pkg string, of *ast.FuncType, body *ast.BlockStmt) (n int) {
	view := ""
	for _, p := range of.Params.List {
		if kind := types.ExprString(p.Type); len(p.Names) > 0 && (kind == "*db.View" || kind == "*View") {
			view = p.Names[0].Name
		}
	}
	ast.Inspect(body, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := types.ExprString(call.Fun)
		if of, method, _ := strings.Cut(name, "."); of == view && method != "" && !strings.HasPrefix(method, "Now.") {
			n++
			return true
		}
		for _, arg := range call.Args {
			if types.ExprString(arg) != view {
				continue
			}
			from := pkg
			if strings.HasPrefix(name, "access.") {
				from = "app/base/access"
			}
			if f := functions[from+"."+name[strings.LastIndex(name, ".")+1:]]; f != nil {
				n += countReads(functions, from, f.Type, f.Body)
			} else {
				n++
			}
		}
		return true
	})
	return n
}
