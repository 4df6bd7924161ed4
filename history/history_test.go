package history

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// op is an operation of a history written by hand, from one moment to another;
// one without an answer never ended.
type op struct {
	from, to int64
	in, out  any
}

func judge(t *testing.T, m porcupine.Model, ops []op) bool {
	t.Helper()
	l := NewLog()
	for i, o := range ops {
		end := o.to
		if o.out == nil {
			end = math.MaxInt64
		}
		l.ops = append(l.ops, porcupine.Operation{ClientId: i, Input: o.in, Call: o.from, Output: o.out, Return: end})
	}
	page := filepath.Join(t.TempDir(), "page.html")
	v, err := l.Check(m, time.Minute, page)
	switch v {
	case porcupine.Ok:
		if err != nil {
			t.Error(err)
		}
		return true
	case porcupine.Unknown:
		t.Error("it is not decided")
	}
	if err == nil || !strings.Contains(err.Error(), "and then:") {
		t.Errorf("a bad history is told as %v", err)
	}
	if s, err := os.Stat(page); err != nil || s.Size() == 0 {
		t.Errorf("no page shows it: %v", err)
	}
	return false
}

// TestModelsTellGoodHistoriesFromBadOnes checks histories that are allowed and ones
// that must be found out.
func TestModelsTellGoodHistoriesFromBadOnes(t *testing.T) {
	list := NameOp{Verb: "list"}
	mk := func(name string) NameOp { return NameOp{Verb: "make", Name: name} }
	shows := func(all string, n int) NameResult { return NameResult{Entries: all, Directories: n, Total: n} }
	done := func(id string) NameResult { return NameResult{Word: "done", ID: id} }
	taken := NameResult{Word: "taken"}
	write := func(s string) VersionOp { return VersionOp{Verb: "write", Text: s} }
	wrote := func(n int) VersionResult { return VersionResult{Word: "done", Number: n} }
	read, versions := VersionOp{Verb: "read"}, VersionOp{Verb: "list"}
	of := func(head int, all ...int) VersionResult { return VersionResult{All: FormatNumbers(head, all)} }
	open, granted, spent := OpeningOp{"open"}, OpeningResult{Granted: true}, OpeningResult{}
	use := func(token string) SessionOp { return SessionOp{Verb: "refresh", Refresh: token} }
	got := func(token string) SessionResult { return SessionResult{Word: "done", Refresh: token} }
	look, ok, refused := SessionOp{Verb: "read"}, SessionResult{Word: "done"}, SessionResult{Word: "refused"}
	see, seen, unseen := RightOp{Verb: "read"}, RightResult{Word: "done"}, RightResult{Word: "refused"}
	grant, given := RightOp{Verb: "grant"}, RightResult{Word: "done", ID: "1"}
	revoke := RightOp{Verb: "revoke", ID: "1"}
	move := func(to string) PlaceOp { return PlaceOp{"move", to} }
	in := func(at string) PlaceOp { return PlaceOp{"look", at} }
	moved, here, away := PlaceResult{Word: "done"}, PlaceResult{Here: true}, PlaceResult{}
	for _, c := range []struct {
		name string
		m    porcupine.Model
		good bool
		ops  []op
	}{
		{
			"one after the other", NamesModel(), true,
			[]op{
				{1, 2, mk("a"), done("1")}, {3, 4, mk("a"), taken}, {5, 6, NameOp{"rename", "1", "b"}, done("")}, {7, 8, mk("a"),
					done("2")},
				{9, 10, list, shows("a=2 b=1 ", 2)}, {11, 12, NameOp{"delete", "1", ""}, done("")},
				{13, 14, NameOp{"delete", "1", ""}, NameResult{Word: "gone"}}, {15, 16, list, shows("a=2 ", 1)},
			},
		},
		{"a name twice", NamesModel(), false, []op{{1, 5, mk("a"), done("1")}, {2, 6, mk("a"), done("2")}}},
		{"a name that is free is refused", NamesModel(), false, []op{{1, 2, mk("a"), taken}}},
		{
			"renamed onto another", NamesModel(), false,
			[]op{{1, 2, mk("a"), done("1")}, {3, 4, mk("b"), done("2")}, {5, 6, NameOp{"rename", "1", "b"}, done("")}},
		},
		{
			"counters of another moment", NamesModel(), false,
			[]op{{1, 2, mk("a"), done("1")}, {3, 9, mk("b"), done("2")}, {4, 8, list, NameResult{Entries: "a=1 ", Directories: 2,
				Total: 1}}},
		},
		{
			"a total of another moment", NamesModel(), false,
			[]op{{1, 2, mk("a"), done("1")}, {3, 9, mk("b"), done("2")}, {4, 8, list, NameResult{Entries: "a=1 ", Directories: 1,
				Total: 2}}},
		},
		{"a listing of before", NamesModel(), false, []op{{1, 2, mk("a"), done("1")}, {3, 4, list, shows("", 0)}}},
		{
			"lost after the answer", NamesModel(), false,
			[]op{{1, 2, mk("a"), done("1")}, {3, 4, mk("b"), done("2")}, {5, 6, list, shows("a=1 ", 1)}},
		},
		{
			"an unknown one that happened", NamesModel(), true,
			[]op{{1, 0, mk("a"), nil}, {3, 4, mk("a"), taken}, {5, 6, list, shows("a=9 ", 1)}, {7, 8, NameOp{"delete", "9", ""}, done("")}},
		},
		{
			"an unknown one that never happened", NamesModel(), true,
			[]op{{1, 0, mk("a"), nil}, {3, 4, mk("a"), done("1")}, {5, 6, list, shows("a=1 ", 1)}},
		},
		{
			"an unknown one that comes and goes", NamesModel(), false,
			[]op{{1, 0, mk("a"), nil}, {3, 4, list, shows("a=9 ", 1)}, {5, 6, list, shows("", 0)}},
		},
		{
			"an unknown one with two ids", NamesModel(), false,
			[]op{{1, 0, mk("a"), nil}, {3, 4, list, shows("a=9 ", 1)}, {5, 6, list, shows("a=8 ", 1)}},
		},

		{
			"in one place", PlacesModel("x"), true,
			[]op{{1, 2, in("x"), here}, {3, 9, move("y"), moved}, {4, 5, in("y"), here}, {6, 7, in("x"), away}},
		},
		{"in two places", PlacesModel("x"), false, []op{{1, 2, move("y"), moved}, {3, 4, in("y"), here}, {5, 6, in("x"), here}}},
		{"in none", PlacesModel("x"), false, []op{{1, 9, move("y"), moved}, {2, 3, in("x"), away}, {4, 5, in("y"), away}}},
		{"there and back", PlacesModel("x"), false, []op{{1, 9, move("y"), moved}, {2, 3, in("y"), here}, {4, 5, in("x"), here}}},
		{"refused for nothing", PlacesModel("x"), false, []op{{1, 2, move("y"), PlaceResult{Word: "refused"}}}},

		{
			"versions", VersionsModel("a"), true,
			[]op{
				{1, 2, write("b"), wrote(2)}, {3, 4, read, VersionResult{Text: "b"}},
				{5, 6, VersionOp{Verb: "restore", Number: 1}, VersionResult{Word: "done"}}, {7, 8, read, VersionResult{Text: "a"}},
				{9, 10, write("c"), wrote(3)}, {11, 12, VersionOp{Verb: "delete", Number: 3}, VersionResult{Word: "done"}},
				{13, 14, versions, of(2, 1, 2)}, {15, 16, write("d"), wrote(4)},
			},
		},
		{
			"a number is used again", VersionsModel("a"), false,
			[]op{
				{1, 2, write("b"), wrote(2)}, {3, 4, VersionOp{Verb: "delete", Number: 2}, VersionResult{Word: "done"}},
				{5, 6, write("c"), wrote(2)},
			},
		},
		{"a number twice", VersionsModel("a"), false, []op{{1, 5, write("b"), wrote(2)}, {2, 6, write("c"), wrote(2)}}},
		{"another content", VersionsModel("a"), false, []op{{1, 2, write("b"), wrote(2)}, {3, 4, read, VersionResult{Text: "a"}}}},
		{"a content torn", VersionsModel("a"), false, []op{{1, 5, write("b"), wrote(2)}, {2, 4, read, VersionResult{Text: "ab"}}}},
		{"the last version goes", VersionsModel("a"), false, []op{{1, 2, VersionOp{Verb: "delete", Number: 1},
			VersionResult{Word: "done"}}}},
		{
			"a deleted version comes back", VersionsModel("a"), false,
			[]op{
				{1, 2, write("b"), wrote(2)}, {3, 4, VersionOp{Verb: "delete", Number: 1}, VersionResult{Word: "done"}},
				{5, 6, versions, of(2, 1, 2)},
			},
		},
		{
			"a write without an answer has a number", VersionsModel("a"), true,
			[]op{{1, 0, write("b"), nil}, {3, 4, write("c"), wrote(3)}, {5, 6, versions, of(3, 1, 2, 3)}},
		},

		{
			"two of two", OpeningsModel(2), true,
			[]op{{1, 9, open, granted}, {2, 8, open, granted}, {3, 10, open, spent}, {11, 12, OpeningOp{"count"}, OpeningResult{Count: 2}}},
		},
		{"one too many", OpeningsModel(2), false, []op{{1, 9, open, granted}, {2, 8, open, granted}, {3, 10, open, granted}}},
		{"one too few", OpeningsModel(2), false, []op{{1, 2, open, granted}, {3, 4, open, spent}}},
		{"an opening that nobody knows of", OpeningsModel(2), false, []op{{1, 2, open, granted}, {3, 4, OpeningOp{"count"},
			OpeningResult{Count: 0}}}},
		{"an answer that was lost counts", OpeningsModel(2), true, []op{{1, 0, open, nil}, {3, 4, open, granted}, {5, 6, open, spent}}},

		{
			"a session", SessionsModel("r0"), true,
			[]op{
				{1, 2, look, ok}, {3, 4, use("r0"), got("r1")}, {5, 6, use("r0"), got("r1")}, {7, 8, use("r1"), got("r2")},
				{9, 10, SessionOp{Verb: "logout"}, ok}, {11, 12, look, refused}, {13, 14, use("r2"), refused},
			},
		},
		{"a living session is refused", SessionsModel("r0"), false, []op{{1, 2, look, ok}, {3, 4, look, refused}}},
		{
			"a living session is refused in flight", SessionsModel("r0"), false,
			[]op{{1, 0, use("r0"), nil}, {2, 4, look, refused}, {5, 6, look, ok}},
		},
		{"an ended session is accepted", SessionsModel("r0"), false, []op{{1, 2, SessionOp{Verb: "logout"}, ok}, {3, 4, look, ok}}},
		{"an ended session goes on", SessionsModel("r0"), false, []op{{1, 2, SessionOp{Verb: "logout"}, ok}, {3, 4, use("r0"), got("r1")}}},
		{
			"an old token ends it", SessionsModel("r0"), true,
			[]op{{1, 2, use("r0"), got("r1")}, {3, 4, use("r1"), got("r2")}, {5, 6, use("r0"), refused}, {7, 8, look, refused}},
		},
		{
			"an old token ends nothing", SessionsModel("r0"), false,
			[]op{{1, 2, use("r0"), got("r1")}, {3, 4, use("r1"), got("r2")}, {5, 6, use("r0"), refused}, {7, 8, look, ok}},
		},
		{
			"an old token is good", SessionsModel("r0"), false,
			[]op{{1, 2, use("r0"), got("r1")}, {3, 4, use("r1"), got("r2")}, {5, 6, use("r0"), got("r1")}},
		},
		{
			"a lost answer is asked for again", SessionsModel("r0"), true,
			[]op{{1, 0, use("r0"), nil}, {3, 4, use("r0"), got("r1")}, {5, 6, use("r1"), got("r2")}},
		},
		{"a lost answer signs out", SessionsModel("r0"), false, []op{{1, 0, use("r0"), nil}, {3, 4, use("r0"), refused}}},
		{"two tokens of one", SessionsModel("r0"), false, []op{{1, 5, use("r0"), got("r1")}, {2, 6, use("r0"), got("x1")}}},

		{
			"given and taken", RightsModel(), true,
			[]op{
				{1, 2, see, unseen}, {3, 9, grant, given}, {4, 5, see, seen}, {10, 20, revoke, seen}, {11, 12, see, seen},
				{13, 14, see, unseen}, {21, 22, see, unseen},
			},
		},
		{"read after it was taken", RightsModel(), false, []op{{1, 2, grant, given}, {3, 4, revoke, seen}, {5, 6, see, seen}}},
		{"read before it was given", RightsModel(), false, []op{{1, 2, see, seen}, {3, 4, grant, given}}},
		{"given and not readable", RightsModel(), false, []op{{1, 2, grant, given}, {3, 4, see, unseen}}},
		{
			"taken, and there again", RightsModel(), false,
			[]op{{1, 2, grant, given}, {3, 9, revoke, seen}, {4, 5, see, unseen}, {6, 7, see, seen}},
		},
		{
			"given without an answer", RightsModel(), true,
			[]op{
				{1, 0, grant, nil}, {3, 4, see, unseen}, {5, 6, see, seen}, {7, 8, RightOp{Verb: "list"}, given}, {9, 10, revoke, seen},
				{11, 12, see, unseen},
			},
		},
	} {
		if judge(t, c.m, c.ops) != c.good {
			t.Errorf("%s: judged the other way round", c.name)
		}
	}
}

