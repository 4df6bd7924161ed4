package files

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

// memory is a lookup over a table: "id parent name", with a slash behind the names
// of directories.
type memory map[db.NodeID]*db.Node

func shelved(lines ...string) memory {
	m := memory{}
	for _, l := range lines {
		n := &db.Node{}
		var name string
		if _, err := fmt.Sscan(l, &n.ID, &n.Parent, &name); err != nil {
			panic(err)
		}
		n.Kind = db.File
		if dir := strings.TrimSuffix(name, "/"); dir != name {
			n.Kind, name = db.Directory, dir
		}
		n.Name = name
		m[n.ID] = n
	}
	return m
}

func (m memory) childByName(dir db.NodeID, wanted names.Name) (*db.Node, error) {
	for _, n := range m {
		if n.Parent == dir && names.Key(n.Name) == wanted.Key {
			return n, nil
		}
	}
	return nil, db.ErrNotFound
}

func (m memory) listChildren(dir db.NodeID) ([]db.Node, error) {
	var all []db.Node
	for id := db.NodeID(0); id < 1000; id++ {
		if n := m[id]; n != nil && n.Parent == dir {
			all = append(all, *n)
		}
	}
	return all, nil
}

// words writes a plan so that a table can hold it.
func words(p *plan) string {
	var b strings.Builder
	var write func([]step)
	write = func(steps []step) {
		for _, s := range steps {
			fmt.Fprintf(&b, "%s %d>%d %s", map[stepKind]string{
				stepPut: "put", stepReplace: "replace", stepVersion: "version", stepMerge: "merge",
			}[s.kind], s.source.ID, s.into, s.name.Text)
			if s.left {
				b.WriteString(" left")
			}
			b.WriteString("; ")
			write(s.below)
		}
	}
	write(p.steps)
	for _, d := range p.undecided {
		fmt.Fprintf(&b, "ask %d>%d %v; ", d.Source.ID, d.Into, d.Actions)
	}
	if p.skipped > 0 {
		fmt.Fprintf(&b, "skipped %d; ", p.skipped)
	}
	return strings.TrimSuffix(b.String(), "; ")
}

