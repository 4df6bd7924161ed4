package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// namesAsTheyAre are the names that keep no rule of this file, each with its reason. The list only shrinks.
var namesAsTheyAre = map[string]string{
	"app/base/calendar.Persian":                 "year, month and day, as Date of time.Time",
	"decode/formula.scanReference":              "where the parts of a text end, for the scanner that calls it",
	"decode/workbook.splitElement":              "the three parts of an element, in their order",
	"app/drive/files.Accepted":                  "the published API has the type under this name",
	"app/drive/files.Moved":                     "the published API has the type under this name",
	"app/drive/leases.Editing":                  "the published API has the type under this name",
	"app/sales/plans.Selling":                   "the published API has the type under this name",
	"app/sync/webdav.SharedWithMeName":          "Shared with me is the name of a directory",
	"app/drive/imports/bucket.limitedClient.Do": "the interface of the client of S3",
	"app/operation/logs.handler.Enabled":        "slog.Handler",
	"app/base/server.logCore.Enabled":           "zapcore.Core",
	"app/office/editors.googleDocs.Open":        "the interface of an editor; it loads the document that it opens",
	"app/office/editors.office.ForceSave":       "the interface of an editor; it asks the server of documents",
	"cli.journalHandler.Enabled":                "slog.Handler",
	"db.Do":                                     "the counterpart of Get, whose name says as little as the function knows",
	"db/replica.quietHandler.Enabled":           "slog.Handler",
}

// declaration is a function or a type of the program, tests left out.
type declaration struct {
	pkg, owner, name, signature string
	where                       token.Position
	function                    *ast.FuncDecl // nil for a type
}

func (d declaration) id() string {
	if d.owner != "" {
		return d.pkg + "." + d.owner + "." + d.name
	}
	return d.pkg + "." + d.name
}

// declarations returns the functions and types of the program.
func declarations(t *testing.T) (all []declaration) {
	for _, s := range sources(t) {
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		for _, d := range s.file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				all = append(all, declaration{
					pkg: s.pkg, owner: receiverOf(d), name: d.Name.Name, signature: types.ExprString(d.Type),
					where: s.fset.Position(d.Pos()), function: d,
				})
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if spec, ok := spec.(*ast.TypeSpec); ok {
						all = append(all, declaration{pkg: s.pkg, name: spec.Name.Name, where: s.fset.Position(spec.Pos())})
					}
				}
			}
		}
	}
	return all
}

// receiverOf returns the name of the type of a method; empty for a function.
func receiverOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*"), "[")
	return name
}

// TestNames holds what can be held of STYLE's names: a function is a verb with its object and says what it does to the one
// who reads a call.
func TestNames(t *testing.T) {
	all := declarations(t)
	unused := map[string]bool{}
	for id := range namesAsTheyAre {
		unused[id] = true
	}
	complain := func(d declaration, format string, a ...any) {
		if _, ok := namesAsTheyAre[d.id()]; ok {
			delete(unused, d.id())
			return
		}
		t.Errorf("%s: %s %s", d.where, d.id(), fmt.Sprintf(format, a...))
	}
	checkCapitals(all, complain)
	checkPackages(all, complain)
	for _, d := range all {
		first := firstWord(d.name)
		if isParticiple(d.name) {
			complain(d, "is a participle: name what it does, or what it is")
		}
		if d.function == nil {
			continue
		}
		if slices.Contains(emptyWords, first) {
			complain(d, "begins with a word that says nothing")
		}
		results := resultsOf(d.function.Type)
		if n := len(results); !strings.HasPrefix(d.pkg, "bench") && (n > 3 || n == 3 && results[2] != "error" && results[2] != "bool") {
			complain(d, "returns %d values: at most two, and an error or whether they are there", n)
		}
		switch {
		case slices.Equal(results, []string{"bool"}) && !slices.Contains(predicates, first) && !slices.Contains(effects, first):
			complain(d, "returns a bool and asks nothing: is, has, can …")
		case slices.Equal(results, []string{"error"}) && onlyChecks(d.function) && !slices.Contains(checks, first):
			complain(d, "only checks: check, validate, authorize …")
		}
	}
	for id := range unused {
		t.Errorf("nothing needs the exception %q any more", id)
	}
	if len(namesAsTheyAre) > 40 {
		t.Errorf("%d names are exceptions, more than 40", len(namesAsTheyAre))
	}
}