// TestAHistoryIsCutAtAMoment: what began later did not happen, and of what ended later the outcome is unknown.
func TestAHistoryIsCutAtAMoment(t *testing.T) {
	l := NewLog()
	at := func(second int64) int64 { return second * int64(time.Second) }
	mk := func(name, id string, from, to int64) {
		o := porcupine.Operation{ClientId: int(from), Input: NameOp{Verb: "make", Name: name}, Call: at(from), Return: math.MaxInt64}
		if to != 0 {
			o.Output, o.Return = NameResult{Word: "done", ID: id}, at(to)
		}
		l.ops = append(l.ops, o)
	}
	mk("a", "1", 1, 2)
	mk("b", "2", 3, 6)
	mk("c", "3", 4, 0)
	mk("d", "4", 5, 7)
	moment := l.start.Add(4500 * time.Millisecond)
	if got := l.EndsAfter(moment); len(got) != 2 || !got[0].Equal(l.start.Add(6*time.Second)) || !got[1].Equal(l.start.Add(7*time.Second)) {
		t.Error(got)
	}
	for entries, good := range map[string]bool{
		"a=1 ": true, "a=1 b=2 ": true, "a=1 c=9 ": true, "a=1 b=2 c=9 ": true, "": false, "b=2 ": false, "a=1 d=4 ": false, "a=7 ": false,
	} {
		cut := l.Until(moment)
		if cut.Len() != 3 {
			t.Fatal(cut.ops)
		}
		n := strings.Count(entries, "=")
		list := NameResult{Entries: entries, Directories: n, Total: n}
		cut.ops = append(cut.ops, porcupine.Operation{ClientId: 9, Input: NameOp{Verb: "list"}, Call: at(8), Output: list, Return: at(9)})
		if v, _ := cut.Check(NamesModel(), time.Minute, filepath.Join(t.TempDir(), "page.html")); (v == porcupine.Ok) != good {
			t.Errorf("%q is judged %s", entries, v)
		}
	}
	if l.Len() != 4 || l.ops[1].Output == nil {
		t.Error("the history itself was cut")
	}
}