func TestResolve(t *testing.T) {
	// 1 is the destination with a.txt, docs/ (with in.txt and sub/), and ي; 2 is where things come from.
	m := shelved("10 1 a.txt", "11 1 docs/", "12 11 in.txt", "13 11 sub/", "14 1 ي",
		"20 2 a.txt", "21 2 docs/", "22 21 in.txt", "23 21 new.txt", "24 21 sub/", "25 24 deep.txt", "26 2 ی", "27 2 b.txt", "28 3 A.TXT",
		"29 3 docs")
	for _, c := range []struct {
		what     string
		sources  []db.NodeID
		choices  Choices
		numbered bool
		want     string
	}{
		{"a free name", []db.NodeID{27}, Choices{}, false, "put 27>1 b.txt"},
		{"a taken name asks", []db.NodeID{20}, Choices{}, false, "ask 20>1 [rename replace version skip]"},
		{"the twins are one name", []db.NodeID{26}, Choices{}, false, "ask 26>1 [rename replace version skip]"},
		{"a directory asks", []db.NodeID{21}, Choices{}, false, "ask 21>1 [rename replace merge skip]"},
		{"a file where a directory is", []db.NodeID{29}, Choices{All: Replace}, false, "ask 29>1 [rename skip]"},
		{"rename", []db.NodeID{20}, Choices{All: Rename}, false, "put 20>1 a (2).txt"},
		{"numbered without a question", []db.NodeID{20}, Choices{}, true, "put 20>1 a (2).txt"},
		{"replace", []db.NodeID{20}, Choices{All: Replace}, false, "replace 20>1 a.txt"},
		{"version", []db.NodeID{20}, Choices{All: Version}, false, "version 20>1 a.txt"},
		{"skip", []db.NodeID{20, 27}, Choices{All: Skip}, false, "put 27>1 b.txt; skipped 1"},
		{
			"each before all", []db.NodeID{20, 26}, Choices{Each: map[db.NodeID]Choice{20: {Action: Rename, NewName: "c.txt"}}, All: Skip},
			false, "put 20>1 c.txt; skipped 1",
		},
		{
			"a new name that is taken asks again", []db.NodeID{20},
			Choices{Each: map[db.NodeID]Choice{20: {Action: Rename, NewName: "DOCS"}}}, false, "ask 20>1 [rename replace version skip]",
		},
		{"a merge asks only where files clash", []db.NodeID{21}, Choices{Each: map[db.NodeID]Choice{21: {Action: Merge}}}, false,
			"merge 21>1 docs left; put 23>11 new.txt; merge 24>11 sub; put 25>13 deep.txt; ask 22>11 [rename replace version skip]"},
		{"and goes on with the answer", []db.NodeID{21}, Choices{
			Each: map[db.NodeID]Choice{21: {Action: Merge}, 22: {Action: Version}},
		}, false,
			"merge 21>1 docs; version 22>11 in.txt; put 23>11 new.txt; merge 24>11 sub; put 25>13 deep.txt"},
		{"what is skipped below keeps its directory", []db.NodeID{21}, Choices{
			Each: map[db.NodeID]Choice{21: {Action: Merge}}, All: Skip,
		}, false,
			"merge 21>1 docs left; put 23>11 new.txt; merge 24>11 sub; put 25>13 deep.txt; skipped 1"},
		{"version for all is merge for directories", []db.NodeID{21, 20}, Choices{All: Version}, false,
			"merge 21>1 docs; version 22>11 in.txt; put 23>11 new.txt; merge 24>11 sub; put 25>13 deep.txt; version 20>1 a.txt"},
		{
			"two sources of one name", []db.NodeID{27, 20, 28}, Choices{All: Replace}, false,
			"put 27>1 b.txt; replace 20>1 a.txt; ask 28>1 [rename skip]",
		},
		{
			"a choice that is not offered is none", []db.NodeID{20}, Choices{Each: map[db.NodeID]Choice{20: {Action: Merge}}}, false,
			"ask 20>1 [rename replace version skip]",
		},
		{"under another name", []db.NodeID{20}, Choices{Names: map[db.NodeID]string{20: "z.txt"}}, false, "put 20>1 z.txt"},
		{"into where it is", []db.NodeID{10}, Choices{All: Replace}, true, "put 10>1 a (2).txt"},
	} {
		var sources []*db.Node
		for _, id := range c.sources {
			sources = append(sources, m[id])
		}
		p, err := planSteps(m, sources, 1, c.choices, c.numbered)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if c.what == "a merge asks only where files clash" {
			// The order of the questions behind the steps is what matters here.
			if got := words(p); !strings.Contains(got, "ask 22>11") || strings.Contains(got, "ask 21") {
				t.Errorf("%s: %s", c.what, got)
			}
			continue
		}
		if got := words(p); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.what, got, c.want)
		}
	}
}

// FuzzResolve looks for names with which two things would end under one name in
// one place, or a plan that fails with an error that is not the catalogue's.
func FuzzResolve(f *testing.F) {
	f.Add("a.txt", "A.txt", "a (2).txt", byte(1))
	f.Add("ي", "ی", "x", byte(2))
	f.Add(strings.Repeat("ک", 127), strings.Repeat("ك", 127), "b", byte(1))
	f.Fuzz(func(t *testing.T, one, two, there string, all byte) {
		m := memory{
			1: {ID: 1, Parent: 9, Kind: db.File, Name: one}, 2: {ID: 2, Parent: 9, Kind: db.File, Name: two},
			3: {ID: 3, Parent: 5, Kind: db.File, Name: there},
		}
		decide := []OnDuplicate{Undecided, Rename, Replace, Version, Merge, Skip}[int(all)%6]
		p, err := planSteps(m, []*db.Node{m[1], m[2]}, 5, Choices{All: decide}, false)
		var known *fault.Fault
		if err != nil {
			if !errors.As(err, &known) {
				t.Fatal(err)
			}
			return
		}
		taken := map[string]bool{names.Key(there): true}
		for _, s := range p.steps {
			if s.kind == stepPut && taken[s.name.Key] {
				t.Fatalf("%q, %q to %q: two things are called %q", one, two, there, s.name.Text)
			}
			taken[s.name.Key] = true
		}
		if len(p.steps)+len(p.undecided)+p.skipped != 2 {
			t.Fatalf("%d steps, %d questions, %d skipped", len(p.steps), len(p.undecided), p.skipped)
		}
	})
}
