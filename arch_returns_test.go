package main

import (
	"go/ast"
	"go/token"
	"testing"
)

// TestReturnsHaveOneOrder refuses `return n, read(&n)`: Go does not say whether n is copied before or after the call.
func TestReturnsHaveOneOrder(t *testing.T) {
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			r, ok := n.(*ast.ReturnStmt)
			if !ok || len(r.Results) < 2 {
				return true
			}
			copied := map[string]bool{}
			for _, x := range r.Results {
				copied[variable(x)] = true
			}
			delete(copied, "")
			for _, x := range r.Results {
				if name := changes(x, copied); name != "" {
					t.Errorf("%s: a call that changes %s stands beside it", s.fset.Position(r.Pos()), name)
				}
			}
			return true
		})
	}
}

// variable is the name of the variable that an expression reads; empty for other expressions.
func variable(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return variable(x.X)
	case *ast.IndexExpr:
		return variable(x.X)
	case *ast.StarExpr:
		return variable(x.X)
	}
	return ""
}

// changes returns the first of some variables to which an expression gives its address, or which a function in it sets.
func changes(x ast.Expr, some map[string]bool) (name string) {
	if _, ok := x.(*ast.CallExpr); !ok {
		return ""
	}
	note := func(x ast.Expr) {
		if v := variable(x); some[v] && name == "" {
			name = v
		}
	}
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if x, ok := n.X.(*ast.Ident); ok && n.Op == token.AND {
				note(x)
			}
		case *ast.IncDecStmt:
			note(n.X)
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				if n.Tok != token.DEFINE {
					note(to)
				}
			}
		}
		return true
	})
	return name
}
