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
	v, err := l.Judge(m, time.Minute, page)
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
	list := Name{Verb: "list"}
	mk := func(name string) Name { return Name{Verb: "make", Name: name} }
	shows := func(all string, n int) Named { return Named{Entries: all, Directories: n, Total: n} }
	done := func(id string) Named { return Named{Word: "done", ID: id} }
	taken := Named{Word: "taken"}
	write := func(s string) Content { return Content{Verb: "write", Text: s} }
	wrote := func(n int) Contained { return Contained{Word: "done", Number: n} }
	read, versions := Content{Verb: "read"}, Content{Verb: "list"}
	of := func(head int, all ...int) Contained { return Contained{All: Numbers(head, all)} }
	open, granted, spent := Opening{"open"}, Opened{Granted: true}, Opened{}
	use := func(token string) Use { return Use{Verb: "refresh", Refresh: token} }
	got := func(token string) Used { return Used{Word: "done", Refresh: token} }
	look, ok, refused := Use{Verb: "read"}, Used{Word: "done"}, Used{Word: "refused"}
	see, seen, unseen := Right{Verb: "read"}, Righted{Word: "done"}, Righted{Word: "refused"}
	grant, given := Right{Verb: "grant"}, Righted{Word: "done", ID: "1"}
	revoke := Right{Verb: "revoke", ID: "1"}
	move := func(to string) Place { return Place{"move", to} }
	in := func(at string) Place { return Place{"look", at} }
	moved, here, away := Placed{Word: "done"}, Placed{Here: true}, Placed{}
	for _, c := range []struct {
		name string
		m    porcupine.Model
		good bool
		ops  []op
	}{
		{
			"one after the other", Names(), true,
			[]op{
				{1, 2, mk("a"), done("1")}, {3, 4, mk("a"), taken}, {5, 6, Name{"rename", "1", "b"}, done("")}, {7, 8, mk("a"), done("2")},
				{9, 10, list, shows("a=2 b=1 ", 2)}, {11, 12, Name{"delete", "1", ""}, done("")},
				{13, 14, Name{"delete", "1", ""}, Named{Word: "gone"}}, {15, 16, list, shows("a=2 ", 1)},
			},
		},
		{"a name twice", Names(), false, []op{{1, 5, mk("a"), done("1")}, {2, 6, mk("a"), done("2")}}},
		{"a name that is free is refused", Names(), false, []op{{1, 2, mk("a"), taken}}},
		{
			"renamed onto another", Names(), false,
			[]op{{1, 2, mk("a"), done("1")}, {3, 4, mk("b"), done("2")}, {5, 6, Name{"rename", "1", "b"}, done("")}},
		},
		{
			"counters of another moment", Names(), false,
			[]op{{1, 2, mk("a"), done("1")}, {3, 9, mk("b"), done("2")}, {4, 8, list, Named{Entries: "a=1 ", Directories: 2, Total: 1}}},
		},
		{
			"a total of another moment", Names(), false,
			[]op{{1, 2, mk("a"), done("1")}, {3, 9, mk("b"), done("2")}, {4, 8, list, Named{Entries: "a=1 ", Directories: 1, Total: 2}}},
		},
		{"a listing of before", Names(), false, []op{{1, 2, mk("a"), done("1")}, {3, 4, list, shows("", 0)}}},
		{
			"lost after the answer", Names(), false,
			[]op{{1, 2, mk("a"), done("1")}, {3, 4, mk("b"), done("2")}, {5, 6, list, shows("a=1 ", 1)}},
		},
		{
			"an unknown one that happened", Names(), true,
			[]op{{1, 0, mk("a"), nil}, {3, 4, mk("a"), taken}, {5, 6, list, shows("a=9 ", 1)}, {7, 8, Name{"delete", "9", ""}, done("")}},
		},
		{
			"an unknown one that never happened", Names(), true,
			[]op{{1, 0, mk("a"), nil}, {3, 4, mk("a"), done("1")}, {5, 6, list, shows("a=1 ", 1)}},
		},
		{
			"an unknown one that comes and goes", Names(), false,
			[]op{{1, 0, mk("a"), nil}, {3, 4, list, shows("a=9 ", 1)}, {5, 6, list, shows("", 0)}},
		},
		{
			"an unknown one with two ids", Names(), false,
			[]op{{1, 0, mk("a"), nil}, {3, 4, list, shows("a=9 ", 1)}, {5, 6, list, shows("a=8 ", 1)}},
		},

		{
			"in one place", Places("x"), true,
			[]op{{1, 2, in("x"), here}, {3, 9, move("y"), moved}, {4, 5, in("y"), here}, {6, 7, in("x"), away}},
		},
		{"in two places", Places("x"), false, []op{{1, 2, move("y"), moved}, {3, 4, in("y"), here}, {5, 6, in("x"), here}}},
		{"in none", Places("x"), false, []op{{1, 9, move("y"), moved}, {2, 3, in("x"), away}, {4, 5, in("y"), away}}},
		{"there and back", Places("x"), false, []op{{1, 9, move("y"), moved}, {2, 3, in("y"), here}, {4, 5, in("x"), here}}},
		{"refused for nothing", Places("x"), false, []op{{1, 2, move("y"), Placed{Word: "refused"}}}},

		{
			"versions", Contents("a"), true,
			[]op{
				{1, 2, write("b"), wrote(2)}, {3, 4, read, Contained{Text: "b"}},
				{5, 6, Content{Verb: "restore", Number: 1}, Contained{Word: "done"}}, {7, 8, read, Contained{Text: "a"}},
				{9, 10, write("c"), wrote(3)}, {11, 12, Content{Verb: "delete", Number: 3}, Contained{Word: "done"}},
				{13, 14, versions, of(2, 1, 2)}, {15, 16, write("d"), wrote(4)},
			},
		},
		{
			"a number is used again", Contents("a"), false,
			[]op{
				{1, 2, write("b"), wrote(2)}, {3, 4, Content{Verb: "delete", Number: 2}, Contained{Word: "done"}},
				{5, 6, write("c"), wrote(2)},
			},
		},
		{"a number twice", Contents("a"), false, []op{{1, 5, write("b"), wrote(2)}, {2, 6, write("c"), wrote(2)}}},
		{"another content", Contents("a"), false, []op{{1, 2, write("b"), wrote(2)}, {3, 4, read, Contained{Text: "a"}}}},
		{"a content torn", Contents("a"), false, []op{{1, 5, write("b"), wrote(2)}, {2, 4, read, Contained{Text: "ab"}}}},
		{"the last version goes", Contents("a"), false, []op{{1, 2, Content{Verb: "delete", Number: 1}, Contained{Word: "done"}}}},
		{
			"a deleted version comes back", Contents("a"), false,
			[]op{
				{1, 2, write("b"), wrote(2)}, {3, 4, Content{Verb: "delete", Number: 1}, Contained{Word: "done"}},
				{5, 6, versions, of(2, 1, 2)},
			},
		},
		{
			"a write without an answer has a number", Contents("a"), true,
			[]op{{1, 0, write("b"), nil}, {3, 4, write("c"), wrote(3)}, {5, 6, versions, of(3, 1, 2, 3)}},
		},

		{
			"two of two", Openings(2), true,
			[]op{{1, 9, open, granted}, {2, 8, open, granted}, {3, 10, open, spent}, {11, 12, Opening{"count"}, Opened{Count: 2}}},
		},
		{"one too many", Openings(2), false, []op{{1, 9, open, granted}, {2, 8, open, granted}, {3, 10, open, granted}}},
		{"one too few", Openings(2), false, []op{{1, 2, open, granted}, {3, 4, open, spent}}},
		{"an opening that nobody knows of", Openings(2), false, []op{{1, 2, open, granted}, {3, 4, Opening{"count"}, Opened{Count: 0}}}},
		{"an answer that was lost counts", Openings(2), true, []op{{1, 0, open, nil}, {3, 4, open, granted}, {5, 6, open, spent}}},

		{
			"a session", Sessions("r0"), true,
			[]op{
				{1, 2, look, ok}, {3, 4, use("r0"), got("r1")}, {5, 6, use("r0"), got("r1")}, {7, 8, use("r1"), got("r2")},
				{9, 10, Use{Verb: "logout"}, ok}, {11, 12, look, refused}, {13, 14, use("r2"), refused},
			},
		},
		{"a living session is refused", Sessions("r0"), false, []op{{1, 2, look, ok}, {3, 4, look, refused}}},
		{
			"a living session is refused in flight", Sessions("r0"), false,
			[]op{{1, 0, use("r0"), nil}, {2, 4, look, refused}, {5, 6, look, ok}},
		},
		{"an ended session is accepted", Sessions("r0"), false, []op{{1, 2, Use{Verb: "logout"}, ok}, {3, 4, look, ok}}},
		{"an ended session goes on", Sessions("r0"), false, []op{{1, 2, Use{Verb: "logout"}, ok}, {3, 4, use("r0"), got("r1")}}},
		{
			"an old token ends it", Sessions("r0"), true,
			[]op{{1, 2, use("r0"), got("r1")}, {3, 4, use("r1"), got("r2")}, {5, 6, use("r0"), refused}, {7, 8, look, refused}},
		},
		{
			"an old token ends nothing", Sessions("r0"), false,
			[]op{{1, 2, use("r0"), got("r1")}, {3, 4, use("r1"), got("r2")}, {5, 6, use("r0"), refused}, {7, 8, look, ok}},
		},
		{
			"an old token is good", Sessions("r0"), false,
			[]op{{1, 2, use("r0"), got("r1")}, {3, 4, use("r1"), got("r2")}, {5, 6, use("r0"), got("r1")}},
		},
		{
			"a lost answer is asked for again", Sessions("r0"), true,
			[]op{{1, 0, use("r0"), nil}, {3, 4, use("r0"), got("r1")}, {5, 6, use("r1"), got("r2")}},
		},
		{"a lost answer signs out", Sessions("r0"), false, []op{{1, 0, use("r0"), nil}, {3, 4, use("r0"), refused}}},
		{"two tokens of one", Sessions("r0"), false, []op{{1, 5, use("r0"), got("r1")}, {2, 6, use("r0"), got("x1")}}},

		{
			"given and taken", Rights(), true,
			[]op{
				{1, 2, see, unseen}, {3, 9, grant, given}, {4, 5, see, seen}, {10, 20, revoke, seen}, {11, 12, see, seen},
				{13, 14, see, unseen}, {21, 22, see, unseen},
			},
		},
		{"read after it was taken", Rights(), false, []op{{1, 2, grant, given}, {3, 4, revoke, seen}, {5, 6, see, seen}}},
		{"read before it was given", Rights(), false, []op{{1, 2, see, seen}, {3, 4, grant, given}}},
		{"given and not readable", Rights(), false, []op{{1, 2, grant, given}, {3, 4, see, unseen}}},
		{
			"taken, and there again", Rights(), false,
			[]op{{1, 2, grant, given}, {3, 9, revoke, seen}, {4, 5, see, unseen}, {6, 7, see, seen}},
		},
		{
			"given without an answer", Rights(), true,
			[]op{
				{1, 0, grant, nil}, {3, 4, see, unseen}, {5, 6, see, seen}, {7, 8, Right{Verb: "list"}, given}, {9, 10, revoke, seen},
				{11, 12, see, unseen},
			},
		},
	} {
		if judge(t, c.m, c.ops) != c.good {
			t.Errorf("%s: judged the other way round", c.name)
		}
	}
}

// TestALogKeepsWhatIsKnown: answers and calls with an unknown outcome are recorded,
// calls that never arrived are not.
func TestALogKeepsWhatIsKnown(t *testing.T) {
	l := NewLog()
	do := func(out any, o Outcome) {
		l.Do(0, Opening{"open"}, func() (any, Outcome) { return out, o })
	}
	do(Opened{Granted: true}, Answered)
	do(Opened{Granted: true}, Unsent)
	do(Opened{Granted: true}, Unknown)
	if l.Len() != 2 || l.ops[1].Output != nil || l.ops[1].Return != math.MaxInt64 || l.ops[0].Return < l.ops[0].Call {
		t.Errorf("%+v", l.ops)
	}
	do(Opened{Count: 1}, Answered)
	if v, err := l.Judge(Openings(2), time.Minute, ""); v != porcupine.Ok || err != nil {
		t.Error(v, err)
	}
}