// TestADirectoryHadEntriesBefore the history.
func TestADirectoryHadEntriesBefore(t *testing.T) {
	rename := NameOp{Verb: "rename", ID: "2", Name: "c"}
	shown := NameResult{Entries: "a=1 c=2 ", Directories: 2, Total: 2}
	ops := []op{{1, 2, rename, NameResult{Word: "done"}}, {3, 4, NameOp{Verb: "list"}, shown}}
	if !judge(t, NamesModelFrom("b=2 a=1 "), ops) || judge(t, NamesModelFrom("a=1 "), ops) {
		t.Error("judged the other way round")
	}
}

// TestALogKeepsWhatIsKnown: answers and calls with an unknown outcome are recorded,
// calls that never arrived are not.
func TestALogKeepsWhatIsKnown(t *testing.T) {
	l := NewLog()
	do := func(out any, o Outcome) {
		l.Record(0, OpeningOp{"open"}, func() (any, Outcome) { return out, o })
	}
	do(OpeningResult{Granted: true}, Answered)
	do(OpeningResult{Granted: true}, Unsent)
	do(OpeningResult{Granted: true}, Unknown)
	if l.Len() != 2 || l.ops[1].Output != nil || l.ops[1].Return != math.MaxInt64 || l.ops[0].Return < l.ops[0].Call {
		t.Errorf("%+v", l.ops)
	}
	do(OpeningResult{Count: 1}, Answered)
	if v, err := l.Check(OpeningsModel(2), time.Minute, ""); v != porcupine.Ok || err != nil {
		t.Error(v, err)
	}
}
