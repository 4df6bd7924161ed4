package main

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

// unguarded are the functions whose goroutines need not catch their panics, each with its reason.
var unguarded = map[string]string{
	"app.Serve":                                       "it waits for the work of runJobs, which catches each",
	"app/base/mail/mailtest.Start":                    "of tests",
	"app/base/server.WrapListener":                    "it waits for a channel",
	"app/control.Listen":                              "net/http catches the panics of requests",
	"app/drive/imports.launchRun":                     "it catches in each pass",
	"app/drive/imports.transfer":                      "recoverPanics catches",
	"app/drive/imports.transferAll":                   "recoverPanics catches",
	"app/drive/live.New":                              "it catches in each round",
	"app/drive/search.Run":                            "repeat catches in each round",
	"app/drive/search.awaitNames":                     "it catches in each try",
	"app/drive/search.readContents":                   "repeat catches in each round",
	"app/drive/summaries.startNext":                   "each task catches",
	"app/host.run":                                    "finish catches",
	"app/host.servePage":                              "net/http catches the panics of requests",
	"app/host/firststeps.Examine":                     "two probes of the network for a person who waits",
	"app/host/rehearsal.try":                          "a process of its own",
	"app/operation/backup.CopyOnce":                   "it catches for each object",
	"app/operation/backup.ensureCopier":               "it catches for each object",
	"app/operation/backup.restoreObjects":             "a restore, which is a command",
	"app/operation/backup.runBoth":                    "a restore, which is a command",
	"app/operation/backup/sftp/sftptest.Start":        "of tests",
	"app/operation/backup/sftp/sftptest.serve":        "of tests",
	"app/operation/backup/sftp/sftptest.serveChannel": "of tests",
	"app/operation/backup/sftp/sftptest.serveFiles":   "of tests",
	"app/operation/jobs.Run":                          "it catches in each run",
	"app/operation/jobs.Start":                        "it catches in each run",
	"app/operation/metrics.Listen":                    "net/http catches the panics of requests",
	"app/sync/nextcloud.New":                          "it catches in each round",
	"app/sync/nextcloud.newPushHub":                   "it catches in each round",
	"app/sync/nextcloud.runConnection":                "it only counts words",
	"app/sync/webdav.startWorker":                     "sums do not panic",
}

// A panic in a goroutine ends the server, whatever it worked on.
func TestGoroutinesCatchTheirPanics(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		if s.pkg != "app" && !strings.HasPrefix(s.pkg, "app/") || strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			id := s.pkg + "." + f.Name.Name
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if !beginsGoroutine(n) || callsPanics(n) {
					return true
				}
				used[id] = true
				if unguarded[id] == "" {
					t.Errorf("%s: the goroutine of %s does not catch its panics: see the package panics", s.fset.Position(n.Pos()), id)
				}
				return true
			})
		}
	}
	for id := range unguarded {
		if !used[id] {
			t.Errorf("%s begins no goroutine of that kind any more", id)
		}
	}
}

// beginsGoroutine reports whether a node is a go statement or a call of WaitGroup.Go with a function.
func beginsGoroutine(n ast.Node) bool {
	if _, ok := n.(*ast.GoStmt); ok {
		return true
	}
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	of, ok := call.Fun.(*ast.SelectorExpr)
	return ok && of.Sel.Name == "Go"
}

func callsPanics(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if of, ok := n.(*ast.SelectorExpr); ok && types.ExprString(of.X) == "panics" {
			found = true
		}
		return !found
	})
	return found
}