var (
	// predicates begin the name of a function that answers yes or no.
	predicates = strings.Fields("is are has have can may should needs must contains includes covers accepts allows matches equal less " +
		"implements exceeds overlaps exists lacks serves supports outranks expects in enabled ok any next scan")
	// effects begin the name of a function that does something and reports whether it did.
	effects = strings.Fields("abort acquire add advance apply claim collect complete decode delete dispatch drop evict flush " +
		"insert log redirect " +
		"mark move normalize parse poll read remove reserve run send serve sleep store try " +
		"unlink update wait write yield exec post create deliver open enqueue adopt end close undo skip shift revoke render " +
		"count restore reset " +
		"link subscribe withdraw set settle merge consume renew issue enrol")
	// checks begin the name of a function that returns an error and does nothing else.
	checks = strings.Fields("check validate authorize verify require to error unwrap")
	// emptyWords are verbs of every household: the field has a word for what they do.
	emptyWords = strings.Fields("take takes look looks tell tells keep keeps ask asks give gives hold holds hear say says " +
		"want wants bring " +
		"some nothing thing do goes go let lets")
)

// checkCapitals refuses two names of one owner that differ by the capital at their beginning.
func checkCapitals(all []declaration, complain func(declaration, string, ...any)) {
	seen := map[string]bool{}
	for _, d := range all {
		seen[d.id()] = true
	}
	for _, d := range all {
		r := []rune(d.name)
		r[0] = unicode.ToLower(r[0])
		if small := string(r); small != d.name && seen[strings.TrimSuffix(d.id(), d.name)+small] {
			complain(d, "and %s differ by one letter", small)
		}
	}
}

// checkPackages refuses a name of a function that means another thing in each of three packages.
func checkPackages(all []declaration, complain func(declaration, string, ...any)) {
	signatures, packages := map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, d := range all {
		if d.function == nil || d.owner != "" || ast.IsExported(d.name) || d.name == "main" || d.name == "init" {
			continue
		}
		if signatures[d.name] == nil {
			signatures[d.name], packages[d.name] = map[string]bool{}, map[string]bool{}
		}
		signatures[d.name][d.signature], packages[d.name][d.pkg] = true, true
	}
	for _, d := range all {
		if d.owner == "" && len(signatures[d.name]) >= 3 && len(packages[d.name]) >= 3 {
			complain(d, "has %d signatures in %d packages", len(signatures[d.name]), len(packages[d.name]))
		}
	}
}

// onlyChecks reports whether a function decides and does nothing: it gives a fault of its own or nil, sets nothing outside
// itself, and calls nothing for its effect. What makes one error of another is no check.
func onlyChecks(f *ast.FuncDecl) bool {
	refuses, allows := false, true
	for _, p := range f.Type.Params.List {
		if types.ExprString(p.Type) == "error" {
			return false
		}
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.ExprStmt, *ast.IncDecStmt:
			allows = false
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				if _, ok := to.(*ast.Ident); !ok {
					allows = false
				}
			}
		case *ast.CallExpr:
			name := types.ExprString(n.Fun)
			if word := firstWord(name[strings.LastIndexByte(name, '.')+1:]); slices.Contains(effects, word) {
				allows = false
			}
		case *ast.ReturnStmt:
			if len(n.Results) == 1 {
				text := types.ExprString(n.Results[0])
				refuses = refuses || strings.HasPrefix(text, "fault.") || strings.HasPrefix(text, "errors.New") ||
					strings.HasPrefix(text, "Err")
			}
		}
		return true
	})
	return refuses && allows
}

func resultsOf(f *ast.FuncType) (all []string) {
	if f.Results == nil {
		return nil
	}
	for _, r := range f.Results.List {
		for range max(1, len(r.Names)) {
			all = append(all, types.ExprString(r.Type))
		}
	}
	return all
}

// firstWord returns the first word of a name in small letters: "html" of HTMLPage, "load" of loadUpload.
func firstWord(name string) string {
	if name == "" {
		return ""
	}
	r := []rune(name)
	for i := 1; i < len(r); i++ {
		ends := unicode.IsUpper(r[i]) && (!unicode.IsUpper(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1]))
		if ends || !unicode.IsLetter(r[i]) {
			return strings.ToLower(string(r[:i]))
		}
	}
	return strings.ToLower(name)
}

// isParticiple reports whether a name is one of those forms of verbs that say neither who acts nor on what: "shown", "askedFor". A
// participle before a noun is an adjective: limitedReader.
func isParticiple(name string) bool {
	word := firstWord(name)
	switch rest := firstWord(name[len(word):]); rest {
	case "", "of", "by", "to", "from", "for", "with", "within", "on", "as":
	default:
		return false
	}
	if slices.Contains(participles, word) {
		return true
	}
	return len(word) > 4 && (strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "ing")) && !slices.Contains(nouns, word)
}

var (
	participles = strings.Fields("left kept told held sent lost made said found bound done gone shut built paid bought sold begun known " +
		"shown drawn laid met won spent torn worn seen taken given written broken chosen hidden stolen fallen forgotten woven")
	// nouns and verbs that end as participles do.
	nouns = strings.Fields("embed feed seed need speed string ring thing ping heading listing encoding setting settings padding spacing " +
		"warning timing mapping binding ending drawing numbering billing rehoming string strings building exceed proceed meeting " +
		"scaling kerning bring sling spring wing swing spelling shading rendering rounding typing sibling bounding")
)
