package forecast

import (
	"math/rand/v2"
	"slices"
	"testing"
)

const (
	gib   = 1 << 30
	today = 20_000
)

// series notes n days until today, by what was used on day i.
func series(n int, used func(i int) float64) []Note {
	var all []Note
	for i := range n {
		all = append(all, Note{today - int64(n-1-i), int64(used(i) * gib)})
	}
	return all
}

func TestThePaceIsThatOfUsualWeeks(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 2))
	line := func(i int) float64 { return 10 + float64(i) }
	spike := series(60, func(i int) float64 {
		if i == 40 {
			return 5000
		}
		return line(i)
	})
	gaps := series(60, line)
	gaps = append(gaps[:20], gaps[35:]...)
	ahead := append(series(60, line), Note{today + 1500, 9000 * gib}, Note{today + 1501, 1})
	behind := append([]Note{{3, 800 * gib}, {4, 800 * gib}}, series(60, line)...)
	for _, c := range []struct {
		name               string
		notes              []Note
		least, likely, top float64 // GiB a day, within a twentieth
	}{
		{"a line", series(60, line), 1, 1, 1},
		{"constant", series(60, func(int) float64 { return 7 }), 0, 0, 0},
		{"it shrinks", series(60, func(i int) float64 { return 200 - float64(i) }), -1, -1, -1},
		{"one spike that goes again", spike, 1, 1, 1},
		{"one large upload, else nothing", series(60, func(i int) float64 {
			if i >= 30 {
				return 500
			}
			return 10
		}), 0, 0, 0},
		{"one large upload on the last day", series(60, func(i int) float64 {
			if i == 59 {
				return 500
			}
			return line(i)
		}), 1, 1, 1},
		{"one cleaning", series(60, func(i int) float64 {
			if i >= 30 {
				return line(i)
			}
			return line(i) + 400
		}), 1, 1, 1},
		{"days that are missing", gaps, 1, 1, 1},
		{"the clock was ahead for two notes", ahead, 1, 1, 1},
		{"the clock was at the beginning", behind, 1, 1, 1},
		{"only work days", series(63, func(i int) float64 { return 10 + 7*float64(i/7) + min(5, float64(i%7))*7/5 }), 1, 1, 1},
		{"two notes of one day", append(series(60, line), Note{today, 69 * gib}), 1, 1, 1},
		{"faster than before", series(120, func(i int) float64 { return max(0, float64(i-80)) }), 1, 1, 1}, // older days do not count
	} {
		p, ok := Measure(c.notes, today)
		for _, v := range []struct{ got, want float64 }{{p.Least, c.least}, {p.Likely, c.likely}, {p.Most, c.top}} {
			if got := v.got / gib; !ok || got < v.want-.06 || got > v.want+.06 {
				t.Errorf("%s: %+v (%v)", c.name, Pace{p.Least / gib, p.Likely / gib, p.Most / gib}, ok)
				break
			}
		}
	}
	p, ok := Measure(series(90, func(i int) float64 { return line(i) + 20*noise.Float64() }), today)
	if !ok || p.Least > .95*gib || p.Most < 1.05*gib || p.Likely < .5*gib || p.Likely > 1.5*gib {
		t.Errorf("a noisy line: %+v", p)
	}
}

// TestWeeksWithoutGrowthCount: what grows in some weeks only is not said to be full at the latest on a day, and what grew once does not
// grow.
func TestWeeksWithoutGrowthCount(t *testing.T) {
	for back := range 28 {
		p, _ := Measure(series(90, func(i int) float64 {
			weeks, day := (i+back)/28, min(7, (i+back)%28)
			return 10 * float64(7*weeks+day)
		}), today)
		if r := Fill(p, true, 990*gib, 1000*gib); p.Least > 0 || p.Most <= gib || r.Latest != nil {
			t.Errorf("a week of four, %d days later: %+v, %+v", back, p, r)
		}
	}
	ended := func(ago int) Pace {
		p, _ := Measure(series(90, func(i int) float64 { return 10 * float64(min(i, 89-ago)) }), today)
		return p
	}
	if p := ended(14); p.Least > 0 || p.Most < gib {
		t.Errorf("growth that ended two weeks ago: %+v", p)
	}
	if p := ended(23); p.Likely > 0 {
		t.Errorf("growth that ended three weeks ago: %+v", p)
	}
}

// TestTooLittleIsNoForecast: better none than a false one.
func TestTooLittleIsNoForecast(t *testing.T) {
	line := func(i int) float64 { return float64(i) }
	for name, notes := range map[string][]Note{
		"nothing": nil, "nine days": series(9, line), "two weeks less a day": series(14, line),
		"few notes far apart":   {{today - 80, 1}, {today - 40, 2}, {today, 3}},
		"all are of the future": {{today + 1, 1}, {today + 20, 2}},
		"all are old":           {{1, 1}, {2, 2}},
		"one day many times":    slices.Repeat([]Note{{today, 1}, {today, 2}}, 9),
	} {
		if p, ok := Measure(notes, today); ok {
			t.Errorf("%s: %+v", name, p)
		}
	}
	if _, ok := Measure(series(15, line), today); !ok {
		t.Error("two weeks are enough")
	}
}

func TestWhenItIsFull(t *testing.T) {
	days := func(n int) *int { return &n }
	for _, c := range []struct {
		name        string
		pace        Pace
		isKnown     bool
		used, limit int64
		want        Range
	}{
		{"a line", Pace{2, 2, 2}, true, 80, 100, Range{Fills, 10, days(11)}},
		{"a range", Pace{1, 2, 4}, true, 80, 100, Range{Fills, 5, days(21)}},
		{"perhaps never", Pace{-1, 2, 4}, true, 80, 100, Range{Fills, 5, nil}},
		{"late ones count as never", Pace{1, 100, 100}, true, 0, 10_000, Range{Fills, 100, nil}},
		{"it shrinks", Pace{-2, -1, 5}, true, 80, 100, Range{State: Steady}},
		{"constant", Pace{}, true, 80, 100, Range{State: Steady}},
		{"not in ten years", Pace{2, 2, 2}, true, 0, 10_000, Range{State: Steady}},
		{"full", Pace{2, 2, 2}, true, 100, 100, Range{State: Full}},
		{"more than full, and unknown", Pace{}, false, 120, 100, Range{State: Full}},
		{"no limit", Pace{2, 2, 2}, true, 80, 0, Range{State: Unlimited}},
		{"too few notes", Pace{}, false, 80, 100, Range{State: Unknown}},
	} {
		got := Fill(c.pace, c.isKnown, c.used, c.limit)
		isSame := got.State == c.want.State && got.Soonest == c.want.Soonest && (got.Latest == nil) == (c.want.Latest == nil)
		if !isSame || got.Latest != nil && *got.Latest != *c.want.Latest {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
