// Package forecast says how fast something grows and when it is full, with a range, from one note a day.
package forecast

import (
	"slices"
)

// Note is how many bytes there were on a day.
type Note struct{ Day, Used int64 }

// Pace is a growth in bytes a day: four of five of the last weeks were between Least and Most, half of them above Likely.
type Pace struct{ Least, Likely, Most float64 }

// State is what is known of the time until something is full.
type State string

// The states.
const (
	Unknown   State = "unknown"   // there are too few notes
	Unlimited State = "unlimited" // there is no limit
	Steady    State = "steady"    // it does not grow, or is not full in ten years
	Fills     State = "fills"
	Full      State = "full"
)

// Range is when something is full, in days from now.
type Range struct {
	State   State
	Soonest int // of Fills
	Latest  *int
}

const (
	window   = 35 // days that count: growth that ended three weeks ago is none
	minNotes = 10
	minSpan  = 14 // days between the first note and the last
	minWeeks = 5
	week     = 7 // days between two notes that are compared: the days of a week differ
	longWeek = 9 // the same where notes are missing

	horizon = 3650 // days
)

// Measure returns how fast something grows, by what each week of the last five brought, whatever day it began on. The largest rise and the
// largest fall between two notes are left out: one large upload, or one cleaning, is no pace. It is false for too few notes. Notes of
// days after today were made while the clock was wrong.
func Measure(notes []Note, today int64) (Pace, bool) {
	var all []Note
	for _, n := range notes {
		if n.Day <= today && n.Day > today-window && n.Used >= 0 {
			all = append(all, n)
		}
	}
	slices.SortStableFunc(all, func(a, b Note) int { return int(a.Day - b.Day) })
	all = slices.CompactFunc(all, func(a, b Note) bool { return a.Day == b.Day })
	if len(all) < minNotes || all[len(all)-1].Day-all[0].Day < minSpan {
		return Pace{}, false
	}
	level := withoutJumps(all)
	var slopes []float64
	for i := range all {
		j := i + slices.IndexFunc(all[i:], func(n Note) bool { return n.Day-all[i].Day >= week })
		if days := all[max(i, j)].Day - all[i].Day; j > i && days <= longWeek {
			slopes = append(slopes, (level[j]-level[i])/float64(days))
		}
	}
	if len(slopes) < minWeeks {
		return Pace{}, false
	}
	slices.Sort(slopes)
	return Pace{quantile(slopes, .1), quantile(slopes, .5), quantile(slopes, .9)}, true
}

// withoutJumps returns what was used on each day, had the largest rise and the largest fall not been.
func withoutJumps(all []Note) []float64 {
	var daily []float64
	for i := 1; i < len(all); i++ {
		daily = append(daily, rise(all, i)/float64(all[i].Day-all[i-1].Day))
	}
	usual := slices.Clone(daily)
	slices.Sort(usual)
	pace := quantile(usual, .5)
	up, down := 0, 0 // where the largest ones end
	var most, least float64
	for i := 1; i < len(all); i++ {
		over := rise(all, i) - pace*float64(all[i].Day-all[i-1].Day)
		if over > most {
			up, most = i, over
		}
		if over < least && rise(all, i) < 0 { // a day off is no fall
			down, least = i, over
		}
	}
	level := make([]float64, len(all))
	for i, n := range all {
		level[i] = float64(n.Used)
		if up > 0 && i >= up {
			level[i] -= most
		}
		if down > 0 && i >= down {
			level[i] -= least
		}
	}
	return level
}

func rise(all []Note, i int) float64 { return float64(all[i].Used - all[i-1].Used) }

// quantile returns the value below which a share of the sorted values lies; 0 of none.
func quantile(sorted []float64, share float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	at := share * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (sorted[high]-sorted[low])*(at-float64(low))
}

// Fill returns when the limit is reached at a pace. A limit of 0 is none.
func Fill(p Pace, isKnown bool, used, limit int64) Range {
	room := float64(limit - used)
	switch {
	case limit <= 0:
		return Range{State: Unlimited}
	case room <= 0:
		return Range{State: Full}
	case !isKnown:
		return Range{State: Unknown}
	case p.Likely < 1 || room/p.Likely > horizon:
		return Range{State: Steady}
	}
	r := Range{State: Fills, Soonest: int(room / p.Most)}
	if p.Least >= 1 && room/p.Least <= horizon {
		latest := int(room/p.Least) + 1
		r.Latest = &latest
	}
	return r
}
